import { describe, expect, it } from 'vitest';

import { type Contract } from '../../model/market/contract.ts';
import { instantAt } from '../../model/time/ist.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { PREFLIGHT_CODES, type PreflightCode } from '../../settings/readiness-settings.ts';
import { findAll, isGo } from './checks.ts';
import { vetoesOfFindings } from './finding.ts';
import { type ContractsSight, type PreflightSight } from './sight.ts';

const knowledge = loadMarketKnowledge();
const DATE = '2026-10-30';
const NOW_MS = instantAt(DATE, '09:20');
const AGO_MS = NOW_MS - 10 * 60_000;

/** An option as the tables say it must be. */
function aContract(over: Partial<Contract> = {}): Contract {
  const { rules } = knowledge;
  const expiry = rules.expiries('NIFTY', DATE)[0] ?? '';
  return {
    instrumentId: '1',
    symbol: 'NIFTY',
    exchange: 'NFO',
    kind: 'option',
    underlying: 'NIFTY',
    expiry,
    strikePaise: 2_450_000,
    optionType: 'CE',
    lotSizeUnits: rules.lotSizeUnits('NIFTY', expiry, DATE),
    tickSizePaise: rules.tickSizePaise('NIFTY'),
    freezeUnits: rules.freezeUnits('NIFTY', DATE),
    ...over,
  };
}

function listed(...contracts: readonly Contract[]): PreflightSight['contracts'] {
  return new Map<string, ContractsSight>([['NIFTY', { state: 'listed', atMs: NOW_MS, contracts }]]);
}

function aSight(over: Partial<PreflightSight> = {}): PreflightSight {
  return {
    nowMs: NOW_MS,
    mode: 'live',
    day: knowledge.calendar.day(DATE),
    knowledge,
    settings: {
      at: null,
      beforeMs: 1_500_000,
      clockOffsetMsMax: 2_000,
      diskFreeBytesMin: 1_000,
      leaveOut: [],
    },
    login: { state: 'valid', atMs: NOW_MS },
    contracts: listed(aContract()),
    earlier: null,
    prices: { state: 'answered', atMs: NOW_MS, newestMs: NOW_MS - 1_000 },
    clockAheadMs: 0,
    disks: [{ path: '/state', freeBytes: 2_000 }],
    strategies: { names: ['straddle'], problems: [], unbounded: [] },
    books: { unresolved: [], unknownStarts: [], strangers: [] },
    journal: { unwritable: null, lost: null },
    ...over,
  };
}

/** What makes each check fire, by its name. */
const FIRES: Readonly<Record<PreflightCode, readonly Partial<PreflightSight>[]>> = {
  login: [{ login: { state: 'refused', detail: 'HTTP 401' } }],
  contracts: [
    { contracts: listed(aContract({ expiry: '2026-10-27' })) },
    { contracts: listed() },
    { contracts: new Map([['NIFTY', { state: 'failed', detail: 'timeout', sinceMs: AGO_MS }]]) },
  ],
  drift: [
    { contracts: listed(aContract({ lotSizeUnits: 7 })) },
    { contracts: listed(aContract({ tickSizePaise: 1 })) },
    { contracts: listed(aContract({ freezeUnits: 10 })) },
    { contracts: listed(aContract({ expiry: '2026-11-05' })) },
    {
      earlier: {
        date: '2026-10-29',
        underlyings: {
          NIFTY: {
            'option 2026-11-10': { lotSizeUnits: 65, tickSizePaise: 5, freezeUnits: null },
          },
        },
      },
    },
  ],
  hours: [
    {
      day: { ...knowledge.calendar.day(DATE), occasion: 'Muhurat trading', isVerified: false },
    },
  ],
  calendar: [{ day: { ...knowledge.calendar.day(DATE), isVerified: false } }],
  unresolved: [
    {
      books: {
        unresolved: [{ name: 'sl1', sinceMs: AGO_MS }],
        unknownStarts: [],
        strangers: [],
      },
    },
    {
      books: {
        unresolved: [],
        unknownStarts: [{ name: 'morning', sinceMs: AGO_MS }],
        strangers: [],
      },
    },
  ],
  positions: [{ books: { unresolved: [], unknownStarts: [], strangers: ['NIFTY 75 units'] } }],
  clock: [{ clockAheadMs: 2_001 }, { clockAheadMs: -2_001 }],
  disk: [{ disks: [{ path: '/state', freeBytes: 999 }] }],
  strategies: [
    { strategies: { names: [], problems: ['s.ts: fails'], unbounded: [] } },
    { strategies: { names: ['s'], problems: [], unbounded: ['risk.lotsPerRun'] } },
  ],
  prices: [
    { prices: { state: 'failed', detail: 'refused', sinceMs: AGO_MS } },
    { prices: { state: 'answered', atMs: NOW_MS, newestMs: NOW_MS - 120_001 } },
    { prices: { state: 'answered', atMs: NOW_MS, newestMs: null } },
  ],
  journal: [
    { journal: { unwritable: { detail: 'moved', next: 'restart' }, lost: null } },
    { journal: { unwritable: null, lost: { detail: 'its end', next: 'resume' } } },
  ],
};

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
