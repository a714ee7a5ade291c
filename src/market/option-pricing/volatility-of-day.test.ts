import { describe, expect, it } from 'vitest';

import { instantAt } from '../../model/time/ist.ts';
import { type IndexDay } from '../index-path.ts';
import { shortCalendar } from '../../../test/support/short-tables.ts';
import { volatilitySeries } from './given-volatility.ts';
import { type PricingModel, RECORDED_PRICING } from './pricing-model.ts';
import { VolatilityOfDay } from './volatility-of-day.ts';

const TODAY = '2026-11-03';
const OPEN = instantAt(TODAY, '09:15');
/** The index closed at 100.00, opens at 102.00 and stays at 104.00 from 10:00 on. */
const STEPS = [
  [OPEN, 102_00],
  [instantAt(TODAY, '10:00'), 104_00],
] as const;
const index: IndexDay = {
  date: TODAY,
  referencePaise: 100_00,
  rememberedPaise: 10_000,
  volatility: null,
  stepAt: (atMs) => STEPS.findLastIndex(([startMs]) => startMs <= atMs),
  startMs: (step) => STEPS[step]?.[0] ?? 0,
  levelPaise: (step) => STEPS[step]?.[1] ?? null,
  nextChangeMs: () => null,
};

function at(
  clock: string,
  levelPaise: number,
  known: { readonly atMs: number | null; readonly model?: PricingModel },
): number {
  const { atMs: knownMs, model = RECORDED_PRICING } = known;
  const points = knownMs === null ? [] : [{ atMs: knownMs, volatility: 0.2 }];
  const day = new VolatilityOfDay({
    ...{ underlying: 'NIFTY', index, calendar: shortCalendar(), model },
    given: volatilitySeries(points, 'made up'),
    vixExpiries: () => [],
  });
  return day.at(instantAt(TODAY, clock), levelPaise).volatility;
}

describe('the volatility of a day', () => {
  it('moves from where the index stood when the VIX of today was so', () => {
    expect(at('09:20', 102_00, { atMs: OPEN })).toBeCloseTo(0.92 * 0.2, 10);
    expect(at('10:30', 104_00, { atMs: OPEN })).toBeCloseTo(0.184 * (104 / 102) ** -4, 10);
    expect(at('10:30', 104_00, { atMs: instantAt(TODAY, '10:15') })).toBeCloseTo(0.184, 10);
  });

  it('moves from the close before where the VIX is of that', () => {
    const close = instantAt('2026-11-02', '15:30');
    expect(at('10:30', 104_00, { atMs: close })).toBeCloseTo(0.184 * 1.04 ** -4, 10);
  });

  it('moves from the close before where nothing is given', () => {
    expect(at('10:30', 104_00, { atMs: null })).toBeCloseTo(0.13 * 1.04 ** -4, 10);
  });

  it('takes out of the VIX what was known when it was measured', () => {
    // 22 trading days in the 30 after yesterday's close, and 11 more for the event.
    const event = { date: '2026-11-20', what: 'event', knownFrom: TODAY, varianceDays: 12 };
    const model = { ...RECORDED_PRICING, events: [event] };
    const close = instantAt('2026-11-02', '15:30');
    expect(at('09:20', 100_00, { atMs: close, model })).toBeCloseTo(0.184, 10);
    const yesterday = { ...model, events: [{ ...event, knownFrom: '2026-11-02' }] };
    expect(at('09:20', 100_00, { atMs: close, model: yesterday })).toBeCloseTo(
      0.184 * Math.sqrt(22 / 33),
      10,
    );
    // Three quarters of today and 22 days after it, the event 11 more.
    expect(at('09:20', 102_00, { atMs: OPEN, model })).toBeCloseTo(
      0.184 * Math.sqrt(22.75 / 33.75),
      10,
    );
  });
});
