import { describe, expect, test } from 'vitest';

import { sampleInstant } from '../../../test/support/sample-world.ts';
import { istClock } from '../../model/time/ist.ts';
import { type ExchangeRules } from '../exchange-rules.ts';
import {
  BAR_OF_STEPS,
  exchangeWith,
  limit,
  OPEN,
  orderOf,
  PESSIMISTIC,
  place,
  price,
  stop,
} from '../../../test/support/exchange-fixture.ts';

describe('an order at the worse side of its minute', () => {
  test('pays the highest ask of the minute it arrives in, and says where else it could have been', () => {
    const exchange = exchangeWith(BAR_OF_STEPS, PESSIMISTIC);
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
    const exchange = exchangeWith(BAR_OF_STEPS, PESSIMISTIC);
    place(exchange, { side: 'sell', terms: limit(9_000) });
    exchange.advanceTo(OPEN + 100);
    expect(exchange.fills()).toMatchObject([{ pricePaise: 9_790, bestPaise: 10_390 }]);
  });

  test('waits in the queue: its limit must be passed, not only met', () => {
    const exchange = exchangeWith(
      [...BAR_OF_STEPS, price('09:22:00', [8_980, 9_000]), price('09:23:00', [8_970, 8_995])],
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
  const later = [
    ...BAR_OF_STEPS,
    price('09:22:00', [9_890, 9_910]),
    price('09:23:00', [9_890, 9_910]),
  ];

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

  test('is not served in the minute in which it arrives, although it was asked for in the one before', () => {
    const exchange = exchangeWith(BAR_OF_STEPS, PESSIMISTIC);
    const id = place(exchange, { terms: limit(9_900) }, sampleInstant('09:20', -50));
    exchange.advanceTo(sampleInstant('09:21'));
    expect(orderOf(exchange, id)).toMatchObject({ status: 'open', filledUnits: 0 });
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

  test('does not when it is asked for at the very instant of that fill', () => {
    const exchange = exchangeWith(later, PESSIMISTIC);
    place(exchange, { terms: limit(12_000) }, sampleInstant('09:20:00'));
    const told = sampleInstant('09:20:00', 100);
    const id = place(exchange, { terms: limit(10_020) }, told);
    exchange.advanceTo(sampleInstant('09:20:10'));
    expect(exchange.fills()).toMatchObject([{ atMs: told, pricePaise: 10_410 }]);
    expect(orderOf(exchange, id)).toMatchObject({ status: 'open', filledUnits: 0 });
  });

  test('fills at once at the touch where prices are seen as they come', () => {
    const dip = { at: '09:20:20', change: { terms: limit(9_810) } };
    const touch = { slippage: { at: 'touch-in-bar', ticks: 0 } } as const;
    expect(fillsOf([dip], touch)).toEqual([['09:20:20', 9_810]]);
  });
});

describe('a stop at the worse side of its minute', () => {
  test('fills at the minute’s high when its trigger is reached within the minute', () => {
    const exchange = exchangeWith(BAR_OF_STEPS, PESSIMISTIC);
    place(exchange, { terms: stop(10_200, 11_000) });
    exchange.advanceTo(sampleInstant('09:21'));
    expect(exchange.fills()).toMatchObject([
      { pricePaise: 10_410, bestPaise: 10_200, assumption: 'stop-worse-side' },
    ]);
  });

  test('fills at its limit when the minute goes on beyond that', () => {
    const exchange = exchangeWith(BAR_OF_STEPS, PESSIMISTIC);
    place(exchange, { terms: stop(10_200, 10_300) }, sampleInstant('09:20', -1_000));
    exchange.advanceTo(sampleInstant('09:21'));
    expect(exchange.fills()).toMatchObject([
      { pricePaise: 10_300, bestPaise: 10_200, worstPaise: 10_300, assumption: 'stop-worse-side' },
    ]);
  });

  test('fills beyond its trigger when the market jumps over it between two minutes', () => {
    const jump = [
      price('09:22:00', [10_990, 11_010, 11_000]),
      price('09:22:15', [10_890, 10_910, 10_900]),
      price('09:22:35', [11_190, 11_210, 11_200]),
      price('09:23:00', [11_090, 11_110, 11_100]),
    ];
    const exchange = exchangeWith([...BAR_OF_STEPS, ...jump], PESSIMISTIC);
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
    const exchange = exchangeWith([...BAR_OF_STEPS, ...jump], PESSIMISTIC);
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
  const exchange = exchangeWith([...BAR_OF_STEPS, ...later], oneLot);
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
