import { assert, expect, it } from 'vitest';

import { addDays, instantAt, type IstDate } from '../../model/time/ist.ts';
import { type BarDay } from '../minute-bar.ts';
import { createRecordedIndex } from '../recorded-index.ts';
import { shortCalendar } from '../../../test/support/short-tables.ts';
import { RECORDED_PRICING } from './pricing-model.ts';
import { VolatilityOfDay } from './volatility-of-day.ts';

/** A day within half a percent of its open, which ends where it is told. */
function aDay(date: IstDate, openPaise: number, closePaise = openPaise): BarDay {
  const highPaise = Math.round(Math.max(openPaise, closePaise) * 1.0025);
  const lowPaise = Math.round(Math.min(openPaise, closePaise) * 0.9975);
  const bar = { startMs: instantAt(date, '09:15'), openPaise, highPaise, lowPaise, closePaise };
  return { date, bars: [bar], barsOutside: [] };
}

const TODAY = '2026-11-12';
const TOMORROW = '2026-11-13';
const RISEN = 102_00;
const before = Array.from({ length: 10 }, (_, at) => aDay(addDays(TODAY, at - 10), 100_00));

it('keeps in the morning what the evening had moved with the index', () => {
  const days = [...before, aDay(TODAY, 100_00, RISEN), aDay(TOMORROW, RISEN)];
  const calendar = shortCalendar();
  const indexes = createRecordedIndex({
    days: { NIFTY: days },
    calendar,
    pricing: RECORDED_PRICING,
  });
  const at = (date: IstDate, clock: string): number => {
    const index = indexes.day('NIFTY', date);
    assert(index !== null);
    const parts = { underlying: 'NIFTY', index, calendar, model: RECORDED_PRICING };
    const day = new VolatilityOfDay({ ...parts, given: null, vixExpiries: () => [] });
    return day.at(instantAt(date, clock), RISEN).volatility;
  };
  const evening = at(TODAY, '15:29');
  // What the day's range adds, and a tenth of the move of 2 %: of 8 %, not all of them.
  expect(at(TOMORROW, '09:16') / evening).toBeGreaterThan(0.99);
  expect(at(TOMORROW, '09:16') / evening).toBeLessThan(1.04);
});
