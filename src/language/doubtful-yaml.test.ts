import { expect, it } from 'vitest';

import { compileStrategy } from './compile-strategy.ts';

const LEGS = `name: s
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
legs:
  ce: { side: sell, type: CE, strike: ATM }
`;

/** What is said of a file that compiles; nothing of another one. */
function warnings(text: string): readonly string[] {
  const compiled = compileStrategy(text, 's.yaml');
  return compiled.ok ? compiled.value.warnings : [];
}

it('says that what is carried forward is closed on the same day', () => {
  const [told, ...more] = warnings(`${LEGS}product: carry-forward\n`);
  expect(told).toMatch(/closed at 15:10 the same day.*add carry: 1 day$/);
  expect(more).toEqual([]);
});

it('has nothing to say of what is carried on purpose', () => {
  expect(warnings(`${LEGS}product: carry-forward\ncarry: 1 day\n`)).toEqual([]);
});

it('has nothing to say of intraday legs, nor of what is no file of a strategy', () => {
  expect(warnings(LEGS)).toEqual([]);
  expect(warnings(`${LEGS}product: intraday\n`)).toEqual([]);
  expect(warnings('a: [')).toEqual([]);
  expect(warnings('text')).toEqual([]);
});
