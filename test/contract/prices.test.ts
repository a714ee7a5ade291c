import { describe } from 'vitest';
import { pricesContract } from './prices-contract.ts';
import { PRICES } from './prices-harness.ts';

describe.each(PRICES)('prices %s', (_name, start) => {
  pricesContract(start);
});
