import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { instantAt } from '../../model/time/ist.ts';
import { type IndexDay } from '../index-path.ts';
import { shortCalendar } from '../../../test/support/short-tables.ts';
import { createGeneratedIndex } from './generated-index.ts';
import { INDEX_TICK_PAISE } from './index-model.ts';

const SPLIT = '2026-11-21';
const calendar = shortCalendar({
  [SPLIT]: [
    ['09:15', '10:00'],
    ['11:30', '12:30'],
  ],
});
const DATE = '2026-11-20';

function indexOf(seed: number, stepMs = 60_000): ReturnType<typeof createGeneratedIndex> {
  return createGeneratedIndex({ seed, calendar, stepMs });
}

const indexes = Array.from({ length: 20 }, (_, seed) => indexOf(seed));

function tradingDates(from: string, count: number): string[] {
  const dates = [from];
  while (dates.length < count) dates.push(calendar.nextTradingDay(dates.at(-1) ?? from));
  return dates;
}

function levelsOf(day: IndexDay | null): number[] {
  const levels: number[] = [];
  for (let step = 0; ; step += 1) {
    const level = day?.levelPaise(step) ?? null;
    if (level === null) return levels;
    levels.push(level);
  }
}

function returnsOf(levels: readonly number[]): number[] {
  return levels.slice(1).map((level, place) => Math.log(level / (levels[place] ?? level)));
}

describe('a generated index', () => {
  it('is the same for the same seed, whichever days were asked first', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(
          ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', SPLIT],
          { minLength: 6 },
        ),
        fc.integer(),
        (dates, seed) => {
          const one = indexOf(seed);
          const other = indexOf(seed);
          const forward = new Map(dates.map((date) => [date, levelsOf(one.day('NIFTY', date))]));
          for (const date of dates.toReversed()) {
            other.day('BANKNIFTY', date);
            expect(levelsOf(other.day('NIFTY', date))).toEqual(forward.get(date));
          }
        },
      ),
      { numRuns: 8 },
    );
  });

  it('differs between seeds, days and indexes', () => {
    const paths = [
      levelsOf(indexOf(1).day('NIFTY', DATE)),
      levelsOf(indexOf(2).day('NIFTY', DATE)),
      levelsOf(indexOf(1).day('NIFTY', '2026-11-19')),
      levelsOf(indexOf(1).day('SENSEX', DATE)),
    ];
    expect(new Set(paths.map(String)).size).toBe(4);
  });

  it('keeps prices on its tick, above 0, and within reach of its base for years', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.date({ min: new Date('2010-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        (seed, instant) => {
          const date = instant.toISOString().slice(0, 10);
          for (const level of levelsOf(indexOf(seed).day('NIFTY', date))) {
            expect(level % INDEX_TICK_PAISE).toBe(0);
            expect(level).toBeGreaterThan(2_500_000 * 0.6);
            expect(level).toBeLessThan(2_500_000 * 1.6);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is measured from the close of the trading day before', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const index = indexOf(seed);
      const friday = levelsOf(index.day('NIFTY', '2026-11-20'));
      const saturday = levelsOf(index.day('NIFTY', SPLIT));
      expect(index.day('NIFTY', SPLIT)?.referencePaise).toBe(friday.at(-1));
      expect(index.day('NIFTY', '2026-11-23')?.referencePaise).toBe(saturday.at(-1));
      expect(index.referencePaise('NIFTY', '2026-11-23')).toBe(saturday.at(-1));
    }
  });

  it('opens with the session, and has no day where there is no session or no such index', () => {
    const index = indexOf(7);
    const day = index.day('NIFTY', DATE);
    const openMs = instantAt(DATE, '09:15');
    expect(day?.levelPaise(day.stepAt(openMs - 1))).toBeNull();
    expect(day?.levelPaise(day.stepAt(openMs))).toBeGreaterThan(0);
    expect(index.day('NIFTY', '2026-11-22')).toBeNull();
    expect(index.day('toString', DATE)).toBeNull();
    expect(index.referencePaise('__proto__', DATE)).toBeNull();
  });

  it('holds its level between the sessions of a split day', () => {
    const day = indexOf(7).day('NIFTY', SPLIT);
    const before = day?.stepAt(instantAt(SPLIT, '09:59:59'));
    expect(day?.stepAt(instantAt(SPLIT, '11:00'))).toBe(before);
    expect(day?.nextChangeMs(instantAt(SPLIT, '10:30'))).toBe(instantAt(SPLIT, '11:30'));
  });

  it('moves from close to close about as much as its volatility says', () => {
    const closes = tradingDates('2024-01-02', 500).map((date) =>
      indexes.map((index) => index.referencePaise('NIFTY', date) ?? 0),
    );
    const squares = indexes.flatMap((_index, at) =>
      returnsOf(closes.map((row) => row[at] ?? 0)).map((r) => r * r),
    );
    const annual = Math.sqrt(
      (squares.reduce((sum, square) => sum + square, 0) / squares.length) * 250,
    );
    expect(annual).toBeGreaterThan(0.1);
    expect(annual).toBeLessThan(0.16);
  });

  it('moves most at the open', () => {
    let all = 0;
    let firstHalfHour = 0;
    for (const index of indexes) {
      const squares = returnsOf(levelsOf(index.day('NIFTY', DATE))).map((r) => r * r);
      all += squares.reduce((sum, square) => sum + square, 0);
      firstHalfHour += squares.slice(0, 30).reduce((sum, square) => sum + square, 0);
    }
    expect(firstHalfHour / all).toBeGreaterThan(0.12);
  });

  it('moves with the other indexes', () => {
    const index = indexOf(3);
    const nifty = returnsOf(levelsOf(index.day('NIFTY', DATE)));
    const banks = returnsOf(levelsOf(index.day('BANKNIFTY', DATE)));
    const dot = (a: readonly number[], b: readonly number[]): number =>
      a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0);
    const correlation = dot(nifty, banks) / Math.sqrt(dot(nifty, nifty) * dot(banks, banks));
    expect(correlation).toBeGreaterThan(0.5);
  });
});
