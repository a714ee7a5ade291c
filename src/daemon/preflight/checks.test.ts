import { describe, expect, it } from 'vitest';

import { instantAt } from '../../model/time/ist.ts';
import { PREFLIGHT_CODES } from '../../settings/readiness-settings.ts';
import { findAll, isGo } from './checks.ts';
import { vetoesOfFindings } from './finding.ts';
import { type PreflightSight } from './sight.ts';
import { aSight, DATE, FIRES, KNOWLEDGE as knowledge, NOW_MS } from './testing/sample-sights.ts';

function noGoes(sight: PreflightSight): readonly string[] {
  return findAll(sight).flatMap(({ code, state }) => (state === 'no-go' ? code : []));
}

describe('the checks before the open', () => {
  it('are all a go on a day on which nothing is wrong', () => {
    const findings = findAll(aSight());
    expect(findings.map(({ code }) => code)).toEqual(PREFLIGHT_CODES);
    expect(findings.filter(({ state }) => state !== 'go')).toEqual([]);
    expect(isGo(findings)).toBe(true);
  });

  it.each(
    PREFLIGHT_CODES.flatMap((code) => FIRES[code].map((over, place) => ({ code, place, over }))),
  )('fire: $code, case $place, and say what was found, allowed and next', ({ code, over }) => {
    const sight = aSight(over);
    expect(noGoes(sight)).toContain(code);
    const finding = findAll(sight).find((of) => of.code === code);
    expect(finding?.found).not.toBe('');
    expect(finding?.allowed).not.toBe('');
    expect(finding?.next).not.toBe('');
    const [veto] = vetoesOfFindings(findAll(sight)).filter((of) => of.code === code);
    expect(veto).toMatchObject({ by: 'preflight', runId: null, next: finding?.next });
  });

  it.each(PREFLIGHT_CODES)('keep nothing back where %s is left out', (code) => {
    const [over] = FIRES[code];
    const { settings } = aSight();
    const sight = aSight({ ...over, settings: { ...settings, leaveOut: [code] } });
    expect(noGoes(sight)).not.toContain(code);
  });

  it('keep nothing back for what nothing could be known of', () => {
    const sight = aSight({
      contracts: new Map(),
      prices: { state: 'unknown', detail: 'not polled' },
      clockAheadMs: null,
      books: null,
      login: { state: 'unknown', detail: 'not asked' },
      disks: [{ path: '/state', freeBytes: null }],
    });
    expect(noGoes(sight)).toEqual([]);
    expect(findAll(sight).filter(({ state }) => state === 'not-checked')).toHaveLength(8);
  });
});

it('a strategy that is left out is shown; live it keeps the others back, on paper it does not', () => {
  const strategies = { names: ['straddle'], problems: ['b.js:7: broken'], unbounded: [] };
  const paper = findAll(aSight({ mode: 'paper', strategies }));
  expect(paper.find(({ code }) => code === 'strategies')).toMatchObject({
    state: 'go',
    found: 'straddle: loaded, with limits; left out: b.js:7: broken',
  });
  expect(noGoes(aSight({ mode: 'live', strategies }))).toEqual(['strategies']);
  const none = { ...strategies, names: [] };
  expect(noGoes(aSight({ mode: 'paper', strategies: none }))).toEqual(['strategies']);
});

it('says how the week stands of what has a limit of it, and of no other week', () => {
  const books = { unresolved: [], unknownStarts: [], strangers: [] };
  const of = { runId: 'straddle@2026-10-30/paper', since: '2026-10-26', lossPaiseMax: 75_000 };
  const said = (monday: string): string => {
    const week = { ...of, monday, earlierPaise: -50_000, todayPaise: 0 };
    const findings = findAll(aSight({ books: { ...books, weeks: [week] } }));
    return findings.find(({ code }) => code === 'strategies')?.found ?? '';
  };
  expect(said('2026-10-26')).toContain(
    "; straddle: the week's loss is ₹500.00 (₹500.00 of it before today), the limit ₹750.00",
  );
  expect(said('2026-10-19')).not.toContain('week');
});

it('says whose entries a limit of the week locks until when, and not once the week is over', () => {
  const books = { unresolved: [], unknownStarts: [], strangers: [] };
  const lock = { runId: `straddle@${DATE}/live`, reason: 'too much was lost', sinceMs: NOW_MS };
  const sums = { earlierPaise: -80_000, todayPaise: 0, lossPaiseMax: 75_000 };
  const week = { runId: lock.runId, monday: '2026-10-26', since: '2026-10-26', ...sums };
  const foundOf = (untilMs: number): string | undefined => {
    const weekLocks = [{ ...lock, protection: 'week-loss' as const, untilMs }];
    const findings = findAll(aSight({ books: { ...books, weekLocks, weeks: [week] } }));
    expect(isGo(findings)).toBe(true);
    return findings.find(({ code }) => code === 'strategies')?.found;
  };
  expect(foundOf(instantAt('2026-11-02', '00:00'))).toContain(
    '; entries of straddle are locked for the week: too much was lost; again on Monday 2026-11-02',
  );
  // What locks it says how the week stands: it is not said twice.
  expect(foundOf(instantAt('2026-11-02', '00:00'))).not.toContain("the week's loss");
  expect(foundOf(NOW_MS)).not.toContain('locked');
  expect(foundOf(NOW_MS)).toContain("the week's loss");
});

describe('what lasts a moment only keeps nothing back', () => {
  it.each<readonly [string, Partial<PreflightSight>]>([
    ['an order under way', { books: openSince(NOW_MS - 60_000) }],
    [
      'one poll of prices that failed',
      { prices: { state: 'failed', detail: 'timeout', sinceMs: NOW_MS - 5_000 } },
    ],
    [
      'one poll of contracts that failed',
      {
        contracts: new Map([
          ['NIFTY', { state: 'failed', detail: 'timeout', sinceMs: NOW_MS - 5_000 }],
        ]),
      },
    ],
    [
      'no quote yet, a minute after the open',
      {
        nowMs: instantAt(DATE, '09:16'),
        prices: { state: 'answered', atMs: NOW_MS, newestMs: instantAt('2026-10-29', '15:30') },
      },
    ],
    [
      "yesterday's quotes, before the open",
      {
        nowMs: instantAt(DATE, '08:50'),
        prices: { state: 'answered', atMs: NOW_MS, newestMs: instantAt('2026-10-29', '15:30') },
      },
    ],
  ])('%s', (_, over) => {
    expect(noGoes(aSight(over))).toEqual([]);
  });
});

function openSince(sinceMs: number): PreflightSight['books'] {
  return { unresolved: [{ name: 'sl1', sinceMs }], unknownStarts: [], strangers: [] };
}

it('tells special hours that are verified, and trades them', () => {
  const day = { ...knowledge.calendar.day(DATE), occasion: 'Muhurat trading' };
  const hours = findAll(aSight({ day })).find(({ code }) => code === 'hours');
  expect(hours).toMatchObject({ state: 'go' });
  expect(hours?.found).toBe('special hours: Muhurat trading, 09:15 to 15:40 IST');
});

it('trades on paper what live refuses: a day that is not verified', () => {
  const day = { ...knowledge.calendar.day(DATE), occasion: 'Budget', isVerified: false };
  expect(noGoes(aSight({ mode: 'paper', day }))).toEqual([]);
});
