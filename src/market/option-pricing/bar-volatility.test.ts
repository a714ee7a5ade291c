import { describe, expect, it } from 'vitest';

import { addDays, instantAt, type IstDate } from '../../model/time/ist.ts';
import { type BarDay } from '../minute-bar.ts';
import { expectedVolatilities, rememberedLevels } from './bar-volatility.ts';
import { PRICING_MODEL, RECORDED_PRICING } from './pricing-model.ts';

/** One bar from 100 rupees, 1 % up to the close: the range is the day. */
function aDay(date: IstDate, risePaise = 100): BarDay {
  const bar = {
    startMs: instantAt(date, '09:15'),
    openPaise: 100_00,
    highPaise: 100_00 + risePaise,
    lowPaise: 100_00,
    closePaise: 100_00,
  };
  return { date, bars: [bar], barsOutside: [] };
}

const FIRST = '2026-11-02';
const eight = Array.from({ length: 8 }, (_, at) => aDay(addDays(FIRST, at)));

describe('the volatility to expect', () => {
  it('is named after five days, and stays where every day is like the one before', () => {
    const expected = expectedVolatilities(eight);
    expect(expected.slice(0, 5)).toEqual([null, null, null, null, null]);
    expect(expected[5]).toBeGreaterThan(0);
    expect(expected[7]).toBeCloseTo(expected[5] ?? 0, 10);
  });

  it('takes no token hour for a calm day', () => {
    const hour = aDay(addDays(FIRST, 6), 5);
    const days = [...eight.slice(0, 6), hour, ...eight.slice(7)];
    const isToken = ({ date }: BarDay) => date === hour.date;
    const [, , , , , before, on, after] = expectedVolatilities(days, { isToken });
    expect(on).toBeCloseTo(before ?? 0, 10);
    expect(after).toBeCloseTo(before ?? 0, 10);
    expect(expectedVolatilities(days)[7]).toBeLessThan(0.97 * (before ?? 0));
  });

  it('counts a day for so many times what was expected of it at most', () => {
    const crash = aDay(addDays(FIRST, 6), 2_000);
    const days = [...eight.slice(0, 6), crash, ...eight.slice(7)];
    const ratio = (surpriseMax: number): number => {
      const [, , , , , , on, after] = expectedVolatilities(days, { surpriseMax });
      return (after ?? 0) / (on ?? 1);
    };
    // The seventh day weighs a seventh: 1 + (4 - 1) / 7 of the variance, then 1 + (2 - 1) / 7.
    expect(ratio(4)).toBeCloseTo(Math.sqrt(10 / 7), 10);
    expect(ratio(2)).toBeCloseTo(Math.sqrt(8 / 7), 10);
    expect(ratio(Infinity)).toBeGreaterThan(6);
  });

  it('divides a day by the days of variance that were expected of it', () => {
    const days = [...eight.slice(0, 6), aDay(addDays(FIRST, 6), 200), ...eight.slice(7)];
    const event = addDays(FIRST, 6);
    const weightOf = ({ date }: BarDay): number => (date === event ? 4 : 1);
    const [, , , , , , on, after] = expectedVolatilities(days, { weightOf });
    // ln(1.02) / ln(1.01) squared is 3.961: a fourth of it is 0.990 of an ordinary day's.
    expect((after ?? 0) / (on ?? 1)).toBeCloseTo(Math.sqrt(1 + (0.99021 - 1) / 7), 4);
  });

  it('is capped at four times where indexes are recorded, and not where they are generated', () => {
    expect([RECORDED_PRICING.surpriseMax, PRICING_MODEL.surpriseMax]).toEqual([4, Infinity]);
  });
});

const closing = (closePaise: number) => {
  const bar = { startMs: 0, openPaise: 1, highPaise: 1, lowPaise: 1, closePaise };
  return { bars: [bar] };
};
const days = [closing(100_00), { bars: [] }, closing(121_00), closing(100_00)];

it('is the close before where nothing is kept of a move', () => {
  const [none, first, empty, risen] = rememberedLevels(days, 0).map((level) => level);
  expect(none).toBeNull();
  expect([first, empty, risen].map((level) => Math.round(level ?? 0))).toEqual([
    100_00, 100_00, 121_00,
  ]);
});

it('forgets of a day what is not kept, in ratios', () => {
  const level = rememberedLevels(days, 0.5)[3] ?? 0;
  // Half of the way from 100 to 121, as the index multiplies: 110.
  expect(Math.round(level)).toBe(110_00);
});
