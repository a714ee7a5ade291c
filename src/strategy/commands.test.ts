import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { cancel, place, placeBasket, signal, squareOff, startPosition } from './commands.ts';
import { defineStrategy } from './define-strategy.ts';
import { distancePaise, legRupees, percent, points } from './distance.ts';
import { buy, limit, sell, stopOrder } from './leg-order.ts';
import { clockTime, lots, percentNumber, z } from './parameters.ts';
import { optionNamed } from '../../test/support/scripted-context.ts';
import { rupees } from './whole.ts';

const CE = optionNamed('CE');

describe('builders of commands', () => {
  it('make orders of whole lots, marketable intraday entries unless told otherwise', () => {
    expect(place(sell(CE, { leg: 'ce', lots: 2 }))).toEqual({
      kind: 'place',
      orders: [
        {
          leg: 'ce',
          role: 'entry',
          contract: CE,
          side: 'sell',
          quantityUnits: 130,
          terms: { kind: 'marketable', bufferPercent: null },
          product: 'intraday',
        },
      ],
    });
    expect(
      buy(CE, { leg: 'ce', lots: 1, role: 'exit', terms: limit(5), product: 'carry-forward' }),
    ).toMatchObject({ side: 'buy', role: 'exit', terms: limit(5), product: 'carry-forward' });
  });

  it('say what becomes of entries that are not all filled', () => {
    const order = buy(CE, { leg: 'ce', lots: 1 });
    const basket = { withinMs: 30_000, otherwise: 'complete' } as const;
    expect(placeBasket(basket, order)).toEqual({ kind: 'place', orders: [order], basket });
    expect(() => placeBasket(basket)).toThrow(/found no order/);
    expect(() => placeBasket({ ...basket, withinMs: NaN }, order)).toThrow(/Cannot wait NaN ms/);
  });

  it('speak of the whole run unless legs are named', () => {
    expect(squareOff('done')).toEqual({ kind: 'squareOff', legs: 'all', reason: 'done' });
    expect(cancel()).toEqual({ kind: 'cancel', legs: 'all', role: null });
    expect(cancel(['ce'], 'stop')).toEqual({ kind: 'cancel', legs: ['ce'], role: 'stop' });
  });

  it('name a position after itself unless told otherwise', () => {
    expect(startPosition({ position: 'p', ticker: 'NIFTY', legs: [{}] })).toEqual({
      kind: 'startPosition',
      position: 'p',
      alertName: 'p',
      exitTime: null,
      ticker: 'NIFTY',
      legs: [{}],
    });
  });

  const terms = { kind: 'stop', triggerPricePaise: 5, limitPricePaise: 5 } as const;
  const refused: readonly [string, () => unknown, RegExp][] = [
    ['no order', () => place(), /found no order/],
    [
      'a leg name with a space',
      () => sell(CE, { leg: 'my leg', lots: 1 }),
      /Cannot name a leg "my leg"/,
    ],
    [
      'a leg name of 21 characters',
      () => buy(CE, { leg: 'x'.repeat(21), lots: 1 }),
      /1 to 20 characters/,
    ],
    [
      'no lots',
      () => sell(CE, { leg: 'ce', lots: 0 }),
      /lots of leg "ce" must be a whole number >= 1, found 0/,
    ],
    ['part of a lot', () => sell(CE, { leg: 'ce', lots: 1.5 }), /found 1.5/],
    ['lots in quotes', () => sell(CE, { leg: 'ce', lots: '1' as never }), /found "1"/],
    [
      'a stop for no units',
      () => stopOrder({ leg: 'ce', contract: CE, side: 'buy', quantityUnits: 0, terms }),
      /units of leg "ce"/,
    ],
    [
      'a position without legs',
      () => startPosition({ position: 'p', ticker: 'T', legs: [] }),
      /1 to 10, found 0/,
    ],
    [
      'a position of 11 legs',
      () =>
        startPosition({ position: 'p', ticker: 'T', legs: Array.from({ length: 11 }, () => ({})) }),
      /found 11/,
    ],
    [
      'an exit time that is none',
      () => startPosition({ position: 'p', ticker: 'T', legs: [{}], exitTime: '3pm' }),
      /found "3pm"/,
    ],
    [
      'a signal without trades',
      () => signal({ trades: [], signalTag: 't', brokerIds: ['b'] }),
      /no trade/,
    ],
    [
      'a signal without brokers',
      () =>
        signal({
          trades: [{ ticker: 'T', side: 'buy', quantity: 1 }],
          signalTag: 't',
          brokerIds: [],
        }),
      /no broker/,
    ],
    [
      'a signal for half a share',
      () =>
        signal({
          trades: [{ ticker: 'T', side: 'buy', quantity: 0.5 }],
          signalTag: 't',
          brokerIds: ['b'],
        }),
      /found 0.5/,
    ],
    ['a distance of nothing', () => percent(0), /above 0/],
    ['a distance below a paisa', () => points(0.001), /at least 0.01/],
    ['an amount of no lots', () => legRupees(3_000, 0), /whole lots >= 1/],
    ['an amount of nothing', () => rupees(NaN), /above 0/],
  ];

  it.each(refused)('refuse %s and say what was found', (_, build, message) => {
    expect(build).toThrow(message);
  });
});

const LOT = { lotSizeUnits: 75 };

describe('distances', () => {
  it('are exact where binary fractions are not', () => {
    expect(distancePaise(percent(30), 10_015, LOT)).toBe(3_004.5);
    expect(distancePaise(percent(0.1), 30_000, LOT)).toBe(30);
    expect(distancePaise(points(0.29), 1, LOT)).toBe(29);
    expect(distancePaise(legRupees(3_000, 2), 1, LOT)).toBe(2_000);
  });
});

describe('parameters', () => {
  it('take what is meant and say what is wanted otherwise', () => {
    const schema = z.object({ entry: clockTime(), lots: lots(), stop: percentNumber() });
    expect(schema.parse({ entry: '09:20', lots: 1, stop: 30 })).toEqual({
      entry: '09:20',
      lots: 1,
      stop: 30,
    });
    const bad = schema.safeParse({ entry: '9:20', lots: 0, stop: 1_001 });
    expect(bad.error?.issues.map(({ message }) => message)).toEqual([
      'Wanted a time of day',
      'Wanted at least 1 lot',
      'Wanted a percentage above 0 and at most 1000',
    ]);
    expect(lots().safeParse(1.5).error?.issues[0]?.message).toBe('Wanted whole lots');
  });
});

describe('defineStrategy', () => {
  const run = (): typeof NEVER => NEVER;
  const source = { name: 'vix', open: run };

  it('refuses a name that is no file name, and two sources of one name', () => {
    expect(() => defineStrategy({ name: 'My Straddle', params: z.object({}), run })).toThrow(
      /Cannot name a strategy "My Straddle"/,
    );
    expect(() =>
      defineStrategy({ name: 'twice', params: z.object({}), sources: [source, source], run }),
    ).toThrow(/two sources are named "vix"/);
  });

  it('refuses a source whose schema makes other values than came', () => {
    const schema = z.string().transform((text) => text.length);
    const sources = [{ ...source, schema }];
    expect(() => defineStrategy({ name: 'changes', sources, run })).toThrow(
      /source "vix" wants a schema of plain JSON, without transforms/,
    );
  });
});
