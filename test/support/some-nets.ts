import fc from 'fast-check';

/** Nets of one to six variants over the same 4 to 24 days, whole paise each. */
export const someNets = fc
  .record({ variants: fc.integer({ min: 1, max: 6 }), days: fc.integer({ min: 4, max: 24 }) })
  .chain(({ variants, days }) =>
    fc.array(
      fc.array(fc.integer({ min: -100_000, max: 100_000 }), { minLength: days, maxLength: days }),
      { minLength: variants, maxLength: variants },
    ),
  );
