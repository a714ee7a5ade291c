import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  aRecord,
  aRun,
  CE,
  EngineRig,
  filled,
  moved,
  noticesOf,
  refusalsOf,
  RigProblem,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import {
  placed,
  price,
  protection,
  STOP,
  takenAll,
  TERMS,
} from '../../../test/support/stop-rig.ts';
import { type Order } from '../../model/orders/order.ts';

/**
 * Answers what was placed last as taken; its record is not shown yet.
 *
 * @throws {RigProblem} when nothing was placed
 */
function accept(rig: EngineRig): Order {
  const [element] = takenAll(rig);
  if (element === undefined) throw new RigProblem('nothing was placed');
  return aRecord(element);
}

it('runs from the command until the answer that took the stop, once a poll has shown it', () => {
  const rig = startedRig();
  rig.hold(aLeg());
  rig.place(STOP);
  const fromMs = rig.nowMs;
  expect(protection(rig)).toMatchObject({
    heldUnits: 75,
    protectedUnits: 0,
    unprotectedSinceMs: fromMs,
    state: 'placing',
  });
  rig.pass(300);
  const stop = accept(rig);
  expect(protection(rig)).toMatchObject({ unprotectedSinceMs: null, protectedUnits: 75 });
  rig.pass(1_000);
  rig.show(stop);
  expect(protection(rig)).toMatchObject({
    unprotectedSinceMs: null,
    longestUnprotectedMs: 300,
    state: 'standing',
    isBeyondBound: false,
  });
});

it('never stopped where a poll shows that the stop was not taken after all', () => {
  const rig = startedRig();
  rig.hold(aLeg());
  rig.place(STOP);
  const fromMs = rig.nowMs;
  const stop = accept(rig);
  rig.pass(1_000);
  rig.show(moved(stop, { status: 'place-pending' }));
  rig.pass(1_000);
  rig.show(moved(stop, { status: 'rejected', updatedAtMs: 9 }));
  expect(protection(rig)).toMatchObject({ unprotectedSinceMs: fromMs, tries: 1 });
});

it('goes on while the leg is closed for want of a stop, and ends with it; people hear of both', () => {
  const rig = startedRig();
  rig.hold(aLeg());
  rig.place({ ...STOP, terms: { ...TERMS, triggerPricePaise: -1 } });
  const exit = accept(rig);
  rig.pass(4_999);
  expect(noticesOf(rig.effects, 'critical').at(-1)).not.toContain('without the stop');
  rig.pass(1);
  expect(noticesOf(rig.effects, 'critical').at(-1)).toMatch(
    /^Leg "ce" holds 75 units of .* since 09:20:00: .*\. The leg is being closed$/,
  );
  rig.pass(1_000);
  rig.show(filled(exit, 10_000));
  expect(noticesOf(rig.effects, 'info')).toContain('Leg "ce" is flat after 6 s without one');
  expect(protection(rig)).toMatchObject({
    state: 'flat',
    heldUnits: 0,
    unprotectedSinceMs: null,
    longestUnprotectedMs: 6_000,
    isBeyondBound: true,
  });
});

it('goes on over a restart: what was bare before is counted, and told as one stretch', () => {
  const rig = startedRig();
  rig.hold(aLeg());
  rig.place(STOP);
  const fromMs = rig.nowMs;
  rig.pass(4_000);
  rig.step({ kind: 'restarted', lastAtMs: rig.nowMs, neverSent: [] });
  expect(protection(rig)).toMatchObject({ unprotectedSinceMs: fromMs });
  rig.pass(1_000);
  expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('since 09:20:00');
  rig.step({ kind: 'restarted', lastAtMs: rig.nowMs, neverSent: [] });
  expect(protection(rig)).toMatchObject({ isBeyondBound: true, longestUnprotectedMs: 5_000 });
});

