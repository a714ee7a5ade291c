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
import {
  aContract,
  aLeg,
  aRun,
  at,
  CE,
  noticesOf,
  RUN,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { type Contract } from '../../model/market/contract.ts';
import { DEFAULT_RUN_POLICIES } from '../../model/runs/run-policies.ts';
import { foreignOrder } from '../../notices/foreign-orders.ts';
import { completeBasket } from '../baskets/drive-baskets.ts';
import { closeIntraday } from '../closing/end-of-day.ts';
import { type Desk } from '../desk.ts';
import { cancelWish, type EntryGroup, type Intent } from '../intents/intent.ts';
import { resolveIntent } from '../intents/resolve-intent.ts';
import { type ForeignFill } from '../reconciling/foreign-book.ts';
import { pauseLeg, releaseLegs } from '../reconciling/pause-leg.ts';
import { SeenOrders } from '../reconciling/seen-orders.ts';
import { endSignal } from '../webhooks/end-webhook.ts';
import { dropWebhooks } from '../webhooks/send-webhooks.ts';
import { carryOver } from '../carrying/take-carried.ts';

const SEEN = { observedAtMs: 0, ageMsMax: 0 };
const GROUP = (): EntryGroup => ({ intents: [], hedgedAtMs: null });

function told(desk: Desk): readonly string[] {
  return noticesOf(desk.outbox.take());
}

describe('a basket that is completed', () => {
  function completed(change: (desk: Desk, intent: Intent) => void): {
    readonly desk: Desk;
    readonly intent: Intent;
    readonly group: EntryGroup;
  } {
    const desk = aDesk();
    quoted(desk, 10_000);
    const group = GROUP();
    const terms = { kind: 'limit', pricePaise: 11_000 } as const;
    const intent = working(desk, aLeg({ terms }), { group });
    change(desk, intent);
    const plan = { withinMs: 1, otherwise: 'complete' } as const;
    desk.baskets.add({ runId: RUN, group, plan, isAsked: true });
    const [basket] = desk.baskets.all();
    desk.outbox.take();
    if (basket !== undefined) completeBasket(desk, basket);
    return { desk, intent, group: basket?.group ?? group };
  }

  it('prices what works through the market', () => {
    const { intent } = completed(() => undefined);
    const terms = { kind: 'limit', pricePaise: 9_200 };
    expect(intent.modify).toEqual({ terms, commandIndex: 0, unknownAtMs: null });
  });

  it.each<[string, (desk: Desk, intent: Intent) => void]>([
    ['is being cancelled', (_, intent) => (intent.cancel = cancelWish())],
    [
      'no poll shows to work',
      (_, intent) => {
        intent.orders.clear();
      },
    ],
    ['has filled', (_, intent) => void shownAs(intent, { filledUnits: 75, status: 'completed' })],
  ])('leaves alone what %s', (_, change) => {
    const { intent, group } = completed(change);
    expect(intent.modify).toBeNull();
    expect(group.intents).toEqual([intent]);
  });

  it('says why where the gate does not allow the price', () => {
    const { desk, intent } = completed((on) => {
      on.halt = { state: 'halted', sinceMs: 0, reason: 'lunch', by: 'operator' };
    });
    expect(intent.modify).toBeNull();
    expect(told(desk)).toEqual([expect.stringMatching(/^Refused leg "ce"/)]);
  });

  it('asks once more for what is missing of one that is over', () => {
    const { intent, group } = completed((_, one) => {
      shownAs(one, { filledUnits: 25, status: 'cancelled' });
    });
    const order = { quantityUnits: 50, terms: { kind: 'marketable', bufferPercent: null } };
    expect(group.intents).toMatchObject([{ origin: 'replacement', order }]);
    expect(group.intents).not.toContain(intent);
  });
});

describe('an exit that the operator says never arrived', () => {
  it('is over', () => {
    const desk = aDesk();
    held(desk, -75);
    const intent = planned(desk, aLeg({ role: 'exit', side: 'buy' }));
    putInto(intent, 'unknown');
    intent.sentAtMs = desk.nowMs;
    desk.doubts.open(intent, desk.nowMs);
    resolveIntent(desk, intent.tag, 'absent');
    expect(intent).toMatchObject({ state: 'absent', detail: 'the operator says so' });
    expect(desk.doubts.of(intent.tag)).toBeUndefined();
  });

  it('cannot be said of one that waits, nor of one that polls have shown', () => {
    const desk = aDesk();
    const waiting = planned(desk);
    resolveIntent(desk, waiting.tag, 'absent');
    resolveIntent(desk, working(desk).tag, 'absent');
    const allowed = 'allowed an order that is unknown, held or never shown';
    expect(told(desk).map((line) => line.replace(/^.*: found/, 'found'))).toEqual([
      `found state waiting, ${allowed}`,
      `found state accepted, and polls have shown it, ${allowed}`,
    ]);
  });

  it('asks of a command only for those that are held with it', () => {
    const desk = aDesk();
    const group = GROUP();
    const [one, other, third] = [0, 1, 2].map((leg) => {
      return planned(desk, aLeg({ leg: `l${String(leg)}` }), { group });
    });
    if (one === undefined || other === undefined || third === undefined) return;
    for (const intent of [one, other]) putInto(intent, 'absent');
    shownAs(third);
    desk.outbox.take();
    resolveIntent(desk, one.tag, 'resend');
    expect(told(desk)[1]).toBe(
      `It leaves together with leg "l1" (tag ${other.tag}) of the same command, which you have not resolved yet`,
    );
  });
});

it('orders under a tag that nothing was planned for are claimed once, each in its last version', () => {
  const book = new SeenOrders();
  const order = shownAs(planned(aDesk()));
  const news = [order, { ...order, orderId: 'copy' }, { ...order, updatedAtMs: 9, filledUnits: 5 }];
  for (const one of news) book.observeSome([one], SEEN, () => null);
  expect(book.claim(order.tag).map(({ orderId, filledUnits }) => [orderId, filledUnits])).toEqual([
    ['copy', 0],
    [order.orderId, 5],
  ]);
  expect(book.claim(order.tag)).toEqual([]);
});

it.each([
  [-75, 'buy', 50, -25],
  [-75, 'buy', 100, 0],
  [1, 'sell', 1, 0],
  [75, 'buy', 50, 75],
] as const)('a leg of %i that is released takes off what others %s: %i', (...row) => {
  const [netUnits, side, fillUnits, left] = row;
  const desk = aDesk();
  const line = held(desk, netUnits);
  const order = { ...shownAs(planned(desk)), side, tag: '', quantityUnits: fillUnits };
  const legRef = { runId: RUN, leg: 'ce', role: 'exit' } as const;
  const fill: ForeignFill = {
    kind: 'filled',
    order,
    legRef,
    fillUnits,
    fillValuePaise: 1,
    seen: SEEN,
  };
  desk.foreign.suspect(line, fill);
  pauseLeg(desk, line, { order: foreignOrder(order), units: 1, leg: line.leg });
  releaseLegs(desk, RUN);
  expect(line.position.netUnits).toBe(left);
});

it('orders of all runs are added up', () => {
  const { runs } = aDesk();
  const other = runs.start(aRun({ runId: 'other' }), DEFAULT_RUN_POLICIES);
  expect([runs.orders(), other.isQuarantined]).toEqual([0, false]);
  runs.get(RUN).orders = 2;
  other.orders = 3;
  expect(runs.orders()).toBe(5);
});

it('starts that wait are dropped for their run, and for one position alone', () => {
  const desk = aDesk();
  const start = { kind: 'startPosition', alertName: 'a', exitTime: null, ticker: 'N' } as const;
  for (const [commandIndex, position] of ['one', 'two'].entries()) {
    const ref = { runId: RUN, commandIndex };
    desk.webhooks.add({ command: { ...start, position, legs: [{}] }, ref });
  }
  expect(dropWebhooks(desk, { runId: 'other' }, 'x')).toBe(false);
  expect(dropWebhooks(desk, { runId: RUN, position: 'two' }, 'x')).toBe(true);
  expect(desk.webhooks.size).toBe(1);
  expect(dropWebhooks(desk, { runId: RUN }, 'x')).toBe(true);
  expect(told(desk)).toEqual(['Refused: Not sent: x', 'Refused: Not sent: x']);
});

it('a signal without an answer keeps why', () => {
  const desk = aDesk();
  const signal = desk.signals.send({ runId: RUN, commandIndex: 0, sentAtMs: 0 });
  endSignal(desk, signal, TIMEOUT);
  expect(signal).toMatchObject({ state: 'unknown', detail: 'timeout: no answer in 10 s' });
  expect(told(desk)[0]).toMatch(/\(timeout: no answer in 10 s\)$/);
});

it('a leg of one unit is closed before the close, and one that is flat is not', () => {
  for (const units of [75, 74]) {
    const desk = aDesk();
    shownAs(working(desk), { status: 'completed', filledUnits: 75 });
    held(desk, -75);
    held(desk, units);
    desk.nowMs = at('15:40') - desk.limits.intradayEndsBeforeCloseMs;
    closeIntraday(desk);
    expect(desk.squareOffs.active()).toHaveLength(75 - units);
  }
});

describe('what is carried over', () => {
  const other: Contract = aContract({ strikePaise: 2_500_000 });

  it.each([
    [[-75, 75], 1],
    [[-75, 150], 1],
    [[-75], 0],
    [[75], 0],
    [[-150, 75], 0],
  ])('of %j makes %i baskets', (units, baskets) => {
    const desk = aDesk();
    const carried = units.map((netUnits, index) => {
      const contract = index === 0 ? CE : other;
      return { leg: `l${String(index)}`, contract, netUnits, openValuePaise: 1, lastPaise: 1 };
    });
    carryOver(desk, RUN, carried);
    expect(desk.baskets.all()).toHaveLength(baskets);
  });
});
