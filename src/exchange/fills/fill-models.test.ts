import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type BarTouches } from './bar-touches.ts';
import {
  delayMs,
  type FillingOrder,
  type FillPrice,
  isServed,
  type Match,
  type SlippageModel,
  slipped,
} from './fill-models.ts';

const BAR: BarTouches = {
  lowPaise: 9_800,
  highPaise: 10_400,
  firstPaise: 10_000,
  closePaise: 10_100,
};

function order(over: Partial<FillingOrder> = {}): FillingOrder {
  const limitPaise = over.limitPaise ?? 11_000;
  return {
    side: 'buy',
    terms: { kind: 'limit', pricePaise: limitPaise },
    limitPaise,
    tickPaise: 5,
    isNewInBar: false,
    isUninformed: false,
    halfSpreadPaise: 10,
    ...over,
  };
}

function priced(
  one: FillingOrder,
  model: Partial<SlippageModel> = {},
  match: Match = { pricePaise: 10_100, assumption: 'took-the-touch' },
): FillPrice {
  const whole = { at: 'worse-side-of-bar', ticks: 0, ...model } as const;
  return slipped(match, one, { model: whole, touches: () => BAR });
}

const stop = { kind: 'stop', triggerPricePaise: 10_050, limitPricePaise: 10_700 } as const;

describe('at the worse side of the bar', () => {
  it('lets a buy pay the high', () => {
    expect(priced(order())).toEqual({
      pricePaise: 10_400,
      bestPaise: 9_800,
      worstPaise: 10_400,
      assumption: 'worse-side-of-bar',
    });
  });

  it('lets a sell get the low', () => {
    const sell = order({ side: 'sell', limitPaise: 9_000 });
    expect(priced(sell)).toMatchObject({ pricePaise: 9_800, bestPaise: 10_400, worstPaise: 9_800 });
  });

  it('goes no further than the limit', () => {
    expect(priced(order({ limitPaise: 10_200 }))).toMatchObject({
      pricePaise: 10_200,
      worstPaise: 10_200,
    });
  });

  it('lets a stop fill no better than its trigger', () => {
    const triggered = order({ terms: stop, limitPaise: 10_700, isNewInBar: true });
    expect(priced(triggered)).toMatchObject({
      pricePaise: 10_400,
      bestPaise: 10_050,
      assumption: 'stop-worse-side',
    });
  });

  it('says when a stop was passed between two minutes', () => {
    const passed = { ...stop, triggerPricePaise: 9_900 };
    const seen = { isNewInBar: true, isUninformed: true };
    const triggered = order({ terms: passed, limitPaise: 10_700, ...seen });
    expect(priced(triggered)).toMatchObject({ bestPaise: 9_900, assumption: 'stop-gapped' });
  });

  it('treats the rest of a stop in a later minute as any order', () => {
    const later = order({ terms: stop, limitPaise: 10_700 });
    expect(priced(later)).toMatchObject({ bestPaise: 9_800, assumption: 'worse-side-of-bar' });
  });

  it('fills what rested at its own limit, and only a market that left it behind is better', () => {
    const rested = { pricePaise: 10_200, assumption: 'traded-through' } as const;
    expect(priced(order({ limitPaise: 10_200 }), {}, rested)).toMatchObject({
      pricePaise: 10_200,
      bestPaise: 10_200,
    });
    const behind = { pricePaise: 10_900, assumption: 'traded-through' } as const;
    expect(priced(order({ limitPaise: 10_900 }), {}, behind)).toMatchObject({
      pricePaise: 10_900,
      bestPaise: 10_400,
      worstPaise: 10_900,
    });
  });
});

describe('at the touch', () => {
  it('knows no range without a bar', () => {
    expect(priced(order(), { at: 'touch' })).toEqual({
      pricePaise: 10_100,
      bestPaise: 10_100,
      worstPaise: 10_100,
      assumption: 'took-the-touch',
    });
  });

  it('has the range of the bar', () => {
    expect(priced(order(), { at: 'touch-in-bar' })).toMatchObject({
      pricePaise: 10_100,
      bestPaise: 9_800,
      worstPaise: 10_400,
    });
  });

  it('has the whole minute beyond its limit too, for what came within it', () => {
    const near = order({ limitPaise: 10_100, isNewInBar: true });
    expect(priced(near, { at: 'touch-in-bar' })).toMatchObject({
      pricePaise: 10_100,
      worstPaise: 10_400,
    });
    const rested = { pricePaise: 10_100, assumption: 'traded-through' } as const;
    expect(priced(near, { at: 'touch-in-bar' }, rested)).toMatchObject({
      pricePaise: 10_100,
      worstPaise: 10_400,
    });
  });

  it('worsens by ticks, past the limit too, but not below one tick', () => {
    expect(priced(order(), { at: 'touch', ticks: 2 }).pricePaise).toBe(10_110);
    const tight = order({ limitPaise: 10_105 });
    expect(priced(tight, { at: 'touch', ticks: 2 }).pricePaise).toBe(10_110);
    const rested = { pricePaise: 10_105, assumption: 'traded-through' } as const;
    expect(priced(tight, { ticks: 1 }, rested)).toMatchObject({
      pricePaise: 10_110,
      worstPaise: 10_110,
    });
    const sell = order({ side: 'sell', limitPaise: 5 });
    const lowest = { pricePaise: 5, assumption: 'took-the-touch' } as const;
    expect(priced(sell, { at: 'touch', ticks: 1 }, lowest).pricePaise).toBe(5);
  });
});

