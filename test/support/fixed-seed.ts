import fc from 'fast-check';

/**
 * Properties run on the same cases every time, so that a red test is red again. `FC_SEED=random npm test` looks for new
 * ones; a failure prints the seed and path to keep as a test of its own.
 */
const { FC_SEED } = process.env;
if (FC_SEED !== 'random') fc.configureGlobal({ seed: Number(FC_SEED ?? 20_261_121) });
