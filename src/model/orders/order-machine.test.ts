import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { markdownTable } from '../../../test/support/markdown-table.ts';
import { orderDiagram, statusRows, stepRows } from '../../../test/support/orders-page.ts';
import {
  isTerminal,
  isWorking,
  type OrderStatus,
  type OrderStep,
  stepOrder,
} from './order-machine.ts';

const PAGE = readFileSync(new URL('../../../docs/orders.md', import.meta.url), 'utf8');

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
  expect(isWorking({ status })).toBe(!isOver);
});

describe('a record of an order', () => {
  it.each<[string, OrderStatus | null, OrderStatus, number, OrderStep]>([
    ['is the first', null, 'completed', 5, 'appears'],
    ['is older', 'open', 'completed', 4, 'lags'],
    ['is older, of an order that is over', 'cancelled', 'open', 4, 'lags'],
    ['shows it working otherwise', 'open', 'cancel-pending', 5, 'moves'],
    ['has a word that nobody knows', 'open', 'unrecognised', 6, 'moves'],
    ['shows it over', 'unrecognised', 'rejected', 5, 'ends'],
    ['shows it over otherwise', 'cancelled', 'completed', 6, 'corrects'],
    ['shows it working though it was over', 'completed', 'open', 6, 'revives'],
  ])('that %s', (...row) => {
    const [, known, status, updatedAtMs, expected] = row;
    const before = known === null ? undefined : { status: known, updatedAtMs: 5 };
    expect(stepOrder(before, { status, updatedAtMs })).toBe(expected);
  });
});

describe('the page on the life of an order: npm run write:orders', () => {
  it('draws the steps of the table', () => {
    expect(PAGE).toContain(orderDiagram());
  });

  it('says what each step means', () => {
    expect(markdownTable(PAGE, 'step')).toEqual(stepRows());
  });

  it('says of each status what the table does', () => {
    expect(markdownTable(PAGE, 'status')).toEqual(statusRows());
  });
});
