import { describe, expect, test } from 'vitest';

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
