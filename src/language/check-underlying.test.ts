import { expect, it } from 'vitest';

import { type CompileOptions } from './compile-source.ts';
import { compileStrategy } from './compile-strategy.ts';
import { explained, HEAD, LEGS } from '../../test/support/explained.ts';

const KNOWN = { underlyings: ['NIFTY', 'BANKNIFTY', 'SENSEX'] };

function said(underlying: string, options?: CompileOptions): string {
  return explained(HEAD.replace('NIFTY', underlying) + LEGS, options);
}

it('points at an underlying that nobody trades, with the nearest that is', () => {
  expect(said('NIFTTY', KNOWN)).toBe(`s.yaml:3:13: Unknown underlying
    underlying: NIFTTY
                ^^^^^^
  found    "NIFTTY"
  allowed  NIFTY, BANKNIFTY or SENSEX
  nearest  NIFTY
  next     Write NIFTY`);
});

it('points at that of a leg', () => {
  const legs = LEGS.replace('side:', 'underlying: BANKNIFTTY, side:');
  expect(explained(HEAD + legs, KNOWN)).toContain(
    `s.yaml:7:21: Unknown underlying
      ce: { underlying: BANKNIFTTY, side: sell, type: CE, strike: ATM }
                        ^^^^^^^^^^
  found    "BANKNIFTTY"`,
  );
  const known = LEGS.replace('side:', 'underlying: BANKNIFTY, side:');
  expect(explained(HEAD + known, KNOWN)).toBe('compiled');
});

it('guesses nothing for a name that is like none', () => {
  expect(said('RELIANCE', KNOWN)).not.toMatch(/nearest|next/);
});

it('says of a share that none is listed', () => {
  expect(said('INFY', KNOWN)).toContain(
    's.yaml:3:13: Unknown underlying: shares are not listed here',
  );
});

it('tells an underlying that is not even a symbol once', () => {
  expect(said('nifty', KNOWN).match(/s\.yaml:/g)).toHaveLength(1);
});

it('takes every known one, and any symbol where nothing is known', () => {
  expect(KNOWN.underlyings.map((underlying) => said(underlying, KNOWN))).toEqual(
    KNOWN.underlyings.map(() => 'compiled'),
  );
  expect(said('NIFTTY')).toBe('compiled');
});

it('points at the index of an indicator in the same way', () => {
  const rulesOf = (symbol: string): string => `${HEAD.replace(/^entry.*\n/m, '')}${LEGS}rules:
  - { when: { becomes: 'ema(9, 5m, ${symbol}) > 0' }, then: [{ enter: all }] }
`;
  expect(explained(rulesOf('BANKNFTY'), KNOWN)).toContain(`Unknown underlying
      - { when: { becomes: 'ema(9, 5m, BANKNFTY) > 0' }, then: [{ enter: all }] }
                                       ^^^^^^^^
  found    "BANKNFTY"
  allowed  NIFTY, BANKNIFTY or SENSEX
  nearest  BANKNIFTY
  next     Write BANKNIFTY`);
  expect(compileStrategy(rulesOf('BANKNIFTY'), 's.yaml', KNOWN).ok).toBe(true);
});
