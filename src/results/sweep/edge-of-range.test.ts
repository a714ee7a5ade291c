import { expect, it } from 'vitest';

import { type Json } from '../../base/json.ts';
import { edgeOfRange } from './sweep-warnings.ts';

it.each<[string, readonly Json[]]>([
  ['numbers', [10, 20, 30]],
  ['numbers that fall', [30, 20, 10]],
  ['shares', ['20%', '30%', '40%', '50%']],
  ['fractions of a unit', ['9.5%', '10%', '10.5%']],
  ['below nothing', ['-10 points', '0 points', '10 points']],
  ['times of day', ['09:20', '09:25', '09:30']],
  ['times over noon with seconds', ['9:59:30', '10:00:00', '13:00:30']],
])('the ends of a range of %s are its first and its last', (_what, values) => {
  expect(values.map((value) => edgeOfRange(values, value))).toEqual([
    'first',
    ...values.slice(2).map(() => null),
    'last',
  ]);
});

it.each<[string, readonly Json[]]>([
  ['two values', ['20%', '30%']],
  ['words', ['atm', 'itm', 'otm']],
  ['different units', ['20%', '30 points', '40%']],
  ['numbers among words', ['none', '20%', '30%']],
  ['truth values', [false, true, null]],
  ['values in no order', [20, 10, 30]],
])('%s are no range', (_what, values) => {
  expect(values.map((value) => edgeOfRange(values, value))).toEqual(values.map(() => null));
});

it('what was not tried is no edge', () => {
  expect(edgeOfRange(['20%', '30%', '40%'], '50%')).toBeNull();
});
