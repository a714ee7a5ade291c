import { expect, it } from 'vitest';

import { aDesk } from '../../../test/support/desk-rig.ts';
import { type Desk } from '../desk.ts';
import { takeTurns } from './take-turns.ts';

function messages(...runIds: readonly string[]) {
  return runIds.map((runId, index) => ({ runId, name: `${runId}${String(index)}` }));
}

function taken(desk: Desk, ...runIds: readonly string[]): readonly string[] {
  return [...takeTurns(desk, messages(...runIds), { what: 'urgent' })].map(({ name }) => name);
}

it('runs take turns, each in its own order, for as long as the budget lasts', () => {
  const desk = aDesk({ limits: { messagesPerSecondMax: 3 } });
  expect(taken(desk, 'a', 'a', 'a', 'b')).toEqual(['a0', 'b3', 'a1']);
  expect(taken(desk, 'a', 'b', 'b', 'b')).toEqual(['b1', 'a0', 'b2']);
});

it('all are taken where the budget allows, and nothing is to be waited for', () => {
  const desk = aDesk();
  expect(taken(desk, 'a', 'b')).toEqual(['a0', 'b1']);
  expect(taken(desk)).toEqual([]);
  expect(desk.wakesAtMs).toEqual([]);
});

it('what is left is looked at when the budget frees', () => {
  const desk = aDesk({ limits: { messagesPerSecondMax: 1 } });
  desk.budget.send('a0', { nowMs: desk.nowMs, count: 1, what: 'urgent' });
  expect(taken(desk, 'a')).toEqual([]);
  expect(desk.wakesAtMs).toEqual([]);
  desk.budget.end('a0', desk.nowMs, 'answered');
  expect(taken(desk, 'a')).toEqual([]);
  expect(desk.wakesAtMs).toEqual([desk.nowMs + 1_000]);
});

it('leaves as many as are kept for others', () => {
  const desk = aDesk({ limits: { messagesPerSecondMax: 3 } });
  const take = (keptCount: number): number =>
    takeTurns(desk, messages('a', 'b', 'c', 'd'), { what: 'urgent', keptCount }).size;
  expect([take(0), take(2), take(3), take(4)]).toEqual([3, 1, 0, 0]);
});
