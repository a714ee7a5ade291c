import { describe, expect, it } from 'vitest';

import {
  aDesk,
  held,
  planned,
  putInto,
  quoted,
  shownAs,
  working,
} from '../../../test/support/desk-rig.ts';
import { aLeg, noticesOf, PE, RUN } from '../../../test/support/engine-rig.ts';
import { STOP } from '../../../test/support/stop-rig.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { cancelOrders, modifyOrders, wishCancel } from '../commands/modify-and-cancel.ts';
import { type Desk } from '../desk.ts';
import { type Attempt } from '../effect.ts';
import { holdBackChange, holdBackPlace } from '../intents/hold-back.ts';
import { cancelWish, type Intent, isExit, type ModifyWish } from '../intents/intent.ts';
import { sightOrder } from '../intents/sight-order.ts';
import { judgeIntent } from '../judging/judge-intent.ts';
import { dueModifies, sendModifies } from './send-changes.ts';
import { sendReducing } from './send-reducing.ts';
import { takeTurns } from './take-turns.ts';

const REF = { runId: RUN, commandIndex: 5 };
const TERMS = { kind: 'limit', pricePaise: 9_500 } as const;
const WISH: ModifyWish = { terms: TERMS, commandIndex: 5, unknownAtMs: null };
const EXIT = aLeg({ role: 'exit', side: 'buy', terms: { kind: 'limit', pricePaise: 9_000 } });

/** An order at work that is to have other terms. */
function wished(desk: Desk, order: LegOrder = EXIT, origin: Intent['origin'] = 'command'): Intent {
  const intent = working(desk, order, { origin });
  intent.modify = { ...WISH };
  return intent;
}

function due(desk: Desk): readonly string[] {
  return dueModifies(desk, () => true).map(({ element }) => element.orderId);
}

function sent(desk: Desk): readonly Attempt['kind'][] {
  return desk.outbox
    .take()
    .flatMap((effect) => (effect.kind === 'attempt' ? [effect.attempt.kind] : []));
}

describe('new terms for an order', () => {
  it('leave once, and count against the budget until they are answered', () => {
    const desk = aDesk();
    held(desk, -75);
    const intent = wished(desk);
    const free = desk.budget.free(desk.nowMs, 'urgent');
    desk.nowMs += 1;
    sendModifies(desk, dueModifies(desk, isExit), 'urgent');
    expect(sent(desk)).toEqual(['modify']);
    expect(desk.budget.free(desk.nowMs, 'urgent')).toBe(free - 1);
    expect(intent).toMatchObject({ modifyUnderWay: TERMS, modifications: 1 });
    expect(intent.pricedAtMs).toBe(desk.nowMs);
    expect(due(desk)).toEqual([]);
  });

  it.each<[string, (intent: Intent) => void]>([
    ['it is being cancelled', (intent) => (intent.cancel = cancelWish())],
    ['it is over', (intent) => void shownAs(intent, { status: 'cancelled' })],
    [
      'it is not at the exchange yet',
      (intent) => void shownAs(intent, { status: 'place-pending' }),
    ],
    ['nothing is wished', (intent) => (intent.modify = null)],
    ['the last try is to be waited for', (intent) => (intent.heldBack = heldBack(intent))],
  ])('do not leave while %s', (_, change) => {
    const desk = aDesk();
    held(desk, -75);
    change(wished(desk));
    expect(due(desk)).toEqual([]);
  });

  it('are no wish any more where the order has them', () => {
    const desk = aDesk();
    const intent = wished(desk);
    shownAs(intent, { terms: TERMS });
    expect([due(desk), intent.modify]).toEqual([[], null]);
  });

  it('are no wish any more where the gate refuses them', () => {
    const desk = aDesk();
    held(desk, -75);
    const intent = wished(desk);
    intent.modify = { ...WISH, terms: { kind: 'limit', pricePaise: 9_501 } };
    expect([due(desk), intent.modify]).toEqual([[], null]);
    expect(noticesOf(desk.outbox.take())).toEqual([expect.stringMatching(/^Refused leg "ce"/)]);
  });

  it('without an answer are not repeated before a later list has shown that they came to nothing', () => {
    const desk = aDesk();
    held(desk, -75);
    wished(desk).modify = { ...WISH, unknownAtMs: desk.nowMs };
    expect(due(desk)).toEqual([]);
    const orders = desk.polls.state('orders');
    orders.lastGoodAtMs = desk.nowMs + desk.limits.cancelRetryMs - 1;
    expect(due(desk)).toEqual([]);
    orders.lastGoodAtMs += 1;
    expect(due(desk)).toHaveLength(1);
  });

  it.each([
    [EXIT, null],
    [aLeg(), TERMS],
  ])('beyond what the exchange takes cancel the order (%#)', (order, replaceWith) => {
    const desk = aDesk({ limits: { modificationsMax: 2 } });
    held(desk, -75);
    quoted(desk, 9_500);
    const intent = wished(desk, order);
    intent.modifications = 1;
    expect(due(desk)).toHaveLength(1);
    intent.modifications = 2;
    expect(due(desk)).toEqual([]);
    expect(intent).toMatchObject({ modify: null, cancel: cancelWish(), replaceWith });
    expect(desk.wakesAtMs).toEqual([desk.nowMs]);
  });

  it.each([
    ['square-off', true],
    ['surplus', true],
    ['command', false],
    ['replacement', false],
  ] as const)('of a %s leave though only urgent messages may: %s', (origin, isUrgent) => {
    const desk = aDesk();
    held(desk, -75);
    wished(desk, EXIT, origin);
    const count = desk.budget.free(desk.nowMs, 'steady');
    desk.budget.send('a', { nowMs: desk.nowMs, count, what: 'steady' });
    sent(desk);
    sendReducing(desk);
    expect(sent(desk)).toEqual(isUrgent ? ['modify'] : []);
  });
});

