import { expect, it } from 'vitest';

import { formatProblem } from '../base/problem.ts';
import { compileStrategy } from './compile-strategy.ts';

const KNOWN = { underlyings: ['NIFTY', 'BANKNIFTY', 'SENSEX'] };

function said(underlying: string, options?: { readonly underlyings: readonly string[] }): string {
  const text = `name: s
schemaVersion: 1
underlying: ${underlying}
entry: 09:20
exit: 15:10
legs: { ce: { side: sell, type: CE, strike: ATM } }
`;
  const compiled = compileStrategy(text, 's.yaml', options);
  return compiled.ok ? 'compiled' : compiled.error.map(formatProblem).join('\n');
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

it('guesses nothing for a name that is like none', () => {
  expect(said('RELIANCE', KNOWN)).not.toMatch(/nearest|next/);
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
