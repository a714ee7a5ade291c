import { describe, expect, it } from 'vitest';

import { aDesk, held, planned, putInto, shownAs, working } from '../../../test/support/desk-rig.ts';
import { at, noticesOf, PE, RigProblem, RUN } from '../../../test/support/engine-rig.ts';
import { STOP } from '../../../test/support/stop-rig.ts';
import { startSquareOff } from '../closing/square-off.ts';
import { type Desk } from '../desk.ts';
import { type Intent } from '../intents/intent.ts';
import {
  noticeUnprotected,
  type Protection,
  protectionsOf,
  runClocks,
} from './clock-protection.ts';
import { isLeftBehind, isThrough, notePassed, restsAtLimit } from './passed-stops.ts';
import { type LegClock, type StandingExit } from './protection-book.ts';

const REF = { runId: RUN, commandIndex: 0 };
const LATE = { kind: 'stop', triggerPricePaise: 10_100, limitPricePaise: 10_200 } as const;

/**
 * A short call with a stop; its orders are `intents`.
 *
 * @throws {RigProblem} when it has no clock
 */
function withStop(
  desk: Desk,
  ...intents: readonly Intent[]
): { readonly exit: StandingExit; readonly clock: LegClock } {
  held(desk, -75);
  const exit = desk.protections.add({ ...REF, order: STOP }, intents);
  const [clock] = desk.protections.clocks();
  if (clock === undefined) throw new RigProblem('no clock');
  return { exit, clock };
}

function squareOff(desk: Desk): void {
  startSquareOff(desk, { runId: RUN, scope: ['ce'], reason: 'x', origin: 'strategy' });
}

function stateOf(desk: Desk): Protection | undefined {
  return protectionsOf(desk)[0];
}

describe('the clock of a leg', () => {
  it('runs from the first look that finds no stop, and not while the exchange is closed', () => {
    const desk = aDesk();
    const { clock } = withStop(desk);
    desk.nowMs = at('09:14');
    runClocks(desk);
    expect(clock.sinceMs).toBeNull();
    desk.nowMs = at('09:20');
    runClocks(desk);
    desk.nowMs += 1_000;
    runClocks(desk);
    expect(clock.sinceMs).toBe(at('09:20'));
    expect(stateOf(desk)).toMatchObject({ longestUnprotectedMs: 1_000, state: 'placing' });
  });

  it('keeps the stretch that an answer ended until a poll has shown the stop', () => {
    const desk = aDesk();
    const stop = planned(desk, STOP);
    const { clock } = withStop(desk, stop);
    runClocks(desk);
    desk.nowMs += 2_000;
    putInto(stop, 'accepted');
    runClocks(desk);
    const unseen = { fromMs: at('09:20'), toMs: desk.nowMs };
    expect(clock).toMatchObject({ sinceMs: null, unseen, longestMs: 0 });
    desk.nowMs += 1_000;
    shownAs(stop);
    runClocks(desk);
    expect(clock).toMatchObject({ sinceMs: null, unseen: null, longestMs: 2_000 });
    runClocks(desk);
    expect(clock.longestMs).toBe(2_000);
  });

  it('goes on from before where the stop that was answered as taken is not there', () => {
    const desk = aDesk();
    const stop = planned(desk, STOP);
    const { clock } = withStop(desk, stop);
    runClocks(desk);
    desk.nowMs += 2_000;
    putInto(stop, 'accepted');
    runClocks(desk);
    desk.nowMs += 2_000;
    putInto(stop, 'absent');
    runClocks(desk);
    expect(clock).toMatchObject({ sinceMs: at('09:20'), unseen: null });
  });

  it('tells people at the bound, to the millisecond, once, and when it is over', () => {
    const desk = aDesk();
    const stop = planned(desk, STOP);
    const { clock } = withStop(desk, stop);
    const dueMs = at('09:20') + desk.limits.unprotectedNoticeMs;
    desk.nowMs = dueMs - 1;
    clock.sinceMs = at('09:20');
    noticeUnprotected(desk);
    expect([desk.wakesAtMs, clock.isTold]).toEqual([[dueMs], false]);
    desk.nowMs = dueMs;
    noticeUnprotected(desk);
    noticeUnprotected(desk);
    expect(clock).toMatchObject({ isTold: true, isBeyondBound: true });
    shownAs(stop);
    noticeUnprotected(desk);
    expect(clock).toMatchObject({ isTold: false, isBeyondBound: true });
    const seconds = String(desk.limits.unprotectedNoticeMs / 1_000);
    expect(noticesOf(desk.outbox.take())).toEqual([
      expect.stringMatching(/^Leg "ce" holds 75 units .* since 09:20/),
      `Leg "ce" has its stop after ${seconds} s without one`,
    ]);
  });
});