it('is not started by a square-off, nor by stops that lapse with the session', () => {
  const rig = startedRig();
  rig.hold(aLeg({ product: 'carry-forward' }));
  const stop = rig.work({ ...STOP, product: 'carry-forward' });
  rig.to('15:40');
  rig.show(moved(stop, { status: 'cancelled' }));
  rig.pass(60_000);
  expect(protection(rig)).toMatchObject({ unprotectedSinceMs: null, isBeyondBound: false });
});

describe('while a leg that had its stop is squared off', () => {
  const SQUARE_OFF = { kind: 'squareOff', legs: 'all', reason: '15:10' } as const;

  /** Lets time pass; every exit that is placed meanwhile is taken, and then shown in a state. */
  function exitsFor(rig: EngineRig, forMs: number, over: Partial<Order>): void {
    for (let waitedMs = 0; waitedMs < forMs; waitedMs += 500) {
      const records = takenAll(rig).map((element) => aRecord(element, over));
      rig.quotes(aQuote(CE));
      rig.show(...records);
      rig.pass(500);
    }
  }

  it('runs from when no exit works, once that was so for as long as a square-off may take', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.command(SQUARE_OFF);
    rig.show(moved(stop, { status: 'cancelled' }));
    const sinceMs = rig.nowMs;
    exitsFor(rig, 59_000, { status: 'rejected' });
    expect(protection(rig)).toMatchObject({ state: 'closing', unprotectedSinceMs: null });
    exitsFor(rig, 60_000, { status: 'rejected' });
    expect(protection(rig)).toMatchObject({ unprotectedSinceMs: sinceMs, isBeyondBound: true });
    exitsFor(rig, 200_000, { status: 'completed', filledUnits: 75, filledValuePaise: 750_000 });
    expect(protection(rig)).toMatchObject({ state: 'flat', isBeyondBound: true });
  });

  it('does not run while an exit works, or a stop does that is not cancelled yet', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.command(SQUARE_OFF);
    exitsFor(rig, 90_000, {});
    rig.show(moved(stop, { status: 'cancelled' }));
    exitsFor(rig, 90_000, { status: 'open' });
    expect(protection(rig)).toMatchObject({ state: 'closing', unprotectedSinceMs: null });
  });

  it('runs where the stop that is not cancelled yet was left behind by the market', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const stop = rig.work(STOP);
    price(rig, 20_000);
    rig.show(moved(stop, { status: 'open' }));
    rig.command(SQUARE_OFF);
    rig.pass(60_000);
    expect(protection(rig)).toMatchObject({ state: 'closing', isBeyondBound: true });
  });
});

it('counts what stops are asked for, not more', () => {
  const rig = startedRig();
  rig.hold(aLeg({ quantityUnits: 150 }));
  rig.work(STOP);
  expect(protection(rig)).toMatchObject({
    heldUnits: 150,
    protectedUnits: 75,
    unprotectedSinceMs: null,
    state: 'standing',
  });
});

it('of a leg held over night waits for the open, and the stop with it', () => {
  const rig = new EngineRig({ from: '09:10' });
  const held = { netUnits: -75, openValuePaise: 750_000, lastPaise: 10_000 };
  const carried = [{ leg: 'ce', contract: CE, ...held }];
  rig.step({ kind: 'run-started', run: aRun(), carried });
  rig.place({ ...STOP, product: 'carry-forward' });
  expect(protection(rig)).toMatchObject({ state: 'closed', unprotectedSinceMs: null });
  rig.to('09:15');
  rig.show(accept(rig));
  expect(protection(rig)).toMatchObject({ state: 'standing', protectedUnits: 75 });
});

it('tells of the units that have no stop, not of those beside them that have', () => {
  const rig = startedRig();
  rig.hold(aLeg({ quantityUnits: 225 }));
  rig.work(STOP);
  rig.place({ ...STOP, quantityUnits: 150 });
  rig.sent('place');
  rig.pass(4_999);
  expect(noticesOf(rig.effects, 'critical')).toEqual([]);
  rig.pass(1);
  expect(noticesOf(rig.effects, 'critical').at(-1)).toContain(
    `holds 150 units of ${CE.symbol} without the stop`,
  );
  expect(protection(rig)).toMatchObject({ heldUnits: 225, protectedUnits: 75 });
});

