import { expect, it } from 'vitest';

import { ok } from '../../base/result.ts';
import { type WeekLeft } from '../../model/runs/week-so-far.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type LastDay } from './fold-last-day.ts';
import { weekBefore, type WeekBefore } from './week-before.ts';

const { calendar } = loadMarketKnowledge();
/** A week without a holiday, and its Monday. */
const [MONDAY, TUESDAY, WEDNESDAY] = ['2026-11-16', '2026-11-17', '2026-11-18'];
const LEFT: WeekLeft = {
  ...{ monday: MONDAY, since: null, locks: [] },
  runs: [{ name: 'straddle', profitPaise: -5 }],
};

interface Given {
  readonly dates?: readonly IstDate[];
  readonly left?: WeekLeft | null;
  readonly isWeekLimited?: boolean;
  readonly isUnreadable?: boolean;
}

/** What a Wednesday takes over. */
function wednesday(given: Given): WeekBefore {
  const { dates = [], left = null, isWeekLimited = true, isUnreadable = false } = given;
  const before = dates.filter((date) => date < WEDNESDAY).at(-1);
  const lastDay: LastDay = {
    ...{ date: before ?? '', starts: [], positions: [], untouched: [] },
    ...{ week: left, ordersSeenAtMs: null },
  };
  const last = isUnreadable
    ? ({ ok: false, error: { date: before ?? '', detail: '' } } as const)
    : ok(left === null ? null : lastDay);
  const journal = { dates: () => dates };
  return weekBefore(journal, { date: WEDNESDAY, before, last, calendar, isWeekLimited });
}

it('takes over what the week brought, known from Monday on where the journal is older', () => {
  const dates = ['2026-11-13', TUESDAY];
  expect(wednesday({ dates, left: LEFT })).toEqual({ so: { ...LEFT, since: MONDAY }, notices: [] });
  expect(wednesday({ dates: [MONDAY, TUESDAY], left: LEFT }).so?.since).toBe(MONDAY);
});

it('takes over nothing of a week before', () => {
  const left = { ...LEFT, monday: '2026-11-09' };
  expect(wednesday({ dates: ['2026-11-13'], left })).toEqual({ so: null, notices: [] });
});

it('says from when a week counts whose first days the journal lacks', () => {
  const late = wednesday({ dates: [TUESDAY], left: LEFT });
  expect(late.so).toEqual({ ...LEFT, since: TUESDAY });
  expect(late.notices).toMatchObject([
    { code: 'week-counted-late', facts: { monday: MONDAY, since: TUESDAY } },
  ]);
  expect(wednesday({}).so).toEqual({ monday: MONDAY, since: WEDNESDAY, runs: [], locks: [] });
});

it('says nothing of it where nothing is limited, and remembers it', () => {
  expect(wednesday({ isWeekLimited: false })).toEqual({ so: null, notices: [] });
  const late = wednesday({ dates: [TUESDAY], left: LEFT, isWeekLimited: false });
  expect(late).toMatchObject({ so: { since: TUESDAY }, notices: [] });
});

it('counts from today after a day of the week that cannot be followed', () => {
  const lost = wednesday({
    dates: [MONDAY, TUESDAY],
    isUnreadable: true,
    isWeekLimited: false,
  });
  expect(lost.so).toMatchObject({ since: WEDNESDAY, runs: [] });
  const before = wednesday({ dates: ['2026-11-13'], isUnreadable: true });
  expect(before).toEqual({ so: null, notices: [] });
});

it('keeps that it counts from a later day', () => {
  const left = { ...LEFT, since: TUESDAY };
  expect(wednesday({ dates: [MONDAY, TUESDAY], left }).so?.since).toBe(TUESDAY);
});
