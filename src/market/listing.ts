import { invariant } from '../base/invariant.ts';
import { kept } from '../base/kept.ts';
import {
  type Contract,
  formatSymbol,
  parseSymbol,
  type SymbolParts,
} from '../model/market/contract.ts';
import { type Calendar, type ContractRules } from '../model/time/calendar.ts';
import { addDays, type IstDate } from '../model/time/ist.ts';
import { type Listing } from './market.ts';
import { type BarDay } from './minute-bar.ts';
import { RecentDays } from './recent-days.ts';

/** What {@link createListing} needs. */
export interface ListingOptions {
  readonly rules: ContractRules;
  readonly calendar: Calendar;
  /** Level that strikes are listed around on a date, paise; null lists nothing. */
  readonly spotFor: (underlying: string, date: IstDate) => number | null;
  /** Strikes with recorded prices on a date: listed too, wherever they lie. @default none */
  readonly recordedOn?: (underlying: string, date: IstDate) => readonly RecordedStrike[];
  /** Expiries within this many days are near. @default 45 */
  readonly nearDays?: number;
  /** Strikes on each side of the level for near expiries. @default 60 */
  readonly strikesEachSide?: number;
  /** Strikes on each side of the level for later ones. @default 30 */
  readonly strikesEachSideFar?: number;
  /** Dates whose lists are kept, for days that run again; each takes some 17 KB. @default the last few */
  readonly daysKept?: number | undefined;
}

const NEAR_DAYS = 45;
const FUTURES_LISTED = 3;
/** Expiries whose contracts are kept from one date to the next: more than all underlyings list at once. */
const SERIES_KEPT = 128;

/** Lists option and index future contracts for any date from the rules. Equal contracts are the same object, frozen. */
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
    const middle = Math.round(spotPaise / stepPaise);
    const recorded = recordedOn(underlying, date);
    const parts: (readonly Contract[])[] = [];
    for (const expiry of expiries) {
      const series = seriesOf(underlying, expiry, date);
      const isNear = expiry <= nearUntil;
      const eachSide = isNear
        ? (options.strikesEachSide ?? 60)
        : (options.strikesEachSideFar ?? 30);
      if (withFuture.includes(expiry)) parts.push([series.future(futureTickPaise)]);
      const steps = { stepPaise, first: Math.max(1, middle - eachSide), last: middle + eachSide };
      const extra = recorded.filter((one) => one.expiry === expiry);
      parts.push(extra.length === 0 ? series.around(steps) : optionsOf(series, steps, extra));
    }
    // Much faster than `flat`, and listings are long.
    return Object.freeze(([] as readonly Contract[]).concat(...parts));
  }, options.daysKept);
  return {
    underlyings: rules.underlyings,
    // Weekends and holidays list the contracts of the next trading day.
    contracts: (underlying, date) =>
      dates.get(underlying, calendar.day(date).isTradingDay ? date : calendar.nextTradingDay(date)),
  };
}

/** Strikes at whole steps from zero, first and last among them. */
interface StrikeSteps {
  readonly stepPaise: number;
  readonly first: number;
  readonly last: number;
}

function optionsOf(
  series: ContractSeries,
  { stepPaise, first, last }: StrikeSteps,
  recorded: readonly RecordedStrike[],
): readonly Contract[] {
  const count = Math.max(0, last - first + 1);
  const strikes = Array.from({ length: count }, (_, place) => (first + place) * stepPaise);
  return withRecorded(strikes, recorded).flatMap((strikePaise) => series.options(strikePaise));
}

/** Ascending. No exchange lists parts of a rupee, and rows outside the sessions are not trades. */
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
  const series = new Map<string, ContractSeries>();
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
    const found = series.get(key) ?? new ContractSeries(terms);
    series.delete(key);
    series.set(key, found);
    const [usedLongestAgo] = series.keys();
    if (series.size > SERIES_KEPT && usedLongestAgo !== undefined) series.delete(usedLongestAgo);
    return found;
  };
}

/** What all contracts of an underlying and an expiry share. */
interface SeriesTerms {
  readonly underlying: string;
  /** Place of the underlying in the tables, from 0; part of every token. */
  readonly underlyingNumber: number;
  readonly exchange: string;
  readonly expiry: IstDate;
  readonly lotSizeUnits: number;
  /** Of its options. */
  readonly tickSizePaise: number;
  readonly freezeUnits: number;
}

