import { parseArgs } from 'node:util';

import { fuzzLanguage, TEXT_MS_MAX } from '../support/fuzz-language.ts';

const ROUND = 10_000;

/**
 * Texts that are nearly strategies or expressions, from a seed on: `npm run soak -- language [--texts N] [--seed N]`. Each failure is
 * printed with its text. The exit code: 1 where there was one.
 */
export function soakLanguage(args: readonly string[]): number {
  const { values } = parseArgs({
    args: [...args],
    options: {
      texts: { type: 'string', default: '500000' },
      seed: { type: 'string', default: '1' },
    },
  });
  const rounds = Math.ceil(Number(values.texts) / ROUND);
  const startedMs = performance.now();
  let failed = 0;
  let accepted = 0;
  let slowestMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    const came = fuzzLanguage(Number(values.seed) + round, ROUND);
    for (const failure of came.failures) process.stdout.write(`${JSON.stringify(failure)}\n`);
    failed += came.failures.length;
    accepted += came.accepted;
    slowestMs = Math.max(slowestMs, came.slowestMs);
  }
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  process.stderr.write(
    `${String(rounds * ROUND)} texts in ${String(seconds)} s: ${String(accepted)} right, ${String(failed)} failures, the slowest ${slowestMs.toFixed(1)} ms of ${String(TEXT_MS_MAX)}\n`,
  );
  return failed === 0 ? 0 : 1;
}
