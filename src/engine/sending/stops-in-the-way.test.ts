import { describe, expect, it } from 'vitest';

import {
  command,
  crowded,
  HELD,
  LIMITS,
  legsOf,
  place,
  poll,
  STOP,
  take,
} from '../../../test/support/crowded-rig.ts';
import {
  aContract,
  aLeg,
  aQuote,
  type EngineRig,
  filled,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { type Order } from '../../model/orders/order.ts';
import { type EngineLimits } from '../engine-limits.ts';

it('a stop in the way of an exit is cancelled within three seconds beside 34 that do not go', () => {
  const { rig, legs } = crowded(34);
  for (const order of place(rig, legs)) rig.show(filled(order, 10_000));
  place(
    rig,
    legs.map((leg) => ({ ...leg, ...STOP })),
  );
  command(rig, { kind: 'place', orders: [{ ...HELD, ...STOP }] });
  const [stop] = take(rig);
  rig.command({ kind: 'squareOff', legs: 'all', reason: 'noon' });
  const wait = (): void => {
    rig.settle();
    rig.pass(250);
    poll(rig, [...legs, HELD]);
  };
  for (let quarter = 0; quarter < 240; quarter += 1) wait();
  rig.sent('cancel');
  command(rig, { kind: 'squareOff', legs: 'all', reason: '15:10' });
  const fromMs = rig.nowMs;
  const isOut = (): boolean =>
    rig.sent('cancel').some(({ orderIds }) => orderIds.includes(stop?.orderId ?? ''));
  while (!isOut()) {
    expect(rig.nowMs - fromMs).toBeLessThan(3_000);
    wait();
  }
});

it('what is kept for exits that are to come keeps back the stops of other legs, and no cancel of an entry', () => {
  const { rig, legs } = crowded(8);
  for (const order of place(rig, legs)) rig.show(filled(order, 10_000));
  place(
    rig,
    legs.map((leg) => ({ ...leg, ...STOP })),
  );
  const entry = aLeg({ leg: 'c', contract: aContract({ strikePaise: 2_050_000 }) });
  rig.quotes(aQuote(entry.contract));
  command(
    rig,
    { kind: 'place', orders: [entry] },
    { kind: 'place', orders: [{ ...HELD, ...STOP }] },
  );
  const rests = take(rig).find(({ symbol }) => symbol === entry.contract.symbol);
  rig.pass(2_000);
  poll(rig, [...legs, HELD]);
  rig.sent('cancel');
  rig.command({ kind: 'squareOff', legs: 'all', reason: 'noon' });
  expect(rig.sent('cancel').flatMap(({ orderIds }) => orderIds)).toHaveLength(8);
  rig.settle();
  rig.pass(1_100);
  command(rig, { kind: 'cancel', legs: ['c'], role: null });
  command(rig, { kind: 'squareOff', legs: ['b'], reason: 'noon' });
  expect(rig.sent('cancel')).toMatchObject([{ orderIds: [rests?.orderId] }]);
  rig.settle();
  rig.pass(1_100);
  expect(rig.sent('cancel')).toHaveLength(1);
});

describe('beside stops of its own run whose cancels change nothing, a stop is cancelled', () => {
  /** Seconds until the cancel of the last leg's stop leaves. */
  function secondsToCancel(stubborn: number, limits: Partial<EngineLimits>): number {
    const rig = startedRig({ from: '09:30', limits: { ...LIMITS, ...limits } });
    const legs = legsOf(stubborn + 1);
    for (const order of placeAll(rig, legs)) rig.show(filled(order, 10_000));
    const stops = placeAll(
      rig,
      legs.map((leg) => ({ ...leg, ...STOP })),
    );
    const last = stops.find(({ symbol }) => symbol === legs.at(-1)?.contract.symbol);
    rig.sent('cancel');
    rig.command({
      kind: 'squareOff',
      legs: legs.slice(0, -1).map(({ leg }) => leg),
      reason: 'noon',
    });
    const wait = (): void => {
      rig.settle();
      rig.pass(250);
      rig.orders(...rig.book.values());
    };
    for (let quarter = 0; quarter < 8; quarter += 1) wait();
    rig.sent('cancel');
    const fromMs = rig.nowMs;
    rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
    const isOut = (): boolean =>
      rig.sent('cancel').some(({ orderIds }) => orderIds.includes(last?.orderId ?? ''));
    while (!isOut() && rig.nowMs - fromMs < 300_000) wait();
    return (rig.nowMs - fromMs) / 1_000;
  }

  function placeAll(rig: EngineRig, orders: readonly LegOrder[]): readonly Order[] {
    const placed: Order[] = [];
    poll(rig, orders);
    rig.place(...orders);
    for (let round = 0; placed.length < orders.length && round < 60; round += 1) {
      placed.push(...take(rig));
      rig.pass(1_000);
      poll(rig, orders);
    }
    return placed;
  }

  it.each([
    [8, { ordersWorkingPollMs: 20_000 }, 5],
    [4, { messagesPerSecondMax: 4, ordersWorkingPollMs: 20_000 }, 5],
    [1, { messagesPerSecondMax: 1, ordersWorkingPollMs: 20_000 }, 5],
    [12, { messagesPerSecondMax: 1 }, 25],
    [8, {}, 5],
  ])('%i of them, %j: within %i seconds', (stubborn, limits, secondsMax) => {
    expect(secondsToCancel(stubborn, limits)).toBeLessThanOrEqual(secondsMax);
  });
});

it('exits that are ready and stops that are in the way share the messages of a second', () => {
  const { rig, legs } = crowded(12);
  for (const order of place(rig, legs)) rig.show(filled(order, 10_000));
  place(
    rig,
    legs.slice(0, 6).map((leg) => ({ ...leg, ...STOP })),
  );
  rig.pass(2_000);
  poll(rig, [...legs, HELD]);
  const earlier = rig.attempts().length;
  rig.command({ kind: 'squareOff', legs: 'all', reason: 'noon' });
  const counts = rig
    .attempts()
    .slice(earlier)
    .map((attempt) =>
      attempt.kind === 'cancel'
        ? `${String(attempt.orderIds.length)} cancels`
        : attempt.kind === 'place' && `${String(attempt.request.elements.length)} exits`,
    );
  expect(counts).toEqual(['2 cancels', '6 exits']);
});