function heldBack(intent: Intent): Intent['heldBack'] {
  return { untilMs: (intent.sentAtMs ?? 0) + 1, times: 1, isTold: false };
}

describe('a wish to cancel', () => {
  it('takes wishes for other terms away, and stays as it is', () => {
    const desk = aDesk();
    const intent = wished(desk);
    intent.replaceWith = TERMS;
    wishCancel(desk, intent, 'x');
    expect(intent).toMatchObject({ modify: null, replaceWith: null, cancel: cancelWish() });
    const wish = { ...cancelWish(), sentAtMs: 1, isUnderWay: true, tries: 3 };
    intent.cancel = wish;
    wishCancel(desk, intent, 'x');
    expect(intent.cancel).toBe(wish);
  });

  it('is none for an order that is over', () => {
    const desk = aDesk();
    const intent = working(desk);
    shownAs(intent, { status: 'completed', filledUnits: 75 });
    intent.replaceWith = TERMS;
    wishCancel(desk, intent, 'x');
    expect([intent.cancel, intent.replaceWith]).toEqual([null, TERMS]);
  });

  it('whose call never left counts as one try less, and none below none', () => {
    const desk = aDesk();
    const intent = working(desk);
    for (const [tries, left] of [
      [3, 2],
      [1, 0],
      [0, 0],
    ] as const) {
      intent.cancel = { ...cancelWish(), sentAtMs: 1, isUnderWay: true, tries };
      holdBackChange(desk, intent, 'cancel');
      expect(intent.cancel).toEqual({ ...cancelWish(), tries: left });
    }
  });

  it('of entries leaves their basket to the strategy, and one of stops does not', () => {
    for (const role of ['entry', null, 'stop'] as const) {
      const desk = aDesk();
      const group = { intents: [] as Intent[], hedgedAtMs: null };
      planned(desk, aLeg(), { group });
      const plan = { withinMs: 1, otherwise: 'hold' } as const;
      desk.baskets.add({ runId: RUN, group, plan, isAsked: true });
      cancelOrders(desk, { kind: 'cancel', legs: 'all', role }, REF);
      expect(desk.baskets.all()[0]?.state).toBe(role === 'stop' ? 'open' : 'given-up');
      cancelOrders(desk, { kind: 'cancel', legs: 'all', role: null }, { ...REF, runId: 'other' });
    }
  });

  it('leaves baskets that are over, and those of others, as they are', () => {
    const desk = aDesk();
    const group = { intents: [] as Intent[], hedgedAtMs: null };
    planned(desk, aLeg(), { group });
    const plan = { withinMs: 1, otherwise: 'hold' } as const;
    desk.baskets.add({ runId: RUN, group, plan, isAsked: true });
    const [basket] = desk.baskets.all();
    desk.baskets.giveUp('other', () => true);
    desk.baskets.giveUp(RUN, () => false);
    expect(basket?.state).toBe('open');
    if (basket !== undefined) basket.state = 'complete';
    desk.baskets.giveUp(RUN, () => true);
    expect(basket?.state).toBe('complete');
  });
});

