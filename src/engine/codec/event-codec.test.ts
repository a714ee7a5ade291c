import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { drawnEvents, knownOrder as order } from '../../../test/support/drawn-events.ts';
import { type Json } from '../../base/json.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type Order } from '../../model/orders/order.ts';
import { type ContractsObservation } from '../../ports/contracts.ts';
import { type OrdersObservation } from '../../ports/orders.ts';
import { type EngineEvent } from '../event.ts';
import { EventDecoder, EventEncoder } from './event-codec.ts';

type PollEnded = Extract<EngineEvent, { kind: 'poll-ended' }>;

function ordersPoll(value: Partial<OrdersObservation>, atMs = 1000): EngineEvent {
  const full = { orders: [], changed: [], malformed: [], isUnchanged: false, ...value };
  const outcome = { kind: 'accepted', value: full } as const;
  return { kind: 'poll-ended', atMs, startedAtMs: atMs - 40, subject: 'orders', outcome };
}

function contractsPoll(value: ContractsObservation): EngineEvent {
  const outcome = { kind: 'accepted', value } as const;
  const head = { kind: 'poll-ended', atMs: 1000, startedAtMs: 990 } as const;
  return { ...head, subject: 'contracts', underlying: 'NIFTY', outcome };
}

/** As text, as a journal has it. */
function throughText(json: Json): Json {
  return JSON.parse(JSON.stringify(json)) as Json;
}

function roundTrip(events: readonly EngineEvent[]): readonly EngineEvent[] {
  const encoder = new EventEncoder();
  const decoder = new EventDecoder();
  return events
    .map((event) => ({ atMs: event.atMs, json: throughText(encoder.encode(event)) }))
    .map(({ atMs, json }) => decoder.decode(json, atMs));
}

function ordersOf(event: EngineEvent | undefined): readonly Order[] {
  if (event?.kind !== 'poll-ended' || event.subject !== 'orders') return [];
  return event.outcome.kind === 'accepted' ? event.outcome.value.orders : [];
}

test('what was written is read back exactly, for every kind and any sequence', () => {
  fc.assert(
    fc.property(drawnEvents(), (sequence) => {
      expect(roundTrip(sequence)).toStrictEqual(sequence);
    }),
    { numRuns: 300 },
  );
});

test('an order that did not change is the same object as in the poll before, also where it moved', () => {
  const [first, second, third] = roundTrip([
    ordersPoll({ orders: [order('a'), order('b')] }),
    ordersPoll({ orders: [order('c'), order('a'), order('b', 5)] }),
    ordersPoll({ orders: [order('c'), order('a'), order('b', 5)] }),
  ]).map(ordersOf);
  expect(second?.[1]).toBe(first?.[0]);
  expect(second?.[2]).not.toBe(first?.[1]);
  expect(third?.map((one, at) => one === second?.[at])).toStrictEqual([true, true, true]);
});

test('a poll that shows what the one before showed takes a few bytes', () => {
  const encoder = new EventEncoder();
  const list = Array.from({ length: 50 }, (_, at) => order(String(at)));
  encoder.encode(ordersPoll({ orders: list, changed: list }));
  const again = encoder.encode(ordersPoll({ orders: structuredClone(list), isUnchanged: true }));
  expect(JSON.stringify(again)).toBe('["o",40]');
  const contracts = { contracts: [], malformed: [{ index: 1, problem: 'no strike' }] };
  encoder.encode(contractsPoll(contracts));
  const same = encoder.encode(contractsPoll(structuredClone(contracts)));
  expect(JSON.stringify(same)).toBe('["c",10,"NIFTY"]');
});

/** Calls of a chain a second after another: the index moved, they move with it. */
function chainPoll(atMs: number, moved: number): EngineEvent {
  const value = Array.from({ length: 80 }, (_, strike): Quote => {
    const bidPaise = 5 * (2000 + 40 * strike + Math.round(moved * (1 - strike / 80)));
    const sides = { bidPaise, askPaise: bidPaise + 25, lastPaise: bidPaise + 10 };
    return { symbol: `NIFTY26NOV${String(24_000 + 50 * strike)}CE`, ...sides, atMs };
  });
  return {
    kind: 'poll-ended',
    atMs,
    startedAtMs: atMs,
    subject: 'quotes',
    outcome: { kind: 'accepted', value },
  };
}

