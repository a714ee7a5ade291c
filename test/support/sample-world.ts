import { type Contract } from '../../src/model/market/contract.ts';
import { type Calendar, type ContractRules } from '../../src/model/time/calendar.ts';
import { addDays, instantAt, weekday } from '../../src/model/time/ist.ts';
import { type PlaceElement } from '../../src/ports/orders.ts';
import { type Listing } from '../../src/market/market.ts';

/** A Friday. */
export const SAMPLE_DATE = '2026-11-20';
const EXPIRIES = ['2026-11-23', '2026-12-01', '2026-12-29'];
const LOT_UNITS = 65;

/** An instant of the sample date, by IST clock time. */
export function sampleInstant(clock: string, extraMs = 0): number {
  return instantAt(SAMPLE_DATE, clock) + extraMs;
}

/** Weekdays trade from 09:15 to 15:40, weekends do not. */
export const sampleCalendar: Calendar = {
  verifiedFrom: '2024-01-01',
  verifiedThrough: '2026-12-31',
  day: (date) => {
    const isTradingDay = weekday(date) >= 1 && weekday(date) <= 5;
    const between = (start: string, end: string): { startMs: number; endMs: number } => ({
      startMs: instantAt(date, start),
      endMs: instantAt(date, end),
    });
    return {
      date,
      isTradingDay,
      occasion: isTradingDay ? null : 'Weekend',
      sessions: isTradingDay ? [between('09:15', '15:40')] : [],
      window: isTradingDay ? between('08:15', '15:29') : null,
      isVerified: true,
    };
  },
  nextTradingDay: (date) => neighbour(date, 1),
  previousTradingDay: (date) => neighbour(date, -1),
};

function neighbour(date: string, step: number): string {
  const next = addDays(date, step);
  return sampleCalendar.day(next).isTradingDay ? next : neighbour(next, step);
}

/** Rules of the sample listing: one underlying, NIFTY. */
export const sampleRules: ContractRules = {
  underlyings: ['NIFTY'],
  exchange: () => 'NSE',
  expiries: () => EXPIRIES,
  isMonthlyExpiry: (_underlying, expiry) => EXPIRIES.includes(expiry) && expiry !== '2026-12-01',
  lotSizeUnits: () => LOT_UNITS,
  freezeUnits: () => 1800,
  strikeStepPaise: () => 5000,
  tickSizePaise: () => 5,
  futureTickPaise: () => 5,
};

/** An option or a future of the sample listing. */
export function sampleContract(
  kind: 'CE' | 'PE' | 'FUT',
  strike = 26_000,
  expiry = '2026-11-23',
): Contract {
  const stamp = expiry.slice(2).replaceAll('-', '');
  const symbol =
    kind === 'FUT' ? `NIFTY${stamp}F` : `NIFTY${stamp}${kind.charAt(0)}${String(strike)}`;
  return {
    instrumentId: `NSE_${symbol}`,
    symbol,
    exchange: 'NFO',
    kind: kind === 'FUT' ? 'future' : 'option',
    underlying: 'NIFTY',
    expiry,
    strikePaise: kind === 'FUT' ? null : strike * 100,
    optionType: kind === 'FUT' ? null : kind,
    lotSizeUnits: LOT_UNITS,
    tickSizePaise: 5,
    freezeUnits: 1800,
  };
}

const contracts = EXPIRIES.flatMap((expiry) => [
  ...[25_900, 25_950, 26_000, 26_050, 26_100].flatMap((strike) => [
    sampleContract('CE', strike, expiry),
    sampleContract('PE', strike, expiry),
  ]),
  sampleContract('FUT', 0, expiry),
]);

/** Five strikes around 26,000 on three expiries, and their futures. */
export const sampleListing: Listing = {
  underlyings: ['NIFTY'],
  contracts: (underlying) => (underlying === 'NIFTY' ? contracts : []),
};

/** An order for one lot of the sample call, to be changed as a test needs. */
export function sampleOrder(change: Partial<PlaceElement> = {}): PlaceElement {
  const { instrumentId, symbol } = sampleContract('CE');
  return {
    tag: 'entry-1',
    extraTags: {},
    instrumentId,
    symbol,
    side: 'buy',
    quantityUnits: LOT_UNITS,
    product: 'intraday',
    terms: { kind: 'limit', pricePaise: 10_000 },
    ...change,
  };
}
