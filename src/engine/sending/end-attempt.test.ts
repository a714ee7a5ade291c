import { describe, expect, it } from 'vitest';

import { aDesk, leftDesk, planned, putInto, shownAs } from '../../../test/support/desk-rig.ts';
import { each, noticesOf, REFUSED, TIMEOUT } from '../../../test/support/engine-rig.ts';
import { type Desk } from '../desk.ts';
import { type AttemptResult } from '../event.ts';
import { type Intent } from '../intents/intent.ts';
import { endAttempt, loseAttempt, type LostOutcome } from './end-attempt.ts';

const FAILED = {
  kind: 'unknown',
  cause: { reason: 'unexpected-status', status: 502, detail: 'bad gateway' },
} as const;
const REJECTED = { kind: 'rejected', detail: 'no margin' } as const;

/** A desk with one order on its way. */
function sending(): { readonly desk: Desk; readonly intent: Intent } {
  const desk = aDesk();
  const intent = planned(desk);
  putInto(intent, 'sending');
  desk.attempts.add('a0', { kind: 'place', intents: [intent] });
  desk.budget.send('a0', { nowMs: desk.nowMs, count: 1, what: 'entry' });
  return { desk, intent };
}

/** For how long a call counts after its answer, milliseconds. */
function countsFor(outcome: AttemptResult['outcome']): number {
  const { desk } = sending();
  const free = desk.budget.free(desk.nowMs, 'urgent');
  // The rig pairs a place with an outcome of one.
  const result = { kind: 'place', outcome } as AttemptResult;
  endAttempt(desk, { attemptId: 'a0', result });
  let ms = 0;
  while (ms < 10_000 && desk.budget.free(desk.nowMs + ms, 'urgent') === free) ms += 500;
  return ms;
}

describe('the budget of a call', () => {
  it.each<[string, AttemptResult['outcome'], number]>([
    ['an answer', each(['x']), 1_000],
    ['no answer', TIMEOUT, 2_000],
    ['an answer that says nothing', FAILED, 1_000],
    ['a call that never left', REFUSED, 0],
  ])('is free some time after %s', (_, outcome, ms) => {
    expect(countsFor(outcome)).toBe(ms);
  });
});

describe('the answer to an order', () => {
  it('that was accepted keeps its identifier', () => {
    const { desk, intent } = sending();
    const outcome = each([intent.tag], { kind: 'accepted', orderId: 'o1', detail: '' });
    endAttempt(desk, { attemptId: 'a0', result: { kind: 'place', outcome } });
    expect(intent).toMatchObject({ state: 'accepted', acceptedOrderId: 'o1' });
  });

  it('that is rejected though a poll has shown it is critical, and changes nothing', () => {
    const { desk, intent } = sending();
    shownAs(intent);
    putInto(intent, 'sending');
    const outcome = each([intent.tag], REJECTED);
    endAttempt(desk, { attemptId: 'a0', result: { kind: 'place', outcome } });
    expect(intent).toMatchObject({ state: 'accepted', acceptedOrderId: null });
    expect(noticesOf(leftDesk(desk), 'critical')).toEqual([
      expect.stringContaining('was answered as rejected, but a poll has shown it: no margin'),
    ]);
  });
});

describe('a call whose process ended', () => {
  const LOST = {
    kind: 'unknown',
    cause: { reason: 'connection-lost', status: null, detail: 'the process ended' },
  } as const;

  it.each<[string, LostOutcome, number]>([
    ['may have arrived', LOST, 2_000],
    ['was never sent', REFUSED, 0],
  ])('that %s counts against the budget no longer than it may arrive', (_, outcome, ms) => {
    const { desk } = sending();
    const free = desk.budget.free(desk.nowMs, 'urgent');
    for (const open of desk.attempts.closeAll()) loseAttempt(desk, open, outcome);
    const isFree = (afterMs: number): boolean =>
      desk.budget.free(desk.nowMs + afterMs, 'urgent') > free;
    expect([isFree(ms - 1), isFree(ms)]).toEqual([ms === 0, true]);
  });
});
