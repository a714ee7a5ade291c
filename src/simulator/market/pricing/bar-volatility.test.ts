import { describe, expect, it } from 'vitest';

import { addDays, instantAt, type IstDate } from '../../../model/ist.ts';
import { type BarDay } from '../bar.ts';
import { expectedVolatilities } from './bar-volatility.ts';

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
});
