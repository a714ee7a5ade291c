import { type Contract } from '../../../model/market/contract.ts';
import { instantAt } from '../../../model/time/ist.ts';
import { loadMarketKnowledge } from '../../../settings/market/market-knowledge.ts';
import { type PreflightCode } from '../../../settings/readiness-settings.ts';
import { type ContractsSight, type PreflightSight } from '../sight.ts';

/** The tables that ship. */
export const KNOWLEDGE = loadMarketKnowledge();
/** A trading day. */
export const DATE = '2026-10-30';
/** In its session. */
export const NOW_MS = instantAt(DATE, '09:20');
const AGO_MS = NOW_MS - 10 * 60_000;

/** An option as the tables say it must be. */
function aContract(over: Partial<Contract> = {}): Contract {
  const { rules } = KNOWLEDGE;
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

/** A day on which every check is a go. */
export function aSight(over: Partial<PreflightSight> = {}): PreflightSight {
  return {
    nowMs: NOW_MS,
    mode: 'live',
    day: KNOWLEDGE.calendar.day(DATE),
    knowledge: KNOWLEDGE,
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
export const FIRES: Readonly<Record<PreflightCode, readonly Partial<PreflightSight>[]>> = {
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
      day: { ...KNOWLEDGE.calendar.day(DATE), occasion: 'Muhurat trading', isVerified: false },
    },
  ],
  calendar: [{ day: { ...KNOWLEDGE.calendar.day(DATE), isVerified: false } }],
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
