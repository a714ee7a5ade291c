import { type Calendar, type ContractRules } from '../../model/calendar.ts';
import { type Contract } from '../../model/contract.ts';
import { addDays, type IstDate } from '../../model/ist.ts';
import { ContractSeries } from './contract-series.ts';
import { type Listing } from './market.ts';
import { RecentDays } from './recent-days.ts';
import { type RecordedStrike } from './recorded-strikes.ts';

/** What contracts are listed by. */
export interface ListingOptions {
  readonly rules: ContractRules;
  readonly calendar: Calendar;
  /** Level that strikes are listed around on a date, paise; null where none is known: nothing is listed then. */
  readonly spotFor: (underlying: string, date: IstDate) => number | null;
  /** Strikes with prices of their own on a date: listed on it, too, wherever they lie. @default none */
  readonly recordedOn?: (underlying: string, date: IstDate) => readonly RecordedStrike[];
  /** Expiries within so many days are near. @default 45 */
  readonly nearDays?: number;
  /** Strikes on each side of the level for near expiries. @default 60 */
  readonly strikesEachSide?: number;
  /** Strikes on each side of the level for later ones. @default 30 */
  readonly strikesEachSideFar?: number;
}

const NEAR_DAYS = 45;
const FUTURES_LISTED = 3;
/** Expiries of which contracts are kept from one date to the next: more than all underlyings list at once. */
const SERIES_KEPT = 128;

/**
 * Lists option and index future contracts for any date from the rules' tables. Equal contracts are the same object; they
 * and the lists are frozen.
 */
export function createListing(options: ListingOptions): Listing {
  const { rules, calendar, spotFor, recordedOn = () => [] } = options;
  const seriesOf = keptSeries(rules);
  const dates = new RecentDays((underlying, date): readonly Contract[] => {
    if (!rules.underlyings.includes(underlying)) return [];
    const spotPaise = spotFor(underlying, date);
    if (spotPaise === null) return [];
    const expiries = rules.expiries(underlying, date);
    const withFuture = expiries
      .filter((expiry) => rules.isMonthlyExpiry(underlying, expiry))
      .slice(0, FUTURES_LISTED);
    const nearUntil = addDays(date, options.nearDays ?? NEAR_DAYS);
    const futureTickPaise = rules.futureTickPaise(spotPaise, date);
    const stepPaise = rules.strikeStepPaise(underlying);
    const around = { stepPaise, middle: Math.round(spotPaise / stepPaise) };
    const recorded = recordedOn(underlying, date);
    const contracts: Contract[] = [];
    for (const expiry of expiries) {
      const series = seriesOf(underlying, expiry, date);
      const isNear = expiry <= nearUntil;
      const eachSide = isNear
        ? (options.strikesEachSide ?? 60)
        : (options.strikesEachSideFar ?? 30);
      if (withFuture.includes(expiry)) contracts.push(series.future(futureTickPaise));
      const extra = recorded.filter((one) => one.expiry === expiry);
      for (const strikePaise of withRecorded(strikesAround({ ...around, eachSide }), extra)) {
        contracts.push(...series.options(strikePaise));
      }
    }
    return Object.freeze(contracts);
  });
  return {
    underlyings: rules.underlyings,
    // Over weekends and holidays the contracts of the trading day to come are listed.
    contracts: (underlying, date) =>
      dates.get(underlying, calendar.day(date).isTradingDay ? date : calendar.nextTradingDay(date)),
  };
}

function strikesAround(of: {
  readonly stepPaise: number;
  readonly middle: number;
  readonly eachSide: number;
}): readonly number[] {
  const { stepPaise, middle, eachSide } = of;
  const strikes: number[] = [];
  for (let step = Math.max(1, middle - eachSide); step <= middle + eachSide; step += 1) {
    strikes.push(step * stepPaise);
  }
  return strikes;
}

/** Ascending. No exchange lists parts of a rupee, and rows outside the sessions are of no trade. */
function withRecorded(
  strikes: readonly number[],
  recorded: readonly RecordedStrike[],
): readonly number[] {
  const all = new Set(strikes);
  for (const { strikePaise, day } of recorded) {
    if (all.has(strikePaise) || strikePaise % 100 !== 0) continue;
    if (day.bars.length > 0) all.add(strikePaise);
  }
  return all.size === strikes.length ? strikes : [...all].sort((left, right) => left - right);
}

function keptSeries(
  rules: ContractRules,
): (underlying: string, expiry: IstDate, date: IstDate) => ContractSeries {
  const kept = new Map<string, ContractSeries>();
  return (underlying, expiry, date) => {
    const terms = {
      underlying,
      underlyingNumber: rules.underlyings.indexOf(underlying),
      exchange: rules.exchange(underlying),
      expiry,
      lotSizeUnits: rules.lotSizeUnits(underlying, expiry, date),
      tickSizePaise: rules.tickSizePaise(underlying),
      freezeUnits: rules.freezeUnits(underlying, date),
    };
    const key = `${underlying}/${expiry}/${String(terms.lotSizeUnits)}/${String(terms.freezeUnits)}`;
    const series = kept.get(key) ?? new ContractSeries(terms);
    kept.delete(key);
    kept.set(key, series);
    const [usedLongestAgo] = kept.keys();
    if (kept.size > SERIES_KEPT && usedLongestAgo !== undefined) kept.delete(usedLongestAgo);
    return series;
  };
}
