import { describe, expect, test } from 'vitest';

import { sampleInstant } from '../../../test/support/sample-world.ts';
import { istClock } from '../../model/time/ist.ts';
import { type PlaceElement } from '../../ports/orders.ts';
import {
  BAR_OF_STEPS,
  exchangeWith,
  limit,
  PESSIMISTIC,
  place,
  price,
  stop,
} from '../../../test/support/exchange-fixture.ts';

const CENTRAL = { ...PESSIMISTIC, slippage: { at: 'central-of-bar', ticks: 0 } } as const;
const PRICES = [price('09:19:00', [9_990, 10_010, 10_000]), ...BAR_OF_STEPS];
const STOP = stop(10_200, 11_000);

function exchange() {
  return exchangeWith(PRICES, CENTRAL);
}

type Change = Partial<PlaceElement>;

function fillsOf(...orders: readonly (readonly [clock: string, change: Change])[]) {
  const one = exchange();
  for (const [clock, change] of orders) place(one, change, sampleInstant(clock));
  one.advanceTo(sampleInstant('09:22'));
  return one.fills().map(({ pricePaise, assumption }) => [pricePaise, assumption]);
}

describe('a stop at the price to expect', () => {
  test.each(['09:19:30', '09:20:00', '09:20:10'])(
    'fills as its trigger is passed when it was asked for at %s, before a second price',
    (clock) => {
      expect(fillsOf([clock, { terms: STOP }])).toEqual([[10_215, 'stop-at-its-trigger']]);
    },
  );

  test('fills at the minute’s worst when it was asked for with more of the minute shown', () => {
    expect(fillsOf(['09:20:16', { terms: STOP }])).toEqual([[10_410, 'stop-worse-side']]);
    // As the second price comes up it is there to be seen.
    expect(fillsOf(['09:20:15', { terms: STOP }])).toEqual([[10_410, 'stop-worse-side']]);
    const late = { side: 'sell', terms: stop(10_200, 9_900) } as const;
    expect(fillsOf(['09:20:40', late])).toEqual([[9_900, 'stop-worse-side']]);
  });

  test('fills at the worst once it was moved with more of the minute shown', () => {
    const one = exchange();
    const id = place(one, { terms: stop(10_500, 11_000) }, sampleInstant('09:19:30'));
    one.modify(id, STOP, sampleInstant('09:20:16'));
    one.advanceTo(sampleInstant('09:22'));
    expect(one.fills()).toMatchObject([{ pricePaise: 10_410, assumption: 'stop-worse-side' }]);
  });

  test('keeps its price when it was moved at the minute’s first price', () => {
    const one = exchange();
    const id = place(one, { terms: stop(10_500, 11_000) }, sampleInstant('09:19:30'));
    one.modify(id, STOP, sampleInstant('09:20:05'));
    one.advanceTo(sampleInstant('09:22'));
    expect(one.fills()).toMatchObject([{ pricePaise: 10_215, assumption: 'stop-at-its-trigger' }]);
  });

  test('keeps its price when a move was refused', () => {
    const one = exchange();
    const id = place(one, { terms: STOP }, sampleInstant('09:19:30'));
    one.modify(id, stop(1_000_000, 1_100_000), sampleInstant('09:20:16'));
    one.advanceTo(sampleInstant('09:22'));
    expect(one.fills()).toMatchObject([{ pricePaise: 10_215, assumption: 'stop-at-its-trigger' }]);
  });
});

describe('what a minute has told at the price to expect', () => {
  const nearest = { terms: limit(10_020) };

  test('is nothing by a fill at its first price', () => {
    const first = [10_010, 'first-of-bar'];
    expect(fillsOf(['09:20:00', { terms: limit(12_000) }], ['09:20:01', nearest])).toEqual([
      first,
      first,
    ]);
  });

  /** A limit that stood before the minute is cancelled in it: the exchange answers by the whole minute. */
  function afterCancel(limitPaise: number, next: Change) {
    const one = exchange();
    const id = place(one, { terms: limit(limitPaise) }, sampleInstant('09:19:30'));
    one.cancel(id, sampleInstant('09:20:01'));
    place(one, next, sampleInstant('09:20:02'));
    one.advanceTo(sampleInstant('09:20:58'));
    return one
      .fills()
      .filter(({ orderId }) => orderId !== id)
      .map(({ atMs, pricePaise, assumption }) => [istClock(atMs), pricePaise, assumption]);
  }

  test('is over with the minute', () => {
    const before = price('09:18:00', [9_990, 10_010, 10_000]);
    const one = exchangeWith([before, ...PRICES], CENTRAL);
    const id = place(one, { terms: limit(9_700) }, sampleInstant('09:18:30'));
    one.cancel(id, sampleInstant('09:19:20'));
    place(one, { terms: STOP }, sampleInstant('09:20:02'));
    one.advanceTo(sampleInstant('09:22'));
    expect(one.fills()).toMatchObject([{ pricePaise: 10_215, assumption: 'stop-at-its-trigger' }]);
  });

  const worst = ['09:20:02', 10_410, 'worse-side-of-bar'];
  test.each([
    ['let go', 9_700],
    ['filled', 9_900],
  ] as const)('is its worst by an order that a cancel found %s', (_, standsAt) => {
    expect(afterCancel(standsAt, { terms: limit(12_000) })).toEqual([worst]);
    expect(afterCancel(standsAt, nearest)).toEqual([]);
    expect(afterCancel(standsAt, { terms: STOP })).toEqual([
      ['09:20:35', 10_410, 'stop-worse-side'],
    ]);
    // Beyond its limit when it is reached: whoever knows that is not served on the way.
    expect(afterCancel(standsAt, { terms: stop(10_200, 10_300) })).toEqual([]);
  });
});