describe('quotes', () => {
  it('are a character each where a chain moves with its index, and nothing where they are as before', () => {
    const encoder = new EventEncoder();
    const sizes = [
      chainPoll(1000, 0),
      chainPoll(2000, 30),
      chainPoll(3000, 18),
      chainPoll(3000, 18),
    ].map((event) => JSON.stringify(encoder.encode(event)).length);
    expect(sizes[0]).toBeLessThan(3000);
    expect(sizes[1]).toBeLessThan(100);
    expect(sizes[2]).toBeLessThan(100);
    expect(sizes[3]).toBe('["q",0,""]'.length);
  });

  it('are read back as they were: odd prices, missing sides, times of their own, symbols that come and go', () => {
    type Sides = readonly [bidPaise: number | null, askPaise: number | null];
    const quote = (symbol: string, [bidPaise, askPaise]: Sides, atMs: number): Quote => ({
      symbol,
      bidPaise,
      askPaise,
      lastPaise: 10_003,
      atMs,
    });
    const polls = [
      [quote('NIFTY', [null, null], 990), quote('A', [9_995, 10_005], 400)],
      [quote('A', [9_995, 10_005], 400), quote('NIFTY', [null, null], 1_990)],
      [
        quote('A', [null, 10_004], 450),
        quote('B', [1, null], 2_990),
        quote('A', [9_995, 10_005], 500),
      ],
      [],
      [quote('B', [2, 7], 2_990)],
    ].map((value, at): EngineEvent => ({
      kind: 'poll-ended',
      atMs: 1000 * (at + 1),
      startedAtMs: 1000 * at,
      subject: 'quotes',
      outcome: { kind: 'accepted', value },
    }));
    expect(roundTrip(polls)).toStrictEqual(polls);
  });

  it('of older journals are read as they were written there', () => {
    const decoder = new EventDecoder();
    const value = [{ symbol: 'NIFTY', bidPaise: null, askPaise: null, lastPaise: 5, atMs: 990 }];
    const poll = {
      kind: 'poll-ended',
      startedAtMs: 1000,
      subject: 'quotes',
      outcome: { kind: 'accepted', value },
    };
    const older = [
      ['quotes', 1000, 0, null, ['NIFTY', null, null, 5, 10]],
      ['quotes', 1010, 10, null, [0, null, null, 5, 20]],
    ];
    expect(older.map((json) => decoder.decode(json, 0))).toEqual([
      { ...poll, atMs: 1000 },
      { ...poll, atMs: 1010 },
    ]);
  });
});

test('bars of the past are read back as they were, and why there are none', () => {
  const asked = { underlying: 'NIFTY 50', minutes: 15, count: 3, beforeMs: 2_000_000 };
  const prices = { openPaise: 5, highPaise: 9, lowPaise: 4, closePaise: 7 };
  const bars = [0, 900_000].map((startMs) => ({
    ...{ symbol: 'NIFTY 50', startMs, endMs: startMs + 900_000 },
    ...prices,
  }));
  const poll = { kind: 'poll-ended', atMs: 9, startedAtMs: 8, subject: 'history', asked } as const;
  const cause = { reason: 'timeout', status: null, detail: 'none came' } as const;
  const events: readonly EngineEvent[] = [
    { ...poll, outcome: { kind: 'accepted', value: bars } },
    { ...poll, outcome: { kind: 'accepted', value: [] } },
    { ...poll, outcome: { kind: 'unknown', cause } },
  ];
  expect(roundTrip(events)).toStrictEqual(events);
});

test('quotes that cannot be used are written where there are any', () => {
  const refused = [{ symbol: 'NIFTY', kind: 'crossed', problem: 'bid 2 is above ask 1' }] as const;
  const outcome = { kind: 'accepted', value: [], refused } as const;
  const poll = { kind: 'poll-ended', atMs: 9, startedAtMs: 8, subject: 'quotes', outcome } as const;
  const coded = throughText(new EventEncoder().encode(poll));
  expect(new EventDecoder().decode(coded, poll.atMs)).toStrictEqual(poll);
});

test('a new process writes on with a new encoder, and the decoder follows it', () => {
  const restarted: EngineEvent = { kind: 'restarted', atMs: 2000, lastAtMs: 1000 };
  const poll = ordersPoll({ orders: [order('a')], changed: [order('a')] });
  const contracts = contractsPoll({ contracts: [], malformed: [] });
  const before = new EventEncoder();
  const after = new EventEncoder();
  const written = [
    ...[poll, contracts].map((event) => before.encode(event)),
    ...[restarted, poll, contracts, poll].map((event) => after.encode(event)),
  ];
  const decoder = new EventDecoder();
  const times = [1000, 1000, 2000, 1000, 1000, 1000];
  const read = written.map((json, at) => decoder.decode(throughText(json), times[at] ?? 0));
  expect(read).toStrictEqual([poll, contracts, restarted, poll, contracts, poll]);
});

