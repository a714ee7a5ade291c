import { describe, expect, test } from 'vitest';

import { istClock } from '../../model/ist.ts';
import {
  exchangeWith,
  limit,
  OPEN,
  orderOf,
  place,
  price,
  stop,
} from '../testing/exchange-fixture.ts';
import { sampleInstant } from '../testing/sample-world.ts';
import { type ExchangeRules } from './exchange-rules.ts';

const PESSIMISTIC: Partial<ExchangeRules> = {
  queue: 'all-before-us',
  slippage: { at: 'worse-side-of-bar', ticks: 0 },
};

/** A minute that opens at 100, goes to 98 and 104, and closes at 101, with 20 paise from bid to ask; then 101. */
const MINUTE = [
  price('09:20:00', [9_990, 10_010, 10_000]),
  price('09:20:15', [9_790, 9_810, 9_800]),
  price('09:20:35', [10_390, 10_410, 10_400]),
  price('09:20:59', [10_090, 10_110, 10_100]),
  price('09:21:00', [10_090, 10_110, 10_100]),
];

describe('an order at the worse side of its minute', () => {
  test('pays the highest ask of the minute it arrives in, and says where else it could have been', () => {
    const exchange = exchangeWith(MINUTE, PESSIMISTIC);
    place(exchange, { terms: limit(12_000) });
    exchange.advanceTo(OPEN + 100);
    expect(exchange.fills()).toMatchObject([
      {
        atMs: OPEN + 100,
        pricePaise: 10_410,
        bestPaise: 9_810,
        worstPaise: 10_410,
        assumption: 'worse-side-of-bar',
      },
    ]);
  });

  test('gets the lowest bid when it sells', () => {
    const exchange = exchangeWith(MINUTE, PESSIMISTIC);
    place(exchange, { side: 'sell', terms: limit(9_000) });
    exchange.advanceTo(OPEN + 100);
    expect(exchange.fills()).toMatchObject([{ pricePaise: 9_790, bestPaise: 10_390 }]);
  });

  test('waits in the queue: its limit must be passed, not only met', () => {
    const exchange = exchangeWith(
      [...MINUTE, price('09:22:00', [8_980, 9_000]), price('09:23:00', [8_970, 8_995])],
      PESSIMISTIC,
    );
    const id = place(exchange, { terms: limit(9_000) });
    exchange.advanceTo(sampleInstant('09:22:30'));
    expect(orderOf(exchange, id)).toMatchObject({ status: 'open', filledUnits: 0 });
    exchange.advanceTo(sampleInstant('09:23:30'));
    expect(exchange.fills()).toMatchObject([
      // The whole minute lies below its limit: at best it could have been that.
      { pricePaise: 9_000, bestPaise: 8_995, worstPaise: 9_000, assumption: 'traded-through' },
    ]);
  });
});

