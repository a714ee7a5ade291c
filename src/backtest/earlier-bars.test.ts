import { expect, it } from 'vitest';

import { type MinuteBar } from '../market/minute-bar.ts';
import { instantAt, type IstDate } from '../model/time/ist.ts';
import { earlierBars, type EarlierWorld } from './earlier-bars.ts';

const DATES: readonly IstDate[] = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
const MINUTES = 10;

/** Ten minutes a day from 09:15; each minute is a rupee above the one before, each day a hundred. */
const minutesOf = (date: IstDate): readonly MinuteBar[] =>
  Array.from({ length: MINUTES }, (_, minute) => {
    const openPaise = 100_000 + DATES.indexOf(date) * 10_000 + minute * 100;
    const startMs = instantAt(date, '09:15') + minute * 60_000;
    const prices = { highPaise: openPaise + 60, lowPaise: openPaise - 20 };
    return { startMs, openPaise, ...prices, closePaise: openPaise + 50 };
  });

const world: EarlierWorld = {
  indexDates: (symbol) => (symbol === 'NIFTY' ? DATES : []),
  indexBars: (_, date) => minutesOf(date),
  knowledge: {
    calendar: {
      day: (date) => ({
        sessions: [{ startMs: instantAt(date, '09:15'), endMs: instantAt(date, '09:25') }],
      }),
    },
  },
};

it('brings the last bars before a date, oldest first, the last of a session cut short', () => {
  const { bars, reason } = earlierBars(
    world,
    '2026-11-19',
  )({
    symbol: 'NIFTY',
    minutes: 4,
    bars: 4,
  });
  expect(reason).toBeNull();
  expect(bars.map(({ startMs }) => startMs)).toEqual([
    instantAt('2026-11-17', '09:23'),
    ...['09:15', '09:19', '09:23'].map((time) => instantAt('2026-11-18', time)),
  ]);
  expect(bars.at(-1)).toEqual({
    symbol: 'NIFTY',
    startMs: instantAt('2026-11-18', '09:23'),
    endMs: instantAt('2026-11-18', '09:25'),
    openPaise: 110_800,
    highPaise: 110_960,
    lowPaise: 110_780,
    closePaise: 110_950,
  });
});

it.each(DATES)('never brings anything of %s or later on that day', (date) => {
  const { bars } = earlierBars(world, date)({ symbol: 'NIFTY', minutes: 1, bars: 10_000 });
  expect(bars).toHaveLength(DATES.indexOf(date) * MINUTES);
  expect(bars.every(({ endMs }) => endMs <= instantAt(date, '00:00'))).toBe(true);
});

it('says why there are fewer', () => {
  const history = earlierBars(world, '2026-11-18');
  expect(history({ symbol: 'NIFTY', minutes: 1, bars: 11 }).reason).toBe(
    'recorded prices begin on 2026-11-17',
  );
  expect(history({ symbol: 'NIFTY261124C24000', minutes: 1, bars: 1 })).toEqual({
    bars: [],
    reason: 'only an index of the recorded prices has bars of earlier days',
  });
});
