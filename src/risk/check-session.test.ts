import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { aDay, aLeg, at } from '../../test/support/engine-rig.ts';
import { checkSession, hours } from './check-session.ts';
import { DEFAULT_RISK_LIMITS } from './risk-limits.ts';

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