const TARGET = aLeg({
  role: 'target',
  side: 'buy',
  terms: { kind: 'limit', pricePaise: 5_000 },
});

/** Orders that were ever to be cancelled. */
function cancelled(rig: EngineRig): ReadonlySet<string> {
  const orderIds = rig.attempts().map((attempt) => {
    return attempt.kind === 'cancel' ? attempt.orderIds : [];
  });
  return new Set(orderIds.flat());
}

describe('beside another exit for the same units', () => {
  it('runs while a target rests far from the market: the target gives way to the stop', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const target = rig.work(TARGET);
    rig.place(STOP);
    const sinceMs = rig.nowMs;
    expect(protection(rig)).toMatchObject({ state: 'placing', unprotectedSinceMs: sinceMs });
    expect(rig.sent('cancel')).toMatchObject([{ orderIds: [target.orderId] }]);
    expect(refusalsOf(rig.effects).at(-1)).toMatch(/^Cancelled: the stop of leg "ce" needs/);
    rig.pass(5_000);
    expect(protection(rig)).toMatchObject({ isBeyondBound: true, protectedUnits: 0 });
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('without the stop');
    rig.show(moved(target, { status: 'cancelled' }));
    rig.show(accept(rig));
    expect(protection(rig)).toMatchObject({ state: 'standing', protectedUnits: 75 });
    rig.pass(60_000);
    expect(placed(rig)).toEqual([]);
  });

  it('closes the leg once the target is gone, where the price has passed the trigger meanwhile', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const target = rig.work(TARGET);
    rig.place(STOP);
    price(rig, 17_900);
    rig.show(target);
    expect(placed(rig)).toEqual([]);
    rig.show(moved(target, { status: 'cancelled' }));
    expect(placed(rig)).toMatchObject([{ side: 'buy', quantityUnits: 75 }]);
    expect(protection(rig)).toMatchObject({ state: 'closing' });
  });

  it('places the stop at once where the target of the same command has not left', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.place(TARGET, STOP);
    expect(placed(rig)).toMatchObject([{ terms: { kind: 'stop' }, quantityUnits: 75 }]);
    expect(refusalsOf(rig.effects).at(-1)).toMatch(/^Not sent: the stop of leg "ce" needs/);
  });

  it('takes from targets only what stops need: those beside them stay', () => {
    const rig = startedRig();
    rig.hold(aLeg({ quantityUnits: 225 }));
    const elder = rig.work(TARGET);
    const younger = rig.work(TARGET);
    rig.place({ ...STOP, quantityUnits: 150 });
    rig.show(accept(rig));
    rig.show(elder, moved(younger, { status: 'cancelled' }));
    rig.show(accept(rig));
    rig.pass(10_000);
    expect(cancelled(rig)).toEqual(new Set([younger.orderId]));
    expect(protection(rig)).toMatchObject({ state: 'standing', heldUnits: 225 });
  });

  it('is not started by an exit that meets the market, unless it does not fill in time', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const exit = rig.work(aLeg({ role: 'exit', side: 'buy' }));
    rig.place(STOP);
    expect(protection(rig)).toMatchObject({ state: 'closing', unprotectedSinceMs: null });
    rig.pass(4_999);
    expect(rig.sent('cancel')).toEqual([]);
    rig.pass(1);
    expect(rig.sent('cancel')).toMatchObject([{ orderIds: [exit.orderId] }]);
    expect(protection(rig)).toMatchObject({ state: 'placing', unprotectedSinceMs: rig.nowMs });
  });

  it('counts an exit that met the market no more once the price has run away from it', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const exit = rig.work(aLeg({ role: 'exit', side: 'buy' }));
    rig.place(STOP);
    price(rig, 12_000);
    rig.show(exit);
    expect(protection(rig)).toMatchObject({ state: 'placing', unprotectedSinceMs: rig.nowMs });
  });
});
