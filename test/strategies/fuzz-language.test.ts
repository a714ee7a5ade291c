import { expect, it } from 'vitest';

import { fuzzLanguage } from '../support/fuzz-language.ts';

it('no text crashes, hangs, is refused without a place, or brings an unknown key in', () => {
  const { accepted, failures, texts } = fuzzLanguage(20_261_128, 1_000);
  expect(failures).toEqual([]);
  // All refused, or hardly any, would mean that the texts try nothing.
  expect(accepted).toBeGreaterThan(texts / 50);
  expect(accepted).toBeLessThan(texts / 2);
});
