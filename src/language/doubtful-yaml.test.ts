import { expect, it } from 'vitest';

import { doubtfulYaml } from './compile-strategy.ts';

const LEGS = `name: s
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
legs:
  ce: { side: sell, type: CE, strike: ATM }
`;

it('says that what is carried forward is closed on the same day', () => {
  const [told, ...more] = doubtfulYaml(`${LEGS}product: carry-forward\n`, 's.yaml');
  expect(told).toMatch(/closed at 15:10 the same day.*add carry: 1 day$/);
  expect(more).toEqual([]);
});

it('has nothing to say of what is carried on purpose', () => {
  expect(doubtfulYaml(`${LEGS}product: carry-forward\ncarry: 1 day\n`, 's.yaml')).toEqual([]);
});

it('has nothing to say of intraday legs, nor of what is no file of a strategy', () => {
  expect(doubtfulYaml(LEGS, 's.yaml')).toEqual([]);
  expect(doubtfulYaml(`${LEGS}product: intraday\n`, 's.yaml')).toEqual([]);
  expect(doubtfulYaml('a: [', 's.yaml')).toEqual([]);
  expect(doubtfulYaml('text', 's.yaml')).toEqual([]);
});