describe('the clock of a leg that is squared off', () => {
  it('counts from when no exit works, not from before the square-off', () => {
    const desk = aDesk();
    const { clock } = withStop(desk, working(desk, STOP));
    runClocks(desk);
    expect([clock.bareSinceMs, desk.wakesAtMs]).toEqual([null, []]);
    desk.nowMs += 5_000;
    desk.protections.end(() => true);
    for (const intent of desk.intents.all()) shownAs(intent, { status: 'cancelled' });
    squareOff(desk);
    runClocks(desk);
    const dueMs = desk.nowMs + desk.limits.squareOffNoticeMs;
    expect([clock.bareSinceMs, desk.wakesAtMs]).toEqual([desk.nowMs, [dueMs]]);
    desk.nowMs = dueMs - 1;
    runClocks(desk);
    expect(clock.sinceMs).toBeNull();
    desk.nowMs = dueMs;
    runClocks(desk);
    expect(clock.sinceMs).toBe(clock.bareSinceMs);
  });

  it.each<[string, (desk: Desk) => void]>([
    ['works', (desk) => void working(desk, { ...STOP, role: 'exit' })],
    ['works as a stop that waits', (desk) => void working(desk, STOP)],
  ])('does not count while an exit %s', (_, change) => {
    const desk = aDesk();
    const { clock } = withStop(desk);
    squareOff(desk);
    change(desk);
    runClocks(desk);
    expect(clock.bareSinceMs).toBeNull();
  });

  it.each<[string, (desk: Desk) => void]>([
    ['an entry works', (desk) => void working(desk, { ...STOP, role: 'entry' })],
    ['an exit has not left', (desk) => void planned(desk, { ...STOP, role: 'exit' })],
    [
      'an exit is over',
      (desk) => void shownAs(working(desk, { ...STOP, role: 'exit' }), { status: 'cancelled' }),
    ],
  ])('counts while %s', (_, change) => {
    const desk = aDesk();
    const { clock } = withStop(desk);
    squareOff(desk);
    change(desk);
    runClocks(desk);
    expect(clock.bareSinceMs).toBe(desk.nowMs);
  });

  it('counts for one unit, and for none not', () => {
    const desk = aDesk();
    const { clock } = withStop(desk);
    squareOff(desk);
    held(desk, 74);
    runClocks(desk);
    expect(clock.bareSinceMs).toBe(desk.nowMs);
    held(desk, 1);
    runClocks(desk);
    expect(clock.bareSinceMs).toBeNull();
  });
});

/** Fresh orders and prices of now. */
function looked(desk: Desk, lastPaise: number): void {
  const { symbol } = STOP.contract;
  const quote = { symbol, bidPaise: null, askPaise: null, lastPaise, atMs: desk.nowMs };
  desk.quotes.observe([quote], desk.nowMs);
  desk.polls.state('orders').lastGoodAtMs = desk.nowMs;
}

