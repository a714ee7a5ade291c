import { describe, expect, it } from 'vitest';

import { instantAt, type IstDate } from '../model/time/ist.ts';
import { barsBefore } from './bars-before.ts';
import { type MinuteBar } from './minute-bar.ts';
import { createGeneratedIndex } from './price-generator/generated-index.ts';
import { createRecordedIndex } from './recorded-index.ts';
import { sampleCalendar } from '../../test/support/sample-world.ts';

const DATES: readonly IstDate[] = ['2026-11-17', '2026-11-18', '2026-11-19'];
const calendar = sampleCalendar;

/** Ten minutes a day from 09:15; each minute is a rupee above the one before, each day a hundred. */
const minutesOf = (date: IstDate): readonly MinuteBar[] =>
  Array.from({ length: 10 }, (_, minute) => {
    const openPaise = 100_000 + DATES.indexOf(date) * 10_000 + minute * 100;
    const startMs = instantAt(date, '09:15') + minute * 60_000;
    const prices = { highPaise: openPaise + 60, lowPaise: openPaise - 20 };
    return { startMs, openPaise, ...prices, closePaise: openPaise + 50 };
  });
const days = DATES.map((date) => ({ date, bars: minutesOf(date), barsOutside: [] }));
const recorded = { calendar, index: createRecordedIndex({ days: { NIFTY: days }, calendar }) };
const ASKED = {
  underlying: 'NIFTY',
  minutes: 4,
  count: 5,
  beforeMs: instantAt(DATES[2] ?? '', '09:24'),
};

describe('bars of the past', () => {
  it('are the last before an instant, oldest first, of the day itself as well', () => {
    const bars = barsBefore(recorded, ASKED);
    expect(bars.map(({ startMs }) => startMs)).toEqual([
      ...['09:15', '09:19', '09:23'].map((time) => instantAt('2026-11-18', time)),
      ...['09:15', '09:19'].map((time) => instantAt('2026-11-19', time)),
    ]);
    expect(bars[1]).toEqual({
      symbol: 'NIFTY',
      startMs: instantAt('2026-11-18', '09:19'),
      endMs: instantAt('2026-11-18', '09:23'),
      ...{ openPaise: 110_400, highPaise: 110_760, lowPaise: 110_380, closePaise: 110_750 },
    });
  });

  it('are fewer where the prices begin later, and none of an index without prices', () => {
    expect(barsBefore(recorded, { ...ASKED, count: 10_000 })).toHaveLength(8);
    expect(barsBefore(recorded, { ...ASKED, underlying: 'BANKNIFTY' })).toEqual([]);
  });

  it('never tell of what is not over', () => {
    for (const time of ['09:14', '09:18', '09:19', '15:40']) {
      const beforeMs = instantAt('2026-11-18', time);
      const bars = barsBefore(recorded, { ...ASKED, beforeMs });
      expect(bars.every(({ endMs }) => endMs <= beforeMs)).toBe(true);
    }
  });

  it('of a generated index reach back over days', () => {
    const generated = { calendar, index: createGeneratedIndex({ seed: 'past', calendar }) };
    const bars = barsBefore(generated, { ...ASKED, minutes: 15, count: 60 });
    expect(bars).toHaveLength(60);
    expect(new Set(bars.map(({ startMs }) => startMs)).size).toBe(60);
  });
});
