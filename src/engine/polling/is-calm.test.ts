import { describe, expect, it } from 'vitest';

import { deskOptions, putInto } from '../../../test/support/desk-rig.ts';
import { aDay, aLeg, aRecord, aRun, RigProblem, RUN } from '../../../test/support/engine-rig.ts';
import { type OrderStatus } from '../../model/orders/order-machine.ts';
import { type Order } from '../../model/orders/order.ts';
import { DEFAULT_RUN_POLICIES } from '../../model/runs/run-policies.ts';
import { createDesk, type Desk } from '../desk.ts';
import { type Intent } from '../intents/intent.ts';
import { planIntents } from '../intents/plan-intents.ts';
import { countOrdersPoll } from '../reconciling/seek-absence.ts';
import { isCalm } from './held-polls.ts';

const TERMS = { kind: 'limit', pricePaise: 9_900 } as const;

function aDesk(): Desk {
  const desk = createDesk(deskOptions(), aDay());
  desk.nowMs = 0;
  desk.runs.start(aRun(), DEFAULT_RUN_POLICIES);
  return desk;
}

/**
 * Plans an entry that a poll has shown.
 *
 * @throws {RigProblem} when nothing was planned
 */
function plan(desk: Desk, ...statuses: readonly OrderStatus[]): Intent {
  const of = { runId: RUN, commandIndex: 0, origin: 'command', group: null } as const;
  const [tag = ''] = planIntents(desk, aLeg(), of);
  const intent = desk.intents.byTag(tag);
  if (intent === undefined) throw new RigProblem('nothing was planned');
  putInto(intent, 'accepted');
  for (const [index, status] of statuses.entries()) {
    const order = { ...anOrder(intent), orderId: `o${String(index)}`, status };
    intent.orders.set(order.orderId, order);
  }
  return intent;
}

function anOrder({ tag, order }: Intent): Order {
  const { contract, side, quantityUnits, product } = order;
  const { instrumentId, symbol } = contract;
  const what = { instrumentId, symbol, side, quantityUnits, product, terms: TERMS };
  return aRecord({ ...what, tag, extraTags: {} });
}

function over(intent: Intent): void {
  for (const order of intent.orders.values()) {
    intent.orders.set(order.orderId, { ...order, status: 'completed' });
  }
}

describe('a desk is calm', () => {
  it('while it has nothing', () => {
    expect(isCalm(aDesk())).toBe(true);
  });

  it.each<OrderStatus>(['open', 'trigger-pending', 'cancel-pending'])(
    'while its order rests as %s',
    (status) => {
      const desk = aDesk();
      plan(desk, status);
      plan(desk, 'open', status);
      expect(isCalm(desk)).toBe(true);
    },
  );

  it.each<[string, (intent: Intent, desk: Desk) => void]>([
    [
      'an order is looked for that cannot be proven absent yet',
      (intent, desk) => {
        intent.orders.clear();
        putInto(intent, 'unknown');
        desk.doubts.open(intent, -5_000);
        for (const startedAtMs of [-4_000, -3_000, -2_000, -1_000]) {
          countOrdersPoll(desk, startedAtMs);
        }
      },
    ],
    [
      'an entry is held for the operator',
      (intent, desk) => {
        intent.orders.clear();
        putInto(intent, 'absent');
        desk.doubts.open(intent, 0);
        desk.intents.sweep(0);
      },
    ],
    ['an order is one too many', (intent, { surplus }) => surplus.add(intent)],
    [
      'a cancel was sent and is sent again by the clock',
      (intent) => (intent.cancel = { sentAtMs: 0, isUnderWay: false, tries: 1, isTooEarly: false }),
    ],
    [
      'one of two orders of an intent is over',
      (intent) => {
        intent.orders.set('twin', { ...anOrder(intent), status: 'completed' });
      },
    ],
    [
      'a square-off goes on',
      (_, { squareOffs }) => {
        const told = { startedAtMs: 0, isOverdueNoticed: false, isTold: true };
        squareOffs.add({ runId: RUN, scope: 'all', reason: 'r', origin: 'strategy', ...told });
      },
    ],
  ])('while %s', (_, disturb) => {
    const desk = aDesk();
    disturb(plan(desk, 'open'), desk);
    expect(isCalm(desk)).toBe(true);
  });

  it('once its orders are over', () => {
    const desk = aDesk();
    plan(desk, 'completed');
    putInto(plan(desk), 'refused');
    desk.intents.sweep(0);
    expect(isCalm(desk)).toBe(true);
  });
});

