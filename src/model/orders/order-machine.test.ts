import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { markdownTable } from '../../../test/support/markdown-table.ts';
import {
  isTerminal,
  isWorking,
  ORDER_LIFE,
  ORDER_STATUSES,
  ORDER_STEPS,
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

describe('the page on the life of an order', () => {
  it('draws the steps of the table', () => {
    const edges = Object.entries(ORDER_LIFE).flatMap(([known, shown]) =>
      Object.entries(shown).map(([phase, step]) => {
        const after = step === 'revives' ? known : phase;
        return `  ${known} --> ${after}: ${step}`;
      }),
    );
    const first = Object.keys(ORDER_LIFE).map((phase) => `  [*] --> ${phase}: appears`);
    expect(PAGE).toContain(['```mermaid', 'stateDiagram-v2', ...first, ...edges, '```'].join('\n'));
  });

  it('says what each step means', () => {
    const said = markdownTable(PAGE, 'step').map(({ step, meaning }) => [step, meaning]);
    expect(Object.fromEntries(said)).toEqual(ORDER_STEPS);
  });

  it('says of each status what the table does', () => {
    const expected = Object.entries(ORDER_STATUSES).map(([status, facts]) => ({
      status,
      phase: facts.phase,
      'at the exchange': facts.hasArrived ? 'yes' : 'no',
      'takes a modify': facts.phase === 'working' && !facts.isChanging ? 'yes' : 'no',
      rests: facts.rests?.replace('at-', 'at its ') ?? '',
    }));
    expect(markdownTable(PAGE, 'status')).toEqual(expected);
  });
});
