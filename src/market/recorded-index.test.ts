import { describe, expect, it } from 'vitest';

import { addDays, instantAt, type IstDate } from '../model/time/ist.ts';
import { type IndexPath } from './index-path.ts';
import { type MinuteBar, type BarDay } from './minute-bar.ts';
import { createRecordedIndex } from './recorded-index.ts';
import { shortCalendar } from '../../test/support/short-tables.ts';

const FRIDAY = '2024-03-01';
const SPLIT = '2024-03-02';
const calendar = shortCalendar({
  [SPLIT]: [
    ['09:15', '10:00'],
    ['11:30', '12:30'],
  ],
});

function bar(date: IstDate, clock: string, paise: number): MinuteBar {
  return {
    startMs: instantAt(date, clock),
    openPaise: paise,
    highPaise: paise + 30,
    lowPaise: paise - 10,
    closePaise: paise + 20,
  };
}

function pathOf(...days: readonly BarDay[]): IndexPath {
  return createRecordedIndex({ days: { NIFTY: days }, calendar });
}

function levelAt(path: IndexPath, date: IstDate, clock: string): number | null {
  const day = path.day('NIFTY', date);
  return day === null ? null : day.levelPaise(day.stepAt(instantAt(date, clock)));
}

describe('an index from bars', () => {
  const friday: BarDay = {
    date: FRIDAY,
    bars: [bar(FRIDAY, '09:15', 1000), bar(FRIDAY, '09:16', 2000), bar(FRIDAY, '09:20', 3000)],
    barsOutside: [bar(FRIDAY, '16:00', 9000)],
  };
  const path = pathOf(friday);

  it.each([
    ['09:14:59', null],
    ['09:15:00', 1000],
    ['09:15:14', 1000],
    ['09:15:15', 990],
    ['09:15:35', 1030],
    ['09:15:59', 1020],
    ['09:16:00', 2000],
  ])('at %s it is at %s', (clock, level) => {
    expect(levelAt(path, FRIDAY, clock)).toBe(level);
  });

  it('has no level in missing minutes, at whichever second', () => {
    for (const clock of ['09:17:00', '09:18:30', '09:19:59']) {
      expect(levelAt(path, FRIDAY, clock)).toBeNull();
    }
    expect(levelAt(path, FRIDAY, '09:16:59')).toBe(2020);
    expect(levelAt(path, FRIDAY, '09:20:00')).toBe(3000);
    expect(levelAt(path, FRIDAY, '09:21:00')).toBeNull();
  });

  it('names the beginning of a gap as a change', () => {
    expect(path.day('NIFTY', FRIDAY)?.nextChangeMs(instantAt(FRIDAY, '09:16:59'))).toBe(
      instantAt(FRIDAY, '09:17'),
    );
  });

  it('never moves by a bar outside of the sessions', () => {
    expect(levelAt(path, FRIDAY, '16:00:10')).toBeNull();
  });

  it('has no level in the minutes before a late first bar', () => {
    const late = pathOf({ date: FRIDAY, bars: [bar(FRIDAY, '09:30', 1000)], barsOutside: [] });
    expect(levelAt(late, FRIDAY, '09:20:00')).toBeNull();
  });

  it('keeps its level through the pause of a split day and after the close', () => {
    const split = pathOf({
      date: SPLIT,
      bars: [bar(SPLIT, '09:59', 1000), bar(SPLIT, '11:30', 2000), bar(SPLIT, '12:29', 3000)],
      barsOutside: [],
    });
    expect(levelAt(split, SPLIT, '10:45:00')).toBe(1020);
    expect(levelAt(split, SPLIT, '13:00:00')).toBe(3020);
  });

  it('has no day without bars, and no index that it was not given', () => {
    expect(path.day('NIFTY', '2024-03-04')).toBeNull();
    expect(path.day('SENSEX', FRIDAY)).toBeNull();
    expect(path.referencePaise('SENSEX', FRIDAY)).toBeNull();
  });
});

describe('the reference of a day', () => {
  const day = (date: IstDate, paise: number): BarDay => ({
    date,
    bars: [bar(date, '09:15', paise)],
    barsOutside: [],
  });
  const path = pathOf(day('2024-03-01', 1000), day('2024-03-05', 2000));

  it.each([
    ['the first open before and on the first day', '2024-02-01', 1000],
    ['the first open before and on the first day', '2024-03-01', 1000],
    ['the close before on a day without bars', '2024-03-04', 1020],
    ['the close before', '2024-03-05', 1020],
    ['the last close after the last day', '2025-01-01', 2020],
  ])('is %s (%s)', (_what, date, paise) => {
    expect(path.referencePaise('NIFTY', date)).toBe(paise);
  });
});

describe('the volatility to expect', () => {
  /** Days that each close where they opened, after a range of `share`. */
  function calmDays(shares: readonly number[]): BarDay[] {
    return shares.map((share, place) => {
      const date = addDays('2024-04-01', place);
      const minute: MinuteBar = {
        startMs: instantAt(date, '09:15'),
        openPaise: 2_000_000,
        highPaise: Math.round(2_000_000 * Math.exp(share)),
        lowPaise: 2_000_000,
        closePaise: 2_000_000,
      };
      return { date, bars: [minute], barsOutside: [] };
    });
  }
  const volatilityOn = (days: readonly BarDay[], place: number): number | null | undefined =>
    pathOf(...days).day('NIFTY', days[place]?.date ?? '')?.volatility;

  it('is unknown for five days, then follows the ranges seen', () => {
    const days = calmDays(Array<number>(8).fill(0.01));
    expect(volatilityOn(days, 4)).toBeNull();
    const parkinson = Math.sqrt((250 * 0.01 ** 2) / (4 * Math.LN2));
    expect(volatilityOn(days, 5)).toBeCloseTo(parkinson, 3);
    expect(volatilityOn(days, 7)).toBeCloseTo(parkinson, 3);
  });

  it('does not know the day itself nor any later one', () => {
    const calm = calmDays([0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01]);
    const wild = calmDays([0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.09, 0.01]);
    expect(volatilityOn(wild, 6)).toBe(volatilityOn(calm, 6));
    expect(volatilityOn(wild, 7) ?? 0).toBeGreaterThan(1.5 * (volatilityOn(calm, 7) ?? 1));
  });
});
