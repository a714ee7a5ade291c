import { describe, expect, it } from 'vitest';

import { CE } from '../../../test/support/engine-rig.ts';
import { isPassed, laddered, mended } from './stop-ladder.ts';

const BUY = { side: 'buy', contract: CE } as const;
const SELL = { side: 'sell', contract: CE } as const;

function stop(triggerPricePaise: number, limitPricePaise: number) {
  return { kind: 'stop', triggerPricePaise, limitPricePaise } as const;
}

describe('the limit of a stop that was refused', () => {
  it.each([
    [0, 11_050],
    [1, 10_525],
    [2, 10_005],
    [9, 10_005],
  ])('of a short, after %i refusals', (rejections, limitPricePaise) => {
    expect(laddered(stop(10_000, 11_050), rejections, BUY)).toEqual(stop(10_000, limitPricePaise));
  });

  it.each([
    [0, 8_950],
    [1, 9_475],
    [2, 9_995],
  ])('of a long, after %i refusals', (rejections, limitPricePaise) => {
    expect(laddered(stop(10_000, 8_950), rejections, SELL)).toEqual(stop(10_000, limitPricePaise));
  });

  it('is on the tick, within the limit as asked, and a price', () => {
    // Half of 55 is 27.5: down to 25.
    expect(laddered(stop(10_000, 10_055), 1, BUY)).toEqual(stop(10_000, 10_025));
    // Half of 5 is no tick.
    expect(laddered(stop(10_000, 10_005), 1, BUY)).toEqual(stop(10_000, 10_005));
    // No farther than asked, were it the trigger itself.
    expect(laddered(stop(10_000, 10_000), 2, BUY)).toEqual(stop(10_000, 10_000));
    expect(laddered(stop(5, 5), 1, SELL)).toEqual(stop(5, 5));
  });

  it('is left alone in terms of other kinds', () => {
    const limit = { kind: 'limit', pricePaise: 10_000 } as const;
    expect(laddered(limit, 2, BUY)).toBe(limit);
  });
});

describe('a trigger is passed', () => {
  it.each([
    ['buy', 9_999, false],
    ['buy', 10_000, true],
    ['buy', 10_001, true],
    ['sell', 10_001, false],
    ['sell', 10_000, true],
    ['sell', 9_999, true],
  ] as const)('to %s at a last price of %i: %s', (side, lastPaise, isIt) => {
    expect(isPassed(stop(10_000, 10_000), side, lastPaise)).toBe(isIt);
  });

  it('never without a price, nor by terms that have none', () => {
    expect(isPassed(stop(10_000, 10_000), 'sell', null)).toBe(false);
    expect(isPassed({ kind: 'limit', pricePaise: 10_000 }, 'sell', 10_000)).toBe(false);
    expect(isPassed({ kind: 'market', referencePricePaise: 10_000 }, 'buy', 10_000)).toBe(false);
  });
});

describe('a stop that the gate refuses is mended', () => {
  it.each([
    ['on the tick, outwards', 'buy', stop(10_001, 11_002), stop(10_005, 11_005)],
    ['on the tick, outwards', 'sell', stop(9_999, 9_003), stop(9_995, 9_000)],
    ['with its limit on its side', 'buy', stop(10_000, 9_000), stop(10_000, 10_005)],
    ['with its limit on its side', 'sell', stop(10_000, 11_000), stop(10_000, 9_995)],
    ['with the trigger as its limit', 'buy', stop(10_000, Number.NaN), stop(10_000, 10_000)],
    ['with the trigger as its limit', 'sell', stop(10_000, 0), stop(10_000, 10_000)],
    ['not where it is right', 'buy', stop(10_000, 10_000), stop(10_000, 10_000)],
    ['not where it is right', 'sell', stop(10_000, 10_000), stop(10_000, 10_000)],
    ['not where it is right', 'sell', stop(5, 5), stop(5, 5)],
  ] as const)('%s, to %s', (...[, side, asked, made]) => {
    expect(mended(asked, side, CE)).toEqual(made);
  });

  it.each([0, 4, -5, Number.NaN, Infinity, 2 ** 60])('never from a trigger of %f', (trigger) => {
    expect(mended(stop(trigger, 10_000), 'buy', CE)).toBeNull();
  });
});

it('a stop whose limit is at its trigger is not mended', () => {
  const terms = { kind: 'stop', triggerPricePaise: 10_000, limitPricePaise: 10_000 } as const;
  expect(mended(terms, 'buy', CE)).toEqual(terms);
  expect(mended(terms, 'sell', CE)).toEqual(terms);
});