test('an encoder that lives on after "restarted" begins anew as well', () => {
  const restarted: EngineEvent = { kind: 'restarted', atMs: 2000, lastAtMs: 1000 };
  const poll = ordersPoll({ orders: [order('a')], isUnchanged: true });
  const encoder = new EventEncoder();
  encoder.encode(poll);
  encoder.encode(restarted);
  const decoder = new EventDecoder();
  expect(decoder.decode(throughText(encoder.encode(poll)), 1000)).toStrictEqual(poll);
});

test('text that refers to what was never written is refused', () => {
  const decoder = new EventDecoder();
  const read = (json: Json): unknown => decoder.decode(json, 1);
  expect(() => read(['orders', 1, 0, null, 0, 1, [[0, 4]], 0, 0])).toThrow(/no poll had/);
  expect(() => read(['contracts', 1, 0, null, 'NIFTY'])).toThrow(/never listed: NIFTY/);
  expect(() => read(['quotes', 1, 0, null, [3, 1, 1, 1, 1]])).toThrow(/never named: 3/);
  expect(() => read(['o', 0, 0, 1, [[0, 4]], 0, 0])).toThrow(/no poll had/);
  expect(() => read(['c', 0, 'NIFTY'])).toThrow(/never listed: NIFTY/);
  expect(() => read(['q', 0, '', 'G'])).toThrow(/never named: 3/);
  expect(() => read(['q', 0, '', 'A', ['A']])).toThrow(/never had a quote of A/);
  expect(() => read(['q', 0, '!', 'C', ['B']])).toThrow(/cut off/);
  expect(() => read(['q', 0, '?', 'C'])).toThrow(/not as they are written/);
});

test('every field of what has a form of its own is known to the codec', () => {
  // The compiler refuses a list with a field too many or too few.
  const quote: Record<keyof Quote, true> = {
    symbol: true,
    bidPaise: true,
    askPaise: true,
    lastPaise: true,
    atMs: true,
  };
  const observation: Record<keyof OrdersObservation, true> = {
    orders: true,
    changed: true,
    malformed: true,
    isUnchanged: true,
  };
  type KeyOf<Union> = Union extends unknown ? keyof Union : never;
  // Nothing is journaled of a day whose runs take prices by themselves.
  const poll: Record<Exclude<KeyOf<PollEnded>, 'isPassedOver'>, true> = {
    kind: true,
    atMs: true,
    startedAtMs: true,
    holdsUntilMs: true,
    subject: true,
    outcome: true,
    tag: true,
    underlying: true,
    asked: true,
  };
  expect([quote, observation, poll].map((keys) => Object.keys(keys).length)).toEqual([5, 4, 9]);
});

test('a list in which one order moved and another changed is read back with the changed one alone', () => {
  const first = ordersPoll({ orders: [order('a'), order('b')] });
  const changed = order('b', 5);
  const second = ordersPoll({ orders: [changed, order('a')], changed: [changed] });
  expect(roundTrip([first, second])).toStrictEqual([first, second]);
});

test('a list that says again that it is unchanged is read back as that', () => {
  const held = order('a');
  const first = ordersPoll({ orders: [held], changed: [held], isUnchanged: true });
  const again = ordersPoll({ orders: [order('a')], isUnchanged: true });
  expect(roundTrip([first, again, again])).toStrictEqual([first, again, again]);
});

test('records that cannot be read are written once while they stay the same', () => {
  const malformed = [{ index: 1, problem: 'no status' }];
  const encoder = new EventEncoder();
  encoder.encode(ordersPoll({ orders: [order('a')], malformed }));
  const next = encoder.encode(ordersPoll({ orders: [order('a', 5)], malformed }));
  expect(JSON.stringify(next)).not.toContain('no status');
});

test('a look-up of a tag that failed keeps its tag', () => {
  const cause = { reason: 'timeout', status: null, detail: 'late' } as const;
  const outcome = { kind: 'unknown', cause } as const;
  const head = { kind: 'poll-ended', atMs: 1000, startedAtMs: 990 } as const;
  const poll: EngineEvent = { ...head, subject: 'orders-of-tag', tag: 'sp1', outcome };
  expect(roundTrip([poll])).toStrictEqual([poll]);
});