describe('an order whose limit does not allow the worst of its minute', () => {
  const later = [...MINUTE, price('09:22:00', [9_890, 9_910]), price('09:23:00', [9_890, 9_910])];

  function fillsOf(
    orders: readonly { readonly at: string; readonly change: Parameters<typeof place>[1] }[],
    rules: Partial<ExchangeRules> = {},
  ) {
    const exchange = exchangeWith(later, { ...PESSIMISTIC, ...rules });
    for (const { at, change } of orders) place(exchange, change, sampleInstant(at));
    exchange.advanceTo(sampleInstant('09:24'));
    return exchange.fills().map(({ atMs, pricePaise }) => [istClock(atMs), pricePaise]);
  }

  test('rests when it comes to a price of the assumed path and the minute ends beyond its limit', () => {
    const dip = { at: '09:20:20', change: { terms: limit(9_810) } };
    expect(fillsOf([dip])).toEqual([]);
    const dearer = { at: '09:20:20', change: { terms: limit(10_000) } };
    expect(fillsOf([dearer])).toEqual([['09:22:00', 10_000]]);
    const peak = { at: '09:20:40', change: { side: 'sell', terms: limit(10_390) } } as const;
    expect(fillsOf([peak])).toEqual([]);
  });

  test('fills at its limit when the minute ends within it', () => {
    const dip = { at: '09:20:20', change: { terms: limit(10_200) } };
    expect(fillsOf([dip])).toEqual([['09:20:20', 10_200]]);
    const atItsEnd = { at: '09:20:20', change: { terms: limit(10_110) } };
    expect(fillsOf([atItsEnd])).toEqual([['09:20:20', 10_110]]);
  });

  test('is not served in the minute in which it came to rest', () => {
    expect(fillsOf([{ at: '09:20:05', change: { terms: limit(9_900) } }])).toEqual([]);
  });

  test('fills at its limit while only the first price of the minute was shown', () => {
    const first = { at: '09:20:00', change: { terms: limit(10_020) } };
    expect(fillsOf([first])).toEqual([['09:20:00', 10_020]]);
  });

  test('does not when a fill of the minute has told its worst', () => {
    const probe = { at: '09:20:00', change: { terms: limit(12_000) } };
    const informed = { at: '09:20:01', change: { terms: limit(10_020) } };
    expect(fillsOf([probe, informed])).toEqual([
      ['09:20:00', 10_410],
      ['09:22:00', 10_020],
    ]);
  });

  test('fills at once at the touch where prices are seen as they come', () => {
    const dip = { at: '09:20:20', change: { terms: limit(9_810) } };
    const touch = { slippage: { at: 'touch-in-bar', ticks: 0 } } as const;
    expect(fillsOf([dip], touch)).toEqual([['09:20:20', 9_810]]);
  });
});