describe('a desk is not calm', () => {
  it.each<OrderStatus>(['place-pending', 'modify-pending', 'unrecognised'])(
    'while one order of several is %s',
    (status) => {
      const desk = aDesk();
      plan(desk, 'open');
      plan(desk, 'open', status);
      expect(isCalm(desk)).toBe(false);
    },
  );

  it.each<Intent['state']>(['waiting', 'sending', 'unknown'])('while an intent is %s', (state) => {
    const desk = aDesk();
    putInto(plan(desk, 'open'), state);
    expect(isCalm(desk)).toBe(false);
  });

  it('while no poll has shown what was accepted', () => {
    const desk = aDesk();
    plan(desk);
    expect(isCalm(desk)).toBe(false);
  });

  it.each<[string, (intent: Intent, desk: Desk) => void]>([
    [
      'a cancel is wished',
      (intent) =>
        (intent.cancel = { sentAtMs: null, isUnderWay: false, tries: 1, isTooEarly: false }),
    ],
    [
      'a cancel is under way',
      (intent) => (intent.cancel = { sentAtMs: 0, isUnderWay: true, tries: 1, isTooEarly: false }),
    ],
    [
      'a modify is wished',
      (intent) => (intent.modify = { terms: TERMS, commandIndex: null, unknownAtMs: null }),
    ],
    ['a modify is under way', (intent) => (intent.modifyUnderWay = TERMS)],
    [
      'an attempt is under way',
      (_, { attempts }) => {
        attempts.add('a1', { kind: 'cancel', intents: new Map() });
      },
    ],
    [
      'an order is looked for that too few polls have missed',
      (intent, desk) => {
        intent.orders.clear();
        putInto(intent, 'unknown');
        desk.doubts.open(intent, 0);
      },
    ],
    [
      'an unknown order has been shown, however long it was looked for',
      (intent, desk) => {
        const shown = [...intent.orders.values()];
        intent.orders.clear();
        putInto(intent, 'unknown');
        desk.doubts.open(intent, -5_000);
        for (const startedAtMs of [-4_000, -3_000, -2_000, -1_000]) {
          countOrdersPoll(desk, startedAtMs);
        }
        for (const order of shown) intent.orders.set(order.orderId, order);
      },
    ],
    ['the only order of an intent is over, but not put away', over],
    [
      'the list lacks an order that it had shown',
      (intent, { listWatch }) => {
        listWatch.observe([anOrder(intent)], 0);
        listWatch.observe([], 1);
      },
    ],
  ])('while %s', (_, disturb) => {
    const desk = aDesk();
    const intent = plan(desk, 'open');
    expect(isCalm(desk)).toBe(true);
    disturb(intent, desk);
    expect(isCalm(desk)).toBe(false);
  });
});

it('nothing is calm while an order that was accepted has not been shown', () => {
  const desk = aDesk();
  plan(desk);
  expect(isCalm(desk)).toBe(false);
});

it('an unknown order that is looked for is calm, one that is to be changed is not', () => {
  const desk = aDesk();
  const intent = plan(desk);
  putInto(intent, 'unknown');
  expect(isCalm(desk)).toBe(false);
  desk.doubts.open(intent, -1);
  for (let poll = 0; poll < 9; poll += 1) countOrdersPoll(desk, 0);
  expect(isCalm(desk)).toBe(true);
  intent.modify = { terms: TERMS, commandIndex: 0, unknownAtMs: null };
  expect(isCalm(desk)).toBe(false);
  intent.modify = null;
  intent.modifyUnderWay = TERMS;
  expect(isCalm(desk)).toBe(false);
});
