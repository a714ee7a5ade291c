import { describe, expect, it } from 'vitest';

import { instantAt, type IstDate } from '../../model/time/ist.ts';
import { shortCalendar } from '../../../test/support/short-tables.ts';
import { PRICING_MODEL, RECORDED_PRICING } from './pricing-model.ts';
import { DayCount, TermStructure, vixShares, VixSplit } from './term-structure.ts';

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

const EVENT = '2026-11-20';
/** 24 and 59 days after {@link TODAY}. */
const EXPIRIES = ['2026-11-26', '2026-12-31', '2027-01-28'];

describe('how much of a date is in India VIX', () => {
  const of = (today: IstDate, date: IstDate): number => vixShares(calendar, today, EXPIRIES)(date);

  it('is all before the near expiry, and the weight of the next month between the two', () => {
    expect(of(TODAY, '2026-11-26')).toBe(1);
    // 24 and 59 days from now are weighed so that they are 30: 6 of 35.
    expect(of(TODAY, '2026-11-27')).toBeCloseTo(6 / 35, 10);
    expect(of(TODAY, '2026-12-31')).toBeCloseTo(6 / 35, 10);
    expect(of(TODAY, '2027-01-01')).toBe(0);
  });

  it('grows from nothing, day by day, until the near month has fewer than three days left', () => {
    expect(of('2026-10-27', '2026-12-01')).toBe(0);
    expect(of('2026-10-28', '2026-12-01')).toBeCloseTo(1 / 35, 10);
    expect(of('2026-11-23', '2026-12-01')).toBeCloseTo(27 / 35, 10);
    expect(of('2026-11-24', '2026-12-01')).toBe(1);
    expect(of('2026-11-24', '2027-01-05')).toBe(0);
  });

  it('is all within 30 days where the expiries are unknown', () => {
    const unknown = vixShares(calendar, TODAY, []);
    expect([unknown('2026-12-02'), unknown('2026-12-03')]).toEqual([1, 0]);
  });
});

describe('India VIX without its events', () => {
  /** At the close, so that nothing is left of the day: 22 trading days in the next 30. */
  const split = (volatility: number, varianceDays: number, date = EVENT): readonly number[] => {
    const event = { date, what: 'event', knownFrom: '2026-01-01', varianceDays };
    const model = { ...PRICING_MODEL, events: [event] };
    const parts = { model, calendar, day: calendar.day(TODAY), expiries: EXPIRIES };
    const found = new VixSplit({ ...parts, longRunVolatility: 0.13 });
    const ordinary = found.of(volatility, instantAt(TODAY, '15:30'));
    return [ordinary.volatility ** 2, ordinary.eventShare];
  };

  it('is what 22 of 33 days have', () => {
    const [variance, share] = split(0.15, 12);
    expect(variance).toBeCloseTo((0.0225 * 22) / 33, 10);
    expect(share).toBeCloseTo(1, 10);
  });

  it('counts an event between the expiries for its share alone', () => {
    const [variance, share] = split(0.15, 12, '2026-12-01');
    expect(variance).toBeCloseTo((0.0225 * 22) / (22 + (11 * 6) / 35), 10);
    expect(share).toBeCloseTo(1, 10);
  });

  it('leaves ordinary days three fifths of the fixed variance, and the event the rest', () => {
    const [variance, share] = split(0.15, 67);
    expect(variance).toBeCloseTo(0.6 * 0.0169, 10);
    // 22 (0.0225 / 0.01014 - 1) = 26.817 of its 66 days.
    expect(share).toBeCloseTo(26.817 / 66, 4);
    expect((variance ?? 0) * (22 + (share ?? 0) * 66)).toBeCloseTo(0.0225 * 22, 10);
  });

  it('leaves them three fifths of its own variance where that is less', () => {
    expect(split(0.1, 67)[0]).toBeCloseTo(0.006, 10);
  });

  it('is the VIX where no event is near', () => {
    expect(split(0.15, 12, '2027-02-01')).toEqual([0.15 ** 2, 1]);
    expect(split(0.15, 12, TODAY)).toEqual([0.15 ** 2, 1]);
  });
});
