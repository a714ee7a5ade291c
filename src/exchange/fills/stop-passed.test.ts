import { describe, expect, it } from 'vitest';

import { sampleInstant } from '../../../test/support/sample-world.ts';
import { type ExchangeRules } from '../exchange-rules.ts';
import {
  BAR_OF_STEPS,
  exchangeWith,
  limit,
  orderOf,
  PESSIMISTIC,
  place,
  price,
  stop,
} from '../../../test/support/exchange-fixture.ts';

const TOUCH: Partial<ExchangeRules> = {
  ...PESSIMISTIC,
  slippage: { at: 'touch-in-bar', ticks: 0 },
};
/** The put of 2024-02-28 in the minute of 10:51, here a day's 09:22: from below the trigger to beyond the limit. */
const PASSED = [
  price('09:22:00', [10_375, 10_385, 10_380]),
  price('09:22:15', [10_315, 10_325, 10_320]),
  price('09:22:35', [12_280, 12_290, 12_285]),
  price('09:22:59', [12_180, 12_190, 12_185]),
  price('09:23:00', [12_180, 12_190, 12_185]),
];
const STOP = stop(10_650, 11_505);

function afterThe(
  minute: readonly ReturnType<typeof price>[],
  { rules = PESSIMISTIC, at = '09:21:30' }: { rules?: Partial<ExchangeRules>; at?: string } = {},
) {
  const exchange = exchangeWith([...BAR_OF_STEPS, ...minute], rules);
  const id = place(exchange, { terms: STOP }, sampleInstant(at));
  exchange.advanceTo(sampleInstant('09:23:30'));
  return { exchange, order: orderOf(exchange, id) };
}

describe('a stop that a minute passes from before its trigger to beyond its limit', () => {
  it('fills at its limit: prices came to it on their way', () => {
    const { exchange, order } = afterThe(PASSED);
    expect(order.status).toBe('completed');
    expect(exchange.fills()).toMatchObject([
      {
        atMs: sampleInstant('09:22:35'),
        pricePaise: 11_505,
        bestPaise: 10_650,
        worstPaise: 11_505,
        assumption: 'stop-worse-side',
      },
    ]);
    expect(exchange.unserved()).toEqual([]);
  });

  it('fills at its limit at the touch, too', () => {
    const { exchange } = afterThe(PASSED, { rules: TOUCH });
    expect(exchange.fills()).toMatchObject([{ pricePaise: 11_505, bestPaise: 10_650 }]);
  });

  it('fills where the minute came to it within its limit and ended beyond', () => {
    const [first, second, third, ...rest] = PASSED;
    const between = price('09:22:20', [10_790, 10_800, 10_795]);
    const minute = [first, second, between, third, ...rest].filter((step) => step !== undefined);
    const { exchange } = afterThe(minute);
    expect(exchange.fills()).toMatchObject([
      { atMs: sampleInstant('09:22:20'), pricePaise: 11_505 },
    ]);
  });

  it('fills when it was asked for while only the first price of the minute was shown', () => {
    const { exchange } = afterThe(PASSED, { at: '09:22:05' });
    expect(exchange.fills()).toMatchObject([{ pricePaise: 11_505 }]);
  });

  it('does not fill when who asked for it had seen how the minute goes', () => {
    const { exchange, order } = afterThe(PASSED, { at: '09:22:20' });
    expect(exchange.fills()).toEqual([]);
    expect(order.status).toBe('open');
    expect(exchange.unserved()).toMatchObject([{ orderId: order.orderId, why: 'stop-passed' }]);
  });
});

describe('a stop asked for after a fill of its minute has told the worst', () => {
  const sold = { side: 'sell', terms: limit(9_000) } as const;

  function withStop(units: number) {
    const exchange = exchangeWith([...BAR_OF_STEPS, ...PASSED], PESSIMISTIC);
    place(exchange, { ...sold, quantityUnits: 65 }, sampleInstant('09:22:00'));
    const at = sampleInstant('09:22:02');
    const id = place(exchange, { terms: STOP, quantityUnits: units }, at);
    exchange.advanceTo(sampleInstant('09:23:30'));
    return orderOf(exchange, id);
  }

  it('fills when it only closes what that minute opened', () => {
    expect(withStop(65)).toMatchObject({ status: 'completed', filledValuePaise: 65 * 11_505 });
  });

  it('does not when it would open more', () => {
    expect(withStop(130)).toMatchObject({ status: 'open', filledUnits: 0 });
  });
});

it('a stop that the market jumps over, limit and all, rests, and that is noted', () => {
  const jumped = [price('09:22:00', [12_280, 12_290, 12_285])];
  const { exchange, order } = afterThe(jumped);
  expect(exchange.fills()).toEqual([]);
  expect(exchange.unserved()).toEqual([
    { orderId: order.orderId, atMs: sampleInstant('09:22'), why: 'stop-passed' },
  ]);
});
