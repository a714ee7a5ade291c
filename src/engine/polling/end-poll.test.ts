import { describe, expect, it } from 'vitest';

import { aDesk, held, leftDesk, shownAs, working } from '../../../test/support/desk-rig.ts';
import { inputsOf, noticesOf, REFUSED, RUN, TIMEOUT } from '../../../test/support/engine-rig.ts';
import { type Order } from '../../model/orders/order.ts';
import { type OrdersObservation } from '../../ports/orders.ts';
import { type Desk } from '../desk.ts';
import { endPoll } from './end-poll.ts';
import { NO_LIST } from './poll-quality.ts';

/** Ends a poll of the orders that began so long ago. */
function ordersPoll(desk: Desk, over: Partial<OrdersObservation> = {}, tookMs = 0): void {
  const value = { orders: [], changed: [], malformed: [], isUnchanged: false, ...over };
  const times = { atMs: desk.nowMs, startedAtMs: desk.nowMs - tookMs };
  const outcome = { kind: 'accepted', value } as const;
  endPoll(desk, { kind: 'poll-ended', ...times, subject: 'orders', outcome });
}

function failedPoll(desk: Desk, outcome: typeof TIMEOUT | typeof REFUSED): void {
  const times = { atMs: desk.nowMs, startedAtMs: desk.nowMs };
  endPoll(desk, { kind: 'poll-ended', ...times, subject: 'orders', outcome });
}

function criticals(desk: Desk): readonly string[] {
  return noticesOf(leftDesk(desk), 'critical');
}

/** A desk whose lists have shown one order. */
function seenDesk(): { readonly desk: Desk; readonly order: Order } {
  const desk = aDesk();
  const order = shownAs(working(desk));
  ordersPoll(desk, { orders: [order] });
  leftDesk(desk);
  return { desk, order };
}

describe('a list that shows fewer orders than before', () => {
  it('is critical once entries are blocked by it, not before', () => {
    const { desk } = seenDesk();
    desk.nowMs += desk.limits.ordersAgeMsMax;
    ordersPoll(desk);
    expect(criticals(desk)).toEqual([]);
    desk.nowMs += 1;
    ordersPoll(desk);
    expect(criticals(desk)).toEqual([
      expect.stringContaining('the list shows 0 orders where there were 1'),
    ]);
  });

  it('is critical at once where no list has been good since a restart', () => {
    const { desk } = seenDesk();
    desk.polls.forget();
    ordersPoll(desk);
    expect(criticals(desk)).toHaveLength(1);
  });
});

describe('a good list of the orders', () => {
  it('is no trouble, however late its answer', () => {
    const desk = aDesk();
    ordersPoll(desk, {}, desk.limits.ordersAgeMsMax + 1);
    expect(noticesOf(leftDesk(desk))).toEqual([]);
  });

  it('counts though it says that it is unchanged, where none was judged before', () => {
    const desk = aDesk();
    ordersPoll(desk, { isUnchanged: true });
    expect(desk.polls.ordersQuality).toMatchObject({ isClean: true, doubt: 'none' });
    expect(desk.polls.ordersList).not.toBe(NO_LIST);
  });

  it('is never younger than one that began later', () => {
    const desk = aDesk();
    ordersPoll(desk);
    ordersPoll(desk, {}, 2_000);
    const times = { lastGoodAtMs: desk.nowMs, lastReadAtMs: desk.nowMs };
    expect(desk.polls.state('orders')).toMatchObject(times);
  });

  it('ends a failure', () => {
    const desk = aDesk();
    failedPoll(desk, TIMEOUT);
    expect(desk.polls.state('orders')).toMatchObject({ isFailing: true });
    leftDesk(desk);
    ordersPoll(desk);
    expect(desk.polls.state('orders')).toMatchObject({ isFailing: false, failure: null });
    expect(noticesOf(leftDesk(desk))).toEqual(['Polls of orders succeed again']);
  });
});

describe('a poll of the orders that fails', () => {
  it('reaches every run, with its cause and the last good one', () => {
    const { desk } = seenDesk();
    desk.nowMs += 1_000;
    failedPoll(desk, TIMEOUT);
    expect(inputsOf(leftDesk(desk), RUN)).toEqual([
      {
        kind: 'poll-failed',
        atMs: desk.nowMs,
        subject: 'orders',
        cause: desk.polls.state('orders').failure,
        lastGoodAtMs: desk.nowMs - 1_000,
      },
    ]);
  });

  it('is only a warning, without "look at the platform", while nothing is held', () => {
    const desk = aDesk();
    failedPoll(desk, REFUSED);
    const effects = leftDesk(desk);
    expect(noticesOf(effects, 'critical')).toEqual([]);
    expect(noticesOf(effects, 'warning')).toEqual([expect.not.stringContaining('look at it')]);
  });

  it('is critical where it could not leave while something is held, and not where its answer is missing', () => {
    const desk = aDesk();
    held(desk, -75);
    failedPoll(desk, TIMEOUT);
    expect(criticals(desk)).toEqual([]);
    failedPoll(desk, REFUSED);
    expect(criticals(desk)).toEqual([
      expect.stringContaining('Something is open or working: look at it on the platform'),
    ]);
  });
});

it('a list that can be relied on again says so once, and nothing else', () => {
  const { desk, order } = seenDesk();
  const list = { orders: [order] };
  ordersPoll(desk, { ...list, malformed: [{ index: 1, problem: 'odd' }] });
  expect(criticals(desk)).toHaveLength(1);
  desk.nowMs += 60_000;
  ordersPoll(desk, list);
  expect(noticesOf(leftDesk(desk))).toEqual([
    'The list of orders can be relied on again (1 poll could not)',
  ]);
});
