import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { aDay, aLeg, at } from '../../test/support/engine-rig.ts';
import { type Product } from '../model/orders/order.ts';
import { checkSession, hours } from './check-session.ts';
import { DEFAULT_RISK_LIMITS, type RiskLimits } from './risk-limits.ts';

const SPLIT = aDay({
  sessions: [
    { startMs: at('09:15'), endMs: at('10:00') },
    { startMs: at('11:30'), endMs: at('12:30') },
  ],
});
const LIMITS = {
  ...DEFAULT_RISK_LIMITS,
  entryEndsBeforeCloseMs: 60_000,
  intradayEndsBeforeCloseMs: 300_000,
};

function ruleAt(
  clock: string,
  over: { product?: Product; limits?: RiskLimits; isHedge?: boolean },
): string | null {
  const { product = 'intraday', limits = LIMITS, isHedge = false } = over;
  const about = { nowMs: at(clock), mode: 'live', day: SPLIT, limits, isHedge } as const;
  return checkSession(aLeg({ product }), about)?.rule ?? null;
}

describe('the hours of a day with two sessions', () => {
  it('end before each close for entries, earlier before the last for intraday, and not for exits', () => {
    const moments = fc.record({
      minute: fc.integer({ min: 0, max: 1_439 }),
      ms: fc.constantFrom(-1, 0),
      role: fc.constantFrom('entry', 'exit', 'stop', 'target'),
      product: fc.constantFrom('intraday', 'carry-forward'),
    });
    fc.assert(
      fc.property(moments, ({ minute, ms, role, product }) => {
        const nowMs = at('00:00') + minute * 60_000 + ms;
        const order = aLeg({ role, product });
        const refusal = checkSession(order, { nowMs, mode: 'live', day: SPLIT, limits: LIMITS });
        const lastMs = product === 'intraday' ? at('12:25') : at('12:29');
        const ends = role === 'entry' ? [at('09:59'), lastMs] : [at('10:00'), at('12:30')];
        const isOpen = [at('09:15'), at('11:30')].some(
          (startMs, index) => startMs <= nowMs && nowMs < (ends[index] ?? 0),
        );
        expect(refusal === null).toBe(isOpen);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['intraday', '09:58:59', null],
    ['intraday', '09:59', 'entries-ended'],
    ['intraday', '12:24:59', null],
    ['intraday', '12:25', 'entries-ended'],
    ['carry-forward', '12:28:59', null],
    ['carry-forward', '12:29', 'entries-ended'],
  ] as const)('judge an entry, %s, at %s as %s', (product, clock, rule) => {
    expect(ruleAt(clock, { product })).toBe(rule);
  });

  it('end intraday entries by the longer of the two times before the last close', () => {
    const limits = { ...LIMITS, entryEndsBeforeCloseMs: 400_000 };
    expect(ruleAt('12:23:20', { limits })).toBe('entries-ended');
    expect(ruleAt('12:23:19', { limits })).toBeNull();
  });

  it('end intraday entries earlier on a day with one session, too', () => {
    const about = { mode: 'live', day: aDay(), limits: LIMITS } as const;
    const judgedAt = (nowMs: number) => checkSession(aLeg(), { ...about, nowMs })?.rule ?? null;
    expect(judgedAt(at('15:35') - 1)).toBeNull();
    expect(judgedAt(at('15:35'))).toBe('entries-ended');
  });

  it('go on for a hedge until the close', () => {
    expect(ruleAt('12:29:59', { isHedge: true })).toBeNull();
    expect(ruleAt('12:30', { isHedge: true })).toBe('outside-session');
  });

  it('are told', () => {
    expect(hours(SPLIT)).toBe('09:15:00 to 10:00:00 and 11:30:00 to 12:30:00');
    expect(hours(aDay({ sessions: [] }))).toBe('no hours on this day');
  });
});

describe('a day without trading', () => {
  it.each([
    ['Republic Day', '2026-11-20 (Republic Day)'],
    [null, '2026-11-20'],
  ])('refuses exits, too, by the name %s', (occasion, found) => {
    const day = aDay({ isTradingDay: false, occasion, sessions: [] });
    const facts = { nowMs: at('10:00'), mode: 'paper', day, limits: LIMITS } as const;
    const refusal = checkSession(aLeg({ role: 'exit' }), facts);
    expect(refusal).toMatchObject({ rule: 'closed-day', found });
  });

  it('is one whose hours nobody knows', () => {
    const facts = {
      nowMs: at('10:00'),
      mode: 'paper',
      day: aDay({ sessions: [] }),
      limits: LIMITS,
    } as const;
    const refusal = checkSession(aLeg(), facts);
    expect(refusal).toMatchObject({ rule: 'outside-session', allowed: 'no hours on this day' });
  });
});
