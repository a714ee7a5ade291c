import { describe, expect, it } from 'vitest';

import { aDesk, planned, putInto } from '../../../test/support/desk-rig.ts';
import { aRecord, HEDGE, noticesOf, RigProblem } from '../../../test/support/engine-rig.ts';
import { UnseenRig } from '../../../test/support/unseen-rig.ts';
import { type Desk } from '../desk.ts';
import { type Doubt } from './doubt-book.ts';
import {
  countLeftOut,
  countOrdersPoll,
  countTagPoll,
  firstProofMs,
  passTime,
  quietMs,
} from './seek-absence.ts';

it('an order of another contract under its tag is neither the entry nor proof that it is not there', () => {
  const rig = new UnseenRig({ absentEntries: 'resend-once' });
  // Absence rests on the list of all orders alone.
  rig.tagLookUp = 'fails';
  const element = rig.send('lost');
  const { symbol, instrumentId } = HEDGE;
  const strange = aRecord({ ...element, symbol, instrumentId }, { orderId: 'strange' });
  rig.show(strange);
  rig.look(300);
  rig.fresh(...rig.book.values());
  expect(rig.stateOf(element.tag)).toBe('unknown');
  expect(rig.sent('place')).toEqual([]);
  expect(noticesOf(rig.effects, 'critical').join()).toContain('strange');
});

describe('how long an order has been looked for', () => {
  /**
   * An order that was sent at 0 and looked for since.
   *
   * @throws {RigProblem} when it is not
   */
  function sought(over: Partial<Doubt> = {}): { readonly desk: Desk; readonly doubt: Doubt } {
    const desk = aDesk();
    const intent = Object.assign(planned(desk), { state: 'unknown' });
    desk.doubts.open(intent, 0);
    const doubt = desk.doubts.of(intent.tag);
    if (doubt === undefined) throw new RigProblem('no doubt');
    return { desk, doubt: Object.assign(doubt, over) };
  }

  it('counts from the first clean poll that began after its answer', () => {
    const { desk, doubt } = sought();
    countOrdersPoll(desk, 0);
    expect(doubt).toMatchObject({ ordersPolls: 0, lastLookAtMs: null });
    passTime(desk, 1);
    expect(doubt.watchedMs).toBe(0);
    countOrdersPoll(desk, 1);
    expect(doubt).toMatchObject({ ordersPolls: 1, lastLookAtMs: 1 });
  });

  it('counts up to the start of the look that proves it, though later ones have begun meanwhile', () => {
    const { desk, doubt } = sought({ ordersPolls: 9, tagPolls: 9, lastLookAtMs: 0 });
    for (let atMs = 1_000; atMs <= 61_000; atMs += 1_000) passTime(desk, atMs);
    countOrdersPoll(desk, 59_000);
    expect(doubt.intent.state).toBe('unknown');
    countOrdersPoll(desk, 60_000);
    expect(doubt.intent.state).toBe('absent');
  });

  it('counts of a gap no more than polls are apart when all is well', () => {
    const { desk, doubt } = sought({ lastLookAtMs: 0 });
    passTime(desk, desk.limits.ordersIdlePollMs - 1);
    expect(doubt.watchedMs).toBe(desk.limits.ordersIdlePollMs - 1);
    passTime(desk, 10 * desk.limits.ordersIdlePollMs);
    expect(doubt.watchedMs).toBe(2 * desk.limits.ordersIdlePollMs - 1);
    passTime(desk, 0);
    expect(doubt.watchedMs).toBe(2 * desk.limits.ordersIdlePollMs - 1);
  });

  it('counts polls that were left out as often as they were, from its answer on', () => {
    const { desk, doubt } = sought();
    countLeftOut(desk, 3, 0);
    expect(doubt).toMatchObject({ ordersPolls: 0, lastLookAtMs: null });
    countLeftOut(desk, 3, 1_000);
    expect(doubt).toMatchObject({ ordersPolls: 3, lastLookAtMs: 1_000 });
    countLeftOut(desk, 3, 1_000 + 4 * desk.limits.ordersIdlePollMs);
    expect(doubt.watchedMs).toBe(3 * desk.limits.ordersIdlePollMs);
    expect(desk.doubts.lastCleanAtMs).toBe(1_000 + 4 * desk.limits.ordersIdlePollMs);
  });

  it('may prove nothing before enough polls have looked', () => {
    const few = sought({ lastLookAtMs: 5, ordersPolls: 0 });
    expect(firstProofMs(few.desk)).toBe(-Infinity);
    const { desk, doubt } = sought({ lastLookAtMs: 5, ordersPolls: 99, watchedMs: 1_000 });
    expect(firstProofMs(desk)).toBe(5 + quietMs(desk) - 1_000);
    doubt.lastLookAtMs = null;
    expect(firstProofMs(desk)).toBe(-Infinity);
    putInto(doubt.intent, 'refused');
    expect(firstProofMs(desk)).toBe(Infinity);
  });

  it('is over once the list and the look-up of its tag have both looked often enough', () => {
    const { desk, doubt } = sought({ lastLookAtMs: 0, watchedMs: 1_000_000 });
    const half = Math.floor(desk.limits.absentPollsMin / 2);
    desk.doubts.hasTagLookUp = true;
    Object.assign(doubt, { ordersPolls: desk.limits.absentPollsMin, tagPolls: half - 2 });
    countTagPoll(desk, doubt.intent.tag, 1);
    expect(doubt.intent.state).toBe('unknown');
    countTagPoll(desk, doubt.intent.tag, 2);
    expect(doubt.intent.state).toBe('absent');
  });

  it('is not over by look-ups that began before the answer', () => {
    const { desk, doubt } = sought({ tagPolls: 1 });
    countTagPoll(desk, doubt.intent.tag, 0);
    countTagPoll(desk, 'another', 9);
    expect(doubt.tagPolls).toBe(1);
  });
});