describe('a cancel or a change in a minute that passes the limit', () => {
  const STOOD = sampleInstant('09:19:30');
  const standing = () => {
    const exchange = exchangeWith([price('09:19:00', [9_990, 10_010]), ...MINUTE], PESSIMISTIC);
    return { exchange, id: place(exchange, { terms: limit(9_900) }, STOOD) };
  };
  const served = [{ pricePaise: 9_900, assumption: 'traded-through' }];

  test('loses to the fill, as the market could have passed before', () => {
    const { exchange, id } = standing();
    exchange.cancel(id, sampleInstant('09:20:05'));
    exchange.advanceTo(sampleInstant('09:20:10'));
    expect(orderOf(exchange, id).status).toBe('completed');
    expect(exchange.fills()).toMatchObject(served);
  });

  test('loses as a change too', () => {
    const { exchange, id } = standing();
    exchange.modify(id, limit(9_700), sampleInstant('09:20:05'));
    exchange.advanceTo(sampleInstant('09:20:10'));
    expect(orderOf(exchange, id).status).toBe('completed');
    expect(exchange.fills()).toMatchObject(served);
  });

  test('counts as made before where it is nearer to the market: the old limit was better', () => {
    const { exchange, id } = standing();
    exchange.modify(id, limit(10_020), sampleInstant('09:20:05'));
    exchange.advanceTo(sampleInstant('09:20:10'));
    expect(exchange.fills()).toMatchObject([{ pricePaise: 10_020 }]);
  });

  test.each([
    ['a tick', limit(9_905), 9_905],
    ['past the minute', limit(12_000), 10_410],
    ['to the market', { kind: 'market', referencePricePaise: 0 }, 10_410],
  ] as const)(
    'by %s towards the market fills too: it would have, before or after',
    (_far, terms, paise) => {
      const { exchange, id } = standing();
      // The high is seen, and that the low was not yet: what is left to come is not to be escaped.
      exchange.modify(id, terms, sampleInstant('09:20:05'));
      exchange.cancel(id, sampleInstant('09:20:10'));
      exchange.advanceTo(sampleInstant('09:20:12'));
      expect(orderOf(exchange, id).status).toBe('completed');
      expect(exchange.fills()).toMatchObject([
        { pricePaise: paise, bestPaise: 9_810, worstPaise: paise, assumption: 'worse-side-of-bar' },
      ]);
    },
  );

  test('fills as much as stands there then: what is left is new, and the minute does not serve it', () => {
    const rules = { ...PESSIMISTIC, depthLotsMin: 1, depthLotsMax: 1 };
    const exchange = exchangeWith([price('09:19:00', [9_990, 10_010]), ...MINUTE], rules);
    const id = place(exchange, { quantityUnits: 6 * 65, terms: limit(9_900) }, STOOD);
    exchange.modify(id, limit(9_905), sampleInstant('09:20:05'));
    exchange.advanceTo(sampleInstant('09:22'));
    const fills = exchange.fills().map(({ atMs, pricePaise }) => [istClock(atMs), pricePaise]);
    expect(fills).toEqual([['09:20:05', 9_905]]);
  });

  test('fills no more at a limit to which the rest is moved away after that', () => {
    const rules = { ...PESSIMISTIC, depthLotsMin: 1, depthLotsMax: 1 };
    const exchange = exchangeWith([price('09:19:00', [9_990, 10_010]), ...MINUTE], rules);
    const id = place(exchange, { quantityUnits: 2 * 65, terms: limit(9_900) }, STOOD);
    exchange.modify(id, limit(9_905), sampleInstant('09:20:05'));
    exchange.modify(id, limit(5_000), sampleInstant('09:20:07'));
    exchange.advanceTo(sampleInstant('09:21'));
    expect(exchange.fills()).toMatchObject([{ units: 65, pricePaise: 9_905 }]);
  });

  test('fills no more of what was filled in part when the minute passed it', () => {
    const rules = { ...PESSIMISTIC, depthLotsMin: 1, depthLotsMax: 1 };
    const exchange = exchangeWith([price('09:19:00', [9_990, 10_010]), ...MINUTE], rules);
    const id = place(exchange, { quantityUnits: 6 * 65, terms: limit(9_900) }, STOOD);
    // The market has turned: more at the old price would be better than anyone gets.
    exchange.cancel(id, sampleInstant('09:20:40'));
    exchange.advanceTo(sampleInstant('09:21'));
    expect(orderOf(exchange, id)).toMatchObject({ status: 'cancelled', filledUnits: 65 });
  });

  test('by a tick towards the market tells that the minute goes nowhere near, where it does not fill', () => {
    const exchange = exchangeWith(
      [price('09:19:00', [9_990, 10_010]), ...MINUTE, price('09:22:00', [9_990, 10_010])],
      PESSIMISTIC,
    );
    const low = place(exchange, { terms: limit(9_700) }, STOOD);
    exchange.modify(low, limit(9_705), sampleInstant('09:20:01'));
    const id = place(exchange, { terms: limit(10_020) }, sampleInstant('09:20:03'));
    exchange.advanceTo(sampleInstant('09:21:30'));
    expect(orderOf(exchange, low)).toMatchObject({ status: 'open', filledUnits: 0 });
    expect(orderOf(exchange, id)).toMatchObject({ status: 'open', filledUnits: 0 });
  });

  test('tells, where it is in time, how far the minute goes: what is asked for then is not blind', () => {
    const exchange = exchangeWith(
      [price('09:19:00', [9_990, 10_010]), ...MINUTE, price('09:22:00', [9_990, 10_010])],
      PESSIMISTIC,
    );
    const low = place(exchange, { terms: limit(9_700) }, STOOD);
    exchange.cancel(low, sampleInstant('09:20:01'));
    const id = place(exchange, { terms: limit(10_020) }, sampleInstant('09:20:03'));
    exchange.advanceTo(sampleInstant('09:21:30'));
    expect(orderOf(exchange, low).status).toBe('cancelled');
    expect(orderOf(exchange, id)).toMatchObject({ status: 'open', filledUnits: 0 });
    exchange.advanceTo(sampleInstant('09:22:30'));
    expect(exchange.fills()).toMatchObject([{ atMs: sampleInstant('09:22'), pricePaise: 10_020 }]);
  });

  test('is in time in a minute that only comes to the limit: others were served before', () => {
    const exchange = exchangeWith([price('09:19:00', [9_990, 10_010]), ...MINUTE], PESSIMISTIC);
    const [buying, selling] = [
      place(exchange, { terms: limit(9_810) }, STOOD),
      place(exchange, { side: 'sell', terms: limit(10_390) }, STOOD),
    ];
    exchange.cancel(buying, sampleInstant('09:20:05'));
    exchange.cancel(selling, sampleInstant('09:20:05'));
    exchange.advanceTo(sampleInstant('09:21'));
    expect(orderOf(exchange, buying).status).toBe('cancelled');
    expect(orderOf(exchange, selling).status).toBe('cancelled');
  });

  test('is not blind when it is asked for after a fill of the minute, however old the order is', () => {
    const exchange = exchangeWith([price('09:19:00', [9_990, 10_010]), ...MINUTE], PESSIMISTIC);
    const id = place(exchange, { terms: limit(9_800) }, STOOD);
    place(exchange, { terms: limit(12_000) }, sampleInstant('09:20:00'));
    exchange.modify(id, limit(10_020), sampleInstant('09:20:01'));
    exchange.advanceTo(sampleInstant('09:20:50'));
    expect(exchange.fills()).toMatchObject([{ pricePaise: 10_410 }]);
    expect(orderOf(exchange, id)).toMatchObject({ status: 'open', filledUnits: 0 });
  });

  test('is in time in a minute that does not', () => {
    const { exchange, id } = standing();
    exchange.cancel(id, sampleInstant('09:19:40'));
    exchange.advanceTo(sampleInstant('09:21'));
    expect(orderOf(exchange, id).status).toBe('cancelled');
  });
});

