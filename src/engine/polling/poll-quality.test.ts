import { describe, expect, it } from 'vitest';

import { aRecord } from '../../../test/support/engine-rig.ts';
import { type Order } from '../../model/orders/order.ts';
import { ListedIds } from './listed-ids.ts';
import { judgePoll, NO_LIST, type PollQuality } from './poll-quality.ts';

function anOrder(orderId: string, createdAtMs: number): Order {
  const element = {
    tag: '',
    extraTags: {},
    instrumentId: 'NSE_X',
    symbol: 'X',
    side: 'buy',
    quantityUnits: 75,
    product: 'intraday',
    terms: { kind: 'market', referencePricePaise: 0 },
  } as const;
  return aRecord(element, { orderId, createdAtMs });
}

function judge(memory = NO_LIST, orders: readonly Order[] = [], malformed = 0): PollQuality {
  const spoiledBy = malformed === 0 ? null : 'record 0: odd';
  const listed = new ListedIds();
  listed.take(orders);
  const ordersCount = listed.ids.size;
  return judgePoll(memory, { orders, ordersCount, spoiledBy, othersCount: 0, othersKnown: [] });
}

const A = anOrder('a', 1);
const B = anOrder('b', 2);

describe('judgePoll', () => {
  it('calls an empty first list, the same list and a longer one clean', () => {
    const none = judge();
    const one = judge(none.memory, [A]);
    const same = judge(one.memory, [A]);
    const two = judge(same.memory, [B, A]);
    expect([none, one, same, two].map(({ isClean }) => isClean)).toEqual([true, true, true, true]);
    expect(two.memory).toEqual({ count: 2, newestAtMs: 2 });
  });

  it('calls a list with an unreadable record unclean, and learns nothing from it', () => {
    const { isClean, why, memory } = judge(NO_LIST, [A], 1);
    expect({ isClean, memory }).toEqual({ isClean: false, memory: NO_LIST });
    expect(why).toBe('record 0: odd');
  });

  it('misses an order that was read before, whether or not its record is known to be unreadable', () => {
    const { memory } = judge(NO_LIST, [A, B]);
    expect(judge(memory, [A], 1).isClean).toBe(false);
    expect(judge(memory, [A], 0).isClean).toBe(false);
  });

  it('calls a shorter list unclean, until it is whole again', () => {
    const { memory } = judge(NO_LIST, [A, B]);
    expect(judge(memory, [B]).isClean).toBe(false);
    expect(judge(judge(memory, [B]).memory, [B, A]).isClean).toBe(true);
  });

  it('does not take one order shown twice for two', () => {
    const { memory } = judge(NO_LIST, [A, B]);
    expect(judge(memory, [B, B]).isClean).toBe(false);
    expect(judge(NO_LIST, [A, A]).memory.count).toBe(1);
  });

  it('calls a list unclean that lost its newest order, however many it shows', () => {
    const { memory } = judge(NO_LIST, [A, B]);
    expect(judge(memory, [A, anOrder('c', 0)]).isClean).toBe(false);
  });
});

it('names the kind of doubt', () => {
  const { memory } = judge(NO_LIST, [A, B]);
  const newer = judge(NO_LIST, [B]).memory;
  const kinds = [
    judge(memory, [A], 1),
    judge(memory, [A]),
    judge(newer, [A]),
    judge(memory, [A, B]),
  ];
  expect(kinds.map(({ doubt }) => doubt)).toEqual(['spoilt', 'short', 'old', 'none']);
});
