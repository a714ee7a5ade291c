import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addDays } from '../time/ist.ts';
import { formatSymbol, parseSymbol, type SymbolParts } from './contract.ts';

test.each([
  [
    'NIFTY250417C23000',
    {
      kind: 'option',
      underlying: 'NIFTY',
      expiry: '2025-04-17',
      optionType: 'CE',
      strikePaise: 23_000_00,
    },
  ],
  [
    'NIFTYNXT50260224P61500',
    {
      kind: 'option',
      underlying: 'NIFTYNXT50',
      expiry: '2026-02-24',
      optionType: 'PE',
      strikePaise: 61_500_00,
    },
  ],
  ['SENSEX260326F', { kind: 'future', underlying: 'SENSEX', expiry: '2026-03-26' }],
] as const)('%s', (symbol, parts) => {
  expect(parseSymbol(symbol)).toEqual(parts);
  expect(formatSymbol(parts)).toBe(symbol);
});

test.each([
  '',
  'NIFTY',
  'INFY1!',
  'NIFTY250417',
  'NIFTY250230C23000',
  'NIFTY250417X23000',
  'NIFTY250417C',
  'NIFTY250417C0',
  'NIFTY250417C-5',
  'nifty250417C23000',
  '250417C23000',
  'NIFTY25APR23000CE',
  ' NIFTY250417C23000',
])('"%s" is no contract', (symbol) => {
  expect(parseSymbol(symbol)).toBeNull();
});

const underlying = fc.stringMatching(/^[A-Z][A-Z0-9&-]{0,11}$/);
const expiry = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2020-01-01', days));
const anyParts: fc.Arbitrary<SymbolParts> = fc.oneof(
  fc.record({ kind: fc.constant('future'), underlying, expiry }),
  fc.record({
    kind: fc.constant('option'),
    underlying,
    expiry,
    optionType: fc.constantFrom('CE', 'PE'),
    strikePaise: fc.integer({ min: 100, max: 10 ** 8 }),
  }),
);

test('what is written is read back', () => {
  fc.assert(
    fc.property(anyParts, (parts) => {
      expect(parseSymbol(formatSymbol(parts))).toEqual(parts);
    }),
  );
});