describe('a stop that waits though the price is through its trigger', () => {
  function waiting(): ReturnType<typeof withStop> & { readonly desk: Desk } {
    const desk = aDesk();
    const intent = working(desk, STOP);
    shownAs(intent, { status: 'trigger-pending' });
    return { desk, ...withStop(desk, intent) };
  }

  it('counts as none after 15 s of fresh looks, and its leg as bare since the first', () => {
    const { desk, exit, clock } = waiting();
    looked(desk, 14_000);
    notePassed(desk, exit);
    expect([exit.waitsSinceMs, desk.protections.isPriceAwaited]).toEqual([at('09:20'), true]);
    desk.nowMs += 14_999;
    looked(desk, 14_000);
    notePassed(desk, exit);
    expect(exit.isPassed).toBe(false);
    desk.nowMs += 1;
    looked(desk, 14_000);
    notePassed(desk, exit);
    expect([exit.isPassed, clock.sinceMs]).toEqual([true, at('09:20')]);
    // What was found stays found without another look.
    desk.nowMs += 60_000;
    notePassed(desk, exit);
    expect([exit.isPassed, exit.waitsSinceMs]).toEqual([true, at('09:20')]);
    looked(desk, 12_000);
    notePassed(desk, exit);
    expect([exit.isPassed, exit.waitsSinceMs]).toEqual([false, null]);
  });

  it.each(['orders', 'quotes'] as const)('is not counted over old %s', (subject) => {
    const { desk, exit } = waiting();
    looked(desk, 14_000);
    notePassed(desk, exit);
    const ageMsMax = subject === 'orders' ? desk.limits.ordersAgeMsMax : desk.limits.quoteAgeMsMax;
    desk.nowMs += ageMsMax + 1;
    if (subject === 'quotes') desk.polls.state('orders').lastGoodAtMs = desk.nowMs;
    else {
      looked(desk, 14_000);
      desk.polls.state('orders').lastGoodAtMs = at('09:20');
    }
    notePassed(desk, exit);
    expect(exit.waitsSinceMs).toBeNull();
  });
});

describe('a stop that triggered', () => {
  it('rests at its limit where one of its orders does', () => {
    const intent = working(aDesk(), STOP);
    shownAs(intent, { orderId: 'other', status: 'trigger-pending' });
    expect(restsAtLimit(intent)).toBe(true);
    shownAs(intent, { status: 'trigger-pending' });
    expect(restsAtLimit(intent)).toBe(false);
    const exit = working(aDesk(), { ...STOP, role: 'exit' });
    expect(restsAtLimit(exit)).toBe(false);
  });

  it('is left behind once it has rested long enough with the price through its trigger', () => {
    const desk = aDesk();
    const { exit } = withStop(desk, working(desk, STOP));
    looked(desk, 14_000);
    const dueMs = desk.nowMs + desk.limits.repriceMs;
    expect([isLeftBehind(desk, exit), desk.wakesAtMs]).toEqual([false, [dueMs]]);
    desk.nowMs = dueMs;
    expect([isLeftBehind(desk, exit), desk.wakesAtMs]).toEqual([true, [dueMs]]);
    looked(desk, 12_000);
    expect([isLeftBehind(desk, exit), exit.restsSinceMs]).toEqual([false, null]);
    looked(desk, 14_000);
    expect(isLeftBehind(desk, exit)).toBe(false);
    for (const intent of exit.intents) shownAs(intent, { status: 'completed' });
    expect([isLeftBehind(desk, exit), exit.restsSinceMs]).toEqual([false, null]);
  });

  it('is through by its own trigger; nothing else has one', () => {
    const desk = aDesk();
    expect(isThrough(desk, { order: STOP })).toBe(false);
    looked(desk, 10_100);
    expect(isThrough(desk, { order: { ...STOP, terms: LATE } })).toBe(true);
    expect(isThrough(desk, { order: { ...STOP, role: 'target', terms: LATE } })).toBe(false);
    expect(isThrough(desk, { order: STOP })).toBe(false);
  });
});

it('a leg needs stops for what its stops ask, not for its targets, nor for stops in another contract', () => {
  const desk = aDesk();
  const stop = working(desk, STOP);
  const { clock } = withStop(desk, stop);
  held(desk, -75);
  desk.protections.add({ ...REF, order: { ...STOP, role: 'target' } }, []);
  desk.protections.add({ ...REF, order: { ...STOP, contract: PE } }, []);
  runClocks(desk);
  expect(clock.sinceMs).toBeNull();
  expect(stateOf(desk)).toMatchObject({ heldUnits: 150, protectedUnits: 75, state: 'standing' });
});

it('a leg that is flat is protected by nothing, and unprotected for no time', () => {
  const desk = aDesk();
  withStop(desk);
  held(desk, 75);
  expect(stateOf(desk)).toMatchObject({
    heldUnits: 0,
    protectedUnits: 0,
    longestUnprotectedMs: 0,
    tries: 0,
    state: 'flat',
  });
});