describe('at the price to expect', () => {
  const central = { at: 'central-of-bar' } as const;
  const stop = (over: Partial<FillingOrder> = {}): FillingOrder => {
    const terms = { kind: 'stop', triggerPricePaise: 10_200, limitPricePaise: 10_900 } as const;
    return order({ terms, limitPaise: 10_900, isNewInBar: true, isUninformed: true, ...over });
  };

  it.each<[string, FillingOrder, Pick<FillPrice, 'assumption' | 'pricePaise'>]>([
    [
      'who asked as the minute began has its first price and half the spread',
      order({ isNewInBar: true, isUninformed: true }),
      { assumption: 'first-of-bar', pricePaise: 10_010 },
    ],
    [
      'a sale too',
      order({ side: 'sell', limitPaise: 9_000, isNewInBar: true, isUninformed: true }),
      { assumption: 'first-of-bar', pricePaise: 9_990 },
    ],
    [
      'who had seen more has its worst',
      order({ isNewInBar: true }),
      { assumption: 'worse-side-of-bar', pricePaise: 10_400 },
    ],
    [
      'one from before has its first price',
      order(),
      { assumption: 'first-of-bar', pricePaise: 10_010 },
    ],
    [
      'none fills beyond its limit',
      order({ limitPaise: 10_005, isNewInBar: true, isUninformed: true }),
      { assumption: 'first-of-bar', pricePaise: 10_005 },
    ],
    [
      'a stop that was asked for later has the worst',
      stop({ isUninformed: false }),
      { assumption: 'stop-worse-side', pricePaise: 10_400 },
    ],
    [
      'a stop fills half the spread and a tick beyond its trigger',
      stop(),
      { assumption: 'stop-at-its-trigger', pricePaise: 10_215 },
    ],
    [
      'a stop that opens beyond its trigger fills at the open',
      stop({ terms: { kind: 'stop', triggerPricePaise: 9_900, limitPricePaise: 10_900 } }),
      { assumption: 'stop-gapped-open', pricePaise: 10_010 },
    ],
  ])('%s', (_, one, expectedFill) => {
    const fill = priced(one, central);
    expect(fill).toMatchObject(expectedFill);
    expect(fill.worstPaise).toBe(priced(one).worstPaise);
    expect(fill.bestPaise).toBe(priced(one).bestPaise);
  });
});

it('keeps the price inside its range, past the limit by its ticks at most, and never better than without slippage', () => {
  const ticks = fc.integer({ min: 1, max: 400 }).map((count) => count * 5);
  fc.assert(
    fc.property(
      fc.record({
        side: fc.constantFrom('buy' as const, 'sell' as const),
        at: fc.constantFrom(
          'touch' as const,
          'touch-in-bar' as const,
          'central-of-bar' as const,
          'worse-side-of-bar' as const,
        ),
        lowPaise: ticks,
        spanPaise: ticks,
        touchShare: fc.double({ min: 0, max: 1, noNaN: true }),
        slackPaise: ticks,
        ticks: fc.integer({ min: 0, max: 5 }),
        isStop: fc.boolean(),
      }),
      ({ side, at, lowPaise, spanPaise, touchShare, slackPaise, ticks: worseTicks, isStop }) => {
        const sign = side === 'buy' ? 1 : -1;
        const bar = {
          lowPaise,
          highPaise: lowPaise + spanPaise,
          firstPaise: lowPaise,
          closePaise: lowPaise,
        };
        const touch = lowPaise + Math.round((spanPaise * touchShare) / 5) * 5;
        const limitPaise = touch + sign * slackPaise;
        const terms = isStop
          ? ({ kind: 'stop', triggerPricePaise: touch, limitPricePaise: limitPaise } as const)
          : ({ kind: 'limit', pricePaise: limitPaise } as const);
        const seen = { isNewInBar: isStop, isUninformed: isStop, halfSpreadPaise: 10 };
        const one = { side, terms, limitPaise, tickPaise: 5, ...seen };
        const match = { pricePaise: touch, assumption: 'took-the-touch' } as const;
        const model = { at, ticks: worseTicks };
        const fill = slipped(match, one, { model, touches: () => bar });
        expect(sign * (fill.pricePaise - fill.bestPaise)).toBeGreaterThanOrEqual(0);
        expect(sign * (fill.worstPaise - fill.pricePaise)).toBeGreaterThanOrEqual(0);
        const bound = at === 'touch-in-bar' ? fill.pricePaise : fill.worstPaise;
        expect(sign * (limitPaise - bound)).toBeGreaterThanOrEqual(-5 * worseTicks);
        const notBetterThan = at === 'central-of-bar' ? fill.bestPaise : touch;
        expect(sign * (fill.pricePaise - notBetterThan)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

it('draws a delay from its range, both ends included', () => {
  const range = { minMs: 20, maxMs: 120 };
  expect(delayMs(range, () => 0)).toBe(20);
  expect(delayMs(range, (below) => below - 1)).toBe(120);
});

it('serves what arrives, and what rests with nobody before it, once the limit is met', () => {
  expect(isServed(0, false, 'all-before-us')).toBe(true);
  expect(isServed(0, true, 'nobody')).toBe(true);
  expect(isServed(-5, false, 'nobody')).toBe(false);
});

it('serves what rests behind everybody only once the price has gone beyond its limit', () => {
  expect(isServed(0, true, 'all-before-us')).toBe(false);
  expect(isServed(5, true, 'all-before-us')).toBe(true);
});
