import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { deskOptions, planned } from '../../../test/support/desk-rig.ts';
import { aDay, aQuote, aRun, CE } from '../../../test/support/engine-rig.ts';
import { DEFAULT_RUN_POLICIES } from '../../model/runs/run-policies.ts';
import { createDesk, type Desk } from '../desk.ts';
import { firstProofMs } from '../reconciling/seek-absence.ts';
import { catchUpPolls, firstNeededMs, holdPolls, mayHold } from './held-polls.ts';
import { type PollState } from './poll-book.ts';

const EVERY_MS = 1_000;

/** A desk whose last poll of the orders began at 0, was good, and needs no other before `untilMs`. */
function heldDesk(
  untilMs: number,
  over: Partial<PollState> = {},
): { desk: Desk; state: PollState } {
  const desk = createDesk(deskOptions(), aDay());
  desk.nowMs = 100;
  const state = desk.polls.state('orders');
  const good = { lastStartedAtMs: 0, lastGoodAtMs: 0, lastReadAtMs: 0 };
  Object.assign(state, { ...good, everyMs: EVERY_MS, endMs: 1_000_000, ...over });
  holdPolls(desk, state, { startedAtMs: 0, untilMs });
  return { desk, state };
}

describe('what a poll says of those to come', () => {
  it('is kept until it ends', () => {
    const { desk, state } = heldDesk(10_000);
    expect(state.hold).toEqual({ everyMs: EVERY_MS, untilMs: 10_000, attempts: 0 });
    desk.nowMs = 9_999;
    expect(mayHold(desk, state)).toBe(true);
    desk.nowMs = 10_000;
    expect(mayHold(desk, state)).toBe(false);
  });

  it('ends with the stretch in which there are polls', () => {
    expect(heldDesk(10_000, { endMs: 4_000 }).state.hold).toMatchObject({ untilMs: 4_000 });
  });

  it.each<[string, number, Partial<PollState>]>([
    ['the answer came after its time', 100, {}],
    ['a later poll has begun', 10_000, { lastStartedAtMs: 50 }],
    ['it was not good', 10_000, { lastGoodAtMs: null }],
    ['polls fail', 10_000, { isFailing: true }],
  ])('is nothing where %s', (_, untilMs, over) => {
    const { desk, state } = heldDesk(untilMs, over);
    expect(state.hold).toBeNull();
    expect(mayHold(desk, state)).toBe(false);
  });

  it('takes the place of what an earlier poll said', () => {
    const { desk, state } = heldDesk(10_000);
    state.isHolding = true;
    holdPolls(desk, state, { startedAtMs: 0, untilMs: -Infinity });
    expect(state).toMatchObject({ hold: null, isHolding: false });
  });

  it.each<[string, (desk: Desk, state: PollState) => void]>([
    ['polls are due at another pace', (_, state) => (state.everyMs = 5_000)],
    [
      'an attempt was asked for since the poll began',
      ({ outbox }) => outbox.attempt(200, { kind: 'cancel', orderIds: ['o'] }),
    ],
    [
      'something of ours is on its way',
      ({ attempts }) => {
        attempts.add('a1', { kind: 'cancel', intents: new Map() });
      },
    ],
  ])('does not hold where %s', (_, disturb) => {
    const { desk, state } = heldDesk(10_000);
    expect(mayHold(desk, state)).toBe(true);
    disturb(desk, state);
    expect(mayHold(desk, state)).toBe(false);
  });
});

describe('polls that were left out', () => {
  it('count as made where each would have begun, up to now and to the end of the hold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 101, max: 30_000 }), fc.nat(40_000), (untilMs, nowMs) => {
        const { desk, state } = heldDesk(untilMs);
        state.isHolding = true;
        desk.nowMs = nowMs;
        catchUpPolls(desk);
        let lastMs = 0;
        // One that begins at this very instant is still to be decided on.
        for (let ms = EVERY_MS; ms < nowMs && ms < untilMs; ms += EVERY_MS) lastMs = ms;
        const times = { lastStartedAtMs: lastMs, lastGoodAtMs: lastMs, lastReadAtMs: lastMs };
        expect(state).toMatchObject(times);
      }),
    );
  });

  it('are none where none are being left out', () => {
    const { desk, state } = heldDesk(10_000);
    desk.nowMs = 5_500;
    catchUpPolls(desk);
    expect(state.lastStartedAtMs).toBe(0);
  });

  it('leave the age of quotes alone where they are of the orders', () => {
    const { desk, state } = heldDesk(10_000);
    desk.quotes.observe([{ ...aQuote(CE), atMs: 0 }], 0);
    state.isHolding = true;
    desk.nowMs = 3_400;
    catchUpPolls(desk);
    expect(desk.quotes.ages(CE.symbol, 3_400)).toMatchObject({ quoteAgeMs: 3_400 });
  });
});

describe('the first poll that has to be made', () => {
  it('is the first at the pace of the polls that is not held', () => {
    fc.assert(
      fc.property(fc.integer({ min: 101, max: 30_000 }), fc.nat(40_000), (untilMs, dueMs) => {
        const { state } = heldDesk(untilMs);
        state.isHolding = true;
        let firstMs = dueMs;
        while (firstMs < untilMs) firstMs += EVERY_MS;
        expect(firstNeededMs(state, dueMs)).toBe(firstMs);
      }),
    );
  });

  it('is the next one where nothing is held', () => {
    const { state } = heldDesk(10_000);
    expect(firstNeededMs(state, 1_000)).toBe(1_000);
    state.isHolding = true;
    state.hold = null;
    expect(firstNeededMs(state, 1_000)).toBe(1_000);
  });
});

describe('while an order is looked for', () => {
  it('polls begin again two polls before they may prove it absent', () => {
    const { desk, state } = heldDesk(10_000);
    desk.runs.start(aRun(), DEFAULT_RUN_POLICIES);
    const intent = Object.assign(planned(desk), { state: 'unknown' });
    desk.doubts.open(intent, 0);
    Object.assign(desk.doubts.of(intent.tag) ?? {}, { ordersPolls: 9, lastLookAtMs: 0 });
    const proofMs = firstProofMs(desk);
    holdPolls(desk, state, { startedAtMs: 0, untilMs: Infinity });
    expect(state.hold?.untilMs).toBe(proofMs - 2 * EVERY_MS);
  });
});