/** The contracts of one underlying and expiry, each made once. */
class ContractSeries {
  readonly #terms: SeriesTerms;
  readonly #strikes = new Map<number, readonly [call: Contract, put: Contract]>();
  /** Call and put of each step from `#firstStep` on: from one day to the next most are the same. */
  #steps: readonly Contract[] = [];
  #firstStep = 0;
  #future: Contract | null = null;

  constructor(terms: SeriesTerms) {
    this.#terms = terms;
  }

  /** The future of this expiry; its tick depends on the level of its index. */
  future(tickSizePaise: number): Contract {
    const { underlying, expiry } = this.#terms;
    if (this.#future?.tickSizePaise !== tickSizePaise) {
      this.#future = this.#made({ kind: 'future', underlying, expiry }, tickSizePaise);
    }
    return this.#future;
  }

  /** Calls and puts of strikes, ascending. The size of a step is always the same. */
  around({ stepPaise, first, last }: StrikeSteps): readonly Contract[] {
    const kept = this.#steps.length / 2;
    if (kept === 0) this.#firstStep = first;
    const [from, to] = [
      Math.min(first, this.#firstStep),
      Math.max(last, this.#firstStep + kept - 1),
    ];
    if (to - from + 1 > kept) {
      const steps = Array.from({ length: to - from + 1 }, (_, place) => (from + place) * stepPaise);
      this.#steps = steps.flatMap((strikePaise) => this.options(strikePaise));
      this.#firstStep = from;
    }
    return this.#steps.slice(2 * (first - this.#firstStep), 2 * (last + 1 - this.#firstStep));
  }

  /** The call and the put of a strike. */
  options(strikePaise: number): readonly [call: Contract, put: Contract] {
    const { underlying, expiry } = this.#terms;
    const parts = { kind: 'option', underlying, expiry, strikePaise } as const;
    return kept(this.#strikes, strikePaise, () => [
      this.#made({ ...parts, optionType: 'CE' }),
      this.#made({ ...parts, optionType: 'PE' }),
    ]);
  }

  #made(parts: SymbolParts, tickSizePaise = this.#terms.tickSizePaise): Contract {
    const { exchange, underlying, expiry, lotSizeUnits, freezeUnits } = this.#terms;
    return Object.freeze({
      instrumentId: this.#instrumentId(parts),
      symbol: formatSymbol(parts),
      exchange,
      kind: parts.kind,
      underlying,
      expiry,
      strikePaise: parts.kind === 'option' ? parts.strikePaise : null,
      optionType: parts.kind === 'option' ? parts.optionType : null,
      lotSizeUnits,
      tickSizePaise,
      freezeUnits,
    });
  }

  /**
   * Exchange and a token of digits: number of the underlying, expiry, strike in rupees, and 0 future, 1 call, 2 put.
   * Made of the contract's own terms: the same every day, and unique.
   */
  #instrumentId(parts: SymbolParts): string {
    const { exchange, underlyingNumber, expiry } = this.#terms;
    const strikePaise = parts.kind === 'option' ? parts.strikePaise : 0;
    invariant(strikePaise % 100 === 0, 'A listed strike is in whole rupees');
    const type = parts.kind === 'future' ? '0' : parts.optionType === 'CE' ? '1' : '2';
    const strike = String(strikePaise / 100).padStart(6, '0');
    const day = expiry.slice(2).replaceAll('-', '');
    return `${exchange}_${String(11 + underlyingNumber)}${day}${strike}${type}`;
  }
}

/** A strike with an option recorded on a date. */
interface RecordedStrike {
  readonly expiry: IstDate;
  readonly strikePaise: number;
  /** Of the option; it may have no bar in a session. */
  readonly day: BarDay;
}

/** Finds the strikes with options recorded on a date, in no order, one for each option. */
export function recordedStrikes(
  contracts: ReadonlyMap<string, readonly BarDay[]>,
): (underlying: string, date: IstDate) => readonly RecordedStrike[] {
  const found = new Map<string, RecordedStrike[]>();
  for (const [symbol, days] of contracts) {
    const parts = parseSymbol(symbol);
    if (parts?.kind !== 'option') continue;
    const { underlying, expiry, strikePaise } = parts;
    for (const day of days) {
      kept(found, `${underlying} ${day.date}`, () => []).push({ expiry, strikePaise, day });
    }
  }
  return (underlying, date) => found.get(`${underlying} ${date}`) ?? [];
}
