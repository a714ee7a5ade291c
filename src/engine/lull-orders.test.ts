import { expect, it } from 'vitest';

import {
  aDesk,
  held,
  planned,
  putInto,
  quoted,
  shownAs,
  working,
} from '../../test/support/desk-rig.ts';
import { aLeg, aQuote, CE, EngineRig, RUN, TIMEOUT } from '../../test/support/engine-rig.ts';
import { STOP } from '../../test/support/stop-rig.ts';
import { type Desk } from './desk.ts';
import { type EngineEvent } from './event.ts';
import { Lull } from './lull.ts';

const SAME = { orders: [], changed: [], malformed: [], isUnchanged: true };
const ORDERS = {
  kind: 'poll-ended',
  atMs: 0,
  startedAtMs: 0,
  subject: 'orders',
  outcome: { kind: 'accepted', value: SAME },
} as const;

/** A short with a stop that rests at the platform, at a price that is not through its trigger; all is fresh. */
function calmDesk(): Desk {
  const desk = aDesk();
  desk.polls.state('orders').lastGoodAtMs = desk.nowMs;
  held(desk, -75);
  quoted(desk, 10_000);
  const stop = working(desk, STOP);
  shownAs(stop, { status: 'trigger-pending' });
  desk.protections.add({ runId: RUN, commandIndex: 0, order: STOP }, [stop]);
  return desk;
}

/** Whether a poll is passed over, after quiet steps and what a test then changes. */
function isPassedOver(
  change: (desk: Desk) => void,
  { event = ORDERS, before }: { event?: EngineEvent; before?: (desk: Desk) => void } = {},
): boolean {
  const desk = calmDesk();
  before?.(desk);
  const quiet = new Lull();
  quiet.noteLook(desk);
  for (let step = 0; step < 2; step += 1) quiet.noteStep(ORDERS, []);
  change(desk);
  return quiet.holds(desk, event);
}

it('orders that are as they were lead to nothing where all of ours rest', () => {
  expect(isPassedOver(() => undefined)).toBe(true);
});

it.each<[string, (desk: Desk) => void]>([
  [
    'a stop waits though the price is through its trigger',
    (desk) => {
      quoted(desk, 14_000);
    },
  ],
  [
    'an order was taken that no poll has shown',
    (desk) => {
      putInto(planned(desk), 'accepted');
    },
  ],
  ['an order waits to leave', (desk) => void planned(desk)],
  [
    'an order is looked for',
    (desk) => {
      const intent = planned(desk);
      putInto(intent, 'unknown');
      desk.doubts.open(intent, desk.nowMs - 5_000);
    },
  ],
  [
    'an answer came so lately that its order may be about to fill',
    (desk) => {
      desk.lastAnswerAtMs = desk.nowMs - desk.limits.repriceMs;
    },
  ],
])('they are looked at where %s', (_, change) => {
  expect(isPassedOver(change)).toBe(false);
});

it.each<[string, (desk: Desk) => void]>([
  [
    'known, since the process was away',
    (desk) => {
      desk.awayUntilMs = desk.nowMs;
    },
  ],
  [
    'fresh',
    (desk) => {
      desk.nowMs += desk.limits.ordersAgeMsMax + 1;
    },
  ],
])('they are looked at where the orders were not %s: the poll may be waited for', (_, before) => {
  expect(isPassedOver(seenNow, { before })).toBe(false);
});

it.each<[string, EngineEvent]>([
  [
    'an order is new',
    { ...ORDERS, outcome: { kind: 'accepted', value: { ...SAME, isUnchanged: false } } },
  ],
  [
    'a record cannot be read',
    {
      ...ORDERS,
      outcome: { kind: 'accepted', value: { ...SAME, malformed: [{ index: 0, problem: 'x' }] } },
    },
  ],
  ['the poll failed', { ...ORDERS, outcome: TIMEOUT }],
])('a poll is looked at where %s', (_, event) => {
  expect(isPassedOver(() => undefined, { event })).toBe(false);
});

it('a stop that the price passes in the middle of a quiet time is still noticed', () => {
  const rig = new EngineRig();
  rig.start();
  rig.hold(aLeg());
  rig.show({ ...rig.work(STOP), status: 'trigger-pending' });
  const second = (lastPaise: number): void => {
    rig.pass(1_000);
    rig.orders(...rig.book.values());
    rig.quotes(aQuote(CE, lastPaise));
  };
  for (let passed = 0; passed < 30; passed += 1) second(10_000);
  for (let passed = 0; passed < 60; passed += 1) second(16_000);
  expect(rig.engine.view().protections[0]).toMatchObject({ state: 'passed', isBeyondBound: true });
});

/** The poll that is judged has been taken in. */
function seenNow(desk: Desk): void {
  Object.assign(desk.polls.state('orders'), { lastGoodAtMs: desk.nowMs, lastReadAtMs: desk.nowMs });
}
