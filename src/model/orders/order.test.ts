import { expect, it } from 'vitest';

import { isTerminal, opposite, type OrderStatus } from './order.ts';

it.each<[OrderStatus, boolean]>([
  ['place-pending', false],
  ['open', false],
  ['trigger-pending', false],
  ['modify-pending', false],
  ['cancel-pending', false],
  ['unrecognised', false],
  ['completed', true],
  ['rejected', true],
  ['cancelled', true],
])('an order that is %s can no longer fill: %s', (status, isOver) => {
  expect(isTerminal(status)).toBe(isOver);
});

it('each side has the other as its opposite', () => {
  expect(opposite('buy')).toBe('sell');
  expect(opposite('sell')).toBe('buy');
});