it('new terms for a stop that does not stand are not said to be for nothing, nor refused twice', () => {
  const desk = aDesk();
  held(desk, -75);
  planned(desk, STOP);
  for (const intent of desk.intents.all()) putInto(intent, 'rejected');
  desk.protections.add({ ...REF, order: STOP }, []);
  const terms = { kind: 'stop', triggerPricePaise: 12_000, limitPricePaise: 12_960 } as const;
  const change = { kind: 'modify', leg: 'ce', role: 'stop', terms } as const;
  desk.outbox.take();
  modifyOrders(desk, change, REF);
  expect(desk.outbox.take()).toEqual([]);
  modifyOrders(desk, { ...change, role: 'target' }, REF);
  expect(noticesOf(desk.outbox.take())).toEqual([
    'Refused leg "ce": Nothing to modify: found no working target order of leg "ce"',
  ]);
});

describe('an entry that waits', () => {
  it('is late from when its last hedge stood', () => {
    for (const hedgedAtMs of [null, 1_000]) {
      const desk = aDesk();
      const intent = planned(desk, aLeg(), { group: { intents: [], hedgedAtMs: null } });
      if (intent.group !== null && hedgedAtMs !== null) {
        intent.group.hedgedAtMs = desk.nowMs + hedgedAtMs;
      }
      desk.nowMs += desk.limits.dataWaitMs + (hedgedAtMs ?? 0) - 1;
      expect(judgeIntent(desk, intent)).toEqual({ kind: 'waiting' });
      putInto(intent, 'sending');
      holdBackPlace(desk, intent, { kind: 'rejected', detail: 'the disk is full' });
      expect(intent.state).toBe('waiting');
      intent.heldBack = null;
      desk.nowMs += 1;
      expect(judgeIntent(desk, intent)).toMatchObject({ kind: 'refused' });
      putInto(intent, 'sending');
      holdBackPlace(desk, intent, { kind: 'rejected', detail: 'the disk is full' });
      expect(intent.state).toBe('refused');
    }
  });

  it('is refused while its leg is paused', () => {
    const desk = aDesk();
    const intent = planned(desk, aLeg({ contract: PE }));
    desk.foreign.pause({ runId: RUN, leg: 'ce', sinceMs: 0, reason: 'x' });
    expect(judgeIntent(desk, intent)).toMatchObject({ kind: 'refused' });
  });
});

describe('an order that polls show though it was taken for over', () => {
  it('is too much where it was replaced, and is what was asked for where it was held', () => {
    for (const [role, wantedUnits] of [
      ['entry', 75],
      ['exit', 0],
    ] as const) {
      const desk = aDesk({ policies: { duplicates: 'flatten-extra' } });
      const intent = planned(desk, aLeg({ role }));
      putInto(intent, 'absent');
      const order = shownAs(intent);
      putInto(intent, 'absent');
      sightOrder(desk, intent, order);
      expect([intent.wantedUnits, intent.state]).toEqual([wantedUnits, 'accepted']);
      expect([...desk.surplus]).toEqual([intent]);
    }
  });

  it('stays as it is while its answer is out', () => {
    const desk = aDesk();
    const intent = planned(desk);
    const order = shownAs(intent);
    putInto(intent, 'sending');
    desk.outbox.take();
    sightOrder(desk, intent, order);
    expect([intent.state, desk.outbox.take()]).toEqual(['sending', []]);
  });
});

it('turns ask to be woken only for what has to wait', () => {
  const desk = aDesk();
  desk.budget.send('a', { nowMs: desk.nowMs, count: 1, what: 'urgent' });
  desk.budget.end('a', desk.nowMs, 'answered');
  const free = desk.budget.free(desk.nowMs, 'urgent');
  const messages = Array.from({ length: free + 1 }, () => ({ runId: RUN }));
  expect(takeTurns(desk, messages.slice(1), { what: 'urgent' }).size).toBe(free);
  expect(desk.wakesAtMs).toEqual([]);
  expect(takeTurns(desk, messages, { what: 'urgent' }).size).toBe(free);
  expect(desk.wakesAtMs).toEqual([desk.nowMs + 1_000]);
});