describe('a stop at the worse side of its minute', () => {
  test('fills at the minute’s high when its trigger is reached within the minute', () => {
    const exchange = exchangeWith(MINUTE, PESSIMISTIC);
    place(exchange, { terms: stop(10_200, 11_000) });
    exchange.advanceTo(sampleInstant('09:21'));
    expect(exchange.fills()).toMatchObject([
      { pricePaise: 10_410, bestPaise: 10_200, assumption: 'stop-worse-side' },
    ]);
  });

  test('fills beyond its trigger when the market jumps over it between two minutes', () => {
    const jump = [
      price('09:22:00', [10_990, 11_010, 11_000]),
      price('09:22:15', [10_890, 10_910, 10_900]),
      price('09:22:35', [11_190, 11_210, 11_200]),
      price('09:23:00', [11_090, 11_110, 11_100]),
    ];
    const exchange = exchangeWith([...MINUTE, ...jump], PESSIMISTIC);
    place(exchange, { terms: stop(10_500, 12_000) });
    exchange.advanceTo(sampleInstant('09:24'));
    expect(exchange.fills()).toMatchObject([
      {
        atMs: sampleInstant('09:22'),
        pricePaise: 11_210,
        bestPaise: 10_910,
        assumption: 'stop-gapped',
      },
    ]);
  });

  test('rests at its limit when the jump goes beyond that, and waits to be served there', () => {
    const jump = [
      price('09:22:00', [11_990, 12_010, 12_000]),
      price('09:25:00', [10_985, 11_005, 10_995]),
      price('09:26:00', [10_975, 10_995, 10_985]),
    ];
    const exchange = exchangeWith([...MINUTE, ...jump], PESSIMISTIC);
    const id = place(exchange, { terms: stop(10_500, 11_005) });
    exchange.advanceTo(sampleInstant('09:25:30'));
    expect(orderOf(exchange, id)).toMatchObject({ status: 'open', filledUnits: 0 });
    exchange.advanceTo(sampleInstant('09:26:30'));
    expect(exchange.fills()).toMatchObject([{ pricePaise: 11_005, assumption: 'traded-through' }]);
  });
});

test('a large order fills in parts, each with the range of its own minute', () => {
  const later = [
    price('09:21:15', [10_190, 10_210, 10_200]),
    price('09:21:35', [9_890, 9_910, 9_900]),
  ];
  const oneLot = { ...PESSIMISTIC, depthLotsMin: 1, depthLotsMax: 1 };
  const exchange = exchangeWith([...MINUTE, ...later], oneLot);
  place(exchange, { quantityUnits: 6 * 65, terms: limit(12_000) });
  exchange.advanceTo(sampleInstant('09:22'));
  const fills = exchange
    .fills()
    .map(({ units, pricePaise, bestPaise }) => [units, pricePaise, bestPaise]);
  expect(fills).toEqual([
    [65, 10_410, 9_810],
    [65, 10_410, 9_810],
    [65, 10_410, 9_810],
    [65, 10_410, 9_810],
    [65, 10_210, 9_910],
    [65, 10_210, 9_910],
  ]);
});
