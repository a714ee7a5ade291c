import { describe, expect, it } from 'vitest';

import { instantAt } from '../../../model/ist.ts';
import { shortCalendar } from '../testing/short-calendar.ts';
import { DayCount } from './days-ahead.ts';
import { PRICING_MODEL, RECORDED_PRICING } from './pricing-model.ts';
import { TermStructure } from './term-structure.ts';

const TODAY = '2026-11-02';
const calendar = shortCalendar();
const CLOSE = instantAt(TODAY, '15:30');
const LONG_RUN = 0.13;

/** At the close: 22 trading days in the next 30. */
function over(days: number, volatility: number, model = RECORDED_PRICING): number {
  const count = new DayCount(model, calendar, calendar.day(TODAY));
  return new TermStructure(model, count, LONG_RUN).over(days, volatility, CLOSE);
}

describe('the volatility of some days, from that of 30', () => {
  // k(5) = (1 - e^-0.45) / 0.45 = 0.80527 and k(22) = (1 - e^-1.98) / 1.98 = 0.43532: 1.84984 times the distance of the variance.
  it.each([
    [0.2, Math.sqrt(0.0169 + (0.04 - 0.0169) * 1.84984)],
    [0.125, Math.sqrt(0.0169 - (0.0169 - 0.015625) * 1.84984)],
  ])('is further from the long run where it is near: %s', (volatility, expected) => {
    expect(over(5, volatility)).toBeCloseTo(expected, 5);
    expect(over(22, volatility)).toBeCloseTo(volatility, 10);
  });

  it.each([0.12, 0.1, 0.08])('keeps 85 %% of the variance of a low level: %s', (volatility) => {
    expect(over(1, volatility)).toBeCloseTo(volatility * Math.sqrt(0.85), 10);
  });

  it('is the same for all terms where nothing returns', () => {
    expect(over(5, 0.2, PRICING_MODEL)).toBe(0.2);
  });
});

describe('the days ahead', () => {
  it('count scheduled events beyond their own day, once they are known', () => {
    const event = { date: '2026-11-05', what: 'event', knownFrom: '2026-11-02', varianceDays: 4 };
    const model = { ...RECORDED_PRICING, events: [event] };
    const on = (date: string): DayCount => new DayCount(model, calendar, calendar.day(date));
    expect(on(TODAY).after('2026-11-06')).toEqual({ ordinary: 4, extra: 3 });
    expect(on(TODAY).after('2026-11-04')).toEqual({ ordinary: 2, extra: 0 });
    expect(on('2026-10-30').after('2026-11-06')).toEqual({ ordinary: 5, extra: 0 });
    // Of the session's variance 71 % have passed, half of the way from 68 to 74; the session has three quarters of a day.
    const day = on('2026-11-05');
    const left = day.left(day.after('2026-11-06'), instantAt('2026-11-05', '13:30'), Infinity);
    expect(left.ordinary).toBeCloseTo(1.2175, 10);
    expect(left.extra).toBeCloseTo(0.6525, 10);
  });
});
