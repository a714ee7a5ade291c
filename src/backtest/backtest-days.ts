import { basename } from 'node:path';

import { knownFrom } from '../market/price-files/file-tallies.ts';
import { said } from '../market/price-files/price-problems.ts';
import { type RecordedPrices } from '../market/price-files/recorded-prices.ts';
import { type Calendar, type ContractRules } from '../model/time/calendar.ts';
import { addDays, type IstDate } from '../model/time/ist.ts';

/** A date between the first and the last of a backtest, and what is to be done with it. */
export interface DataDay {
  readonly date: IstDate;
  /** Bars inside its sessions. */
  readonly bars: number;
  readonly verdict:
    | {
        readonly kind: 'run';
        /** What is wrong with its data; null when nothing is. */ readonly problem: string | null;
      }
    | { readonly kind: 'missing' | 'skipped'; readonly reason: string };
}

/** What bounds the days. */
export interface DaysOptions {
  readonly calendar: Calendar;
  readonly rules: Pick<ContractRules, 'underlyings' | 'expiries'>;
  readonly from?: IstDate;
  readonly to?: IstDate;
}

/** Problems of one day that are told in full. */
const PROBLEMS_TOLD = 3;

/** Every date that is a trading day or has data, ascending, each with a verdict: none is left out without a word. */
export function daysOf(data: RecordedPrices, options: DaysOptions): readonly DataDay[] {
  const bars = barsByDate(data);
  const problems = problemsByDate(data);
  const { verifiedFrom } = options.calendar;
  return datesOf([...bars.keys()].sort(), options).flatMap((date): readonly DataDay[] => {
    const had = bars.get(date);
    if (date < verifiedFrom) return had === undefined ? [] : [earlyDay(date, verifiedFrom)];
    const { isTradingDay, sessions } = options.calendar.day(date);
    if (!isTradingDay && had === undefined) return [];
    const { count, underlyings } = had ?? NO_BARS;
    const unlisted = unlistedReason(underlyings, date, options);
    if (unlisted !== null) {
      return [{ date, bars: count, verdict: { kind: 'skipped', reason: unlisted } }];
    }
    const problem = tell(problems.get(date) ?? []);
    return [{ date, bars: count, verdict: verdictOf(sessions.length > 0, count, problem) }];
  });
}

/** Why a day cannot be traded that has prices: none of its indexes has contracts yet. Null where one has, or none has prices. */
function unlistedReason(
  underlyings: readonly string[],
  date: IstDate,
  { rules }: DaysOptions,
): string | null {
  const isListed = (underlying: string): boolean =>
    !rules.underlyings.includes(underlying) || rules.expiries(underlying, date).length > 0;
  if (underlyings.length === 0 || underlyings.some(isListed)) return null;
  return `No contract of ${underlyings.join(', ')} is listed yet on this day`;
}

/** Nobody knows whether the exchange was open on it, nor which contracts it had. */
function earlyDay(date: IstDate, verifiedFrom: IstDate): DataDay {
  const reason = said('Date is too early', date, knownFrom(verifiedFrom));
  return { date, bars: 0, verdict: { kind: 'skipped', reason } };
}

interface DayBars {
  readonly count: number;
  /** Indexes that have some. */
  readonly underlyings: readonly string[];
}

const NO_BARS: DayBars = { count: 0, underlyings: [] };

/** Bars inside sessions, of all indexes together. */
function barsByDate({ indexes }: RecordedPrices): ReadonlyMap<IstDate, DayBars> {
  const bars = new Map<IstDate, DayBars>();
  for (const [underlying, days] of Object.entries(indexes)) {
    for (const { date, bars: some } of days) {
      const { count = 0, underlyings = [] } = bars.get(date) ?? {};
      const having = some.length === 0 ? underlyings : [...underlyings, underlying];
      bars.set(date, { count: count + some.length, underlyings: having });
    }
  }
  return bars;
}

/** All dates from the first to the last of the data, within the bounds. */
function datesOf(known: readonly IstDate[], options: DaysOptions): readonly IstDate[] {
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return [];
  const { from = first, to = last } = options;
  const end = to < last ? to : last;
  const dates: IstDate[] = [];
  for (let date = from > first ? from : first; date <= end; date = addDays(date, 1)) {
    dates.push(date);
  }
  return dates;
}

function verdictOf(hasSessions: boolean, bars: number, problem: string | null): DataDay['verdict'] {
  if (bars > 0) return { kind: 'run', problem };
  if (!hasSessions) {
    return { kind: 'skipped', reason: problem ?? 'No session is known for the day' };
  }
  return { kind: 'missing', reason: problem ?? 'Trading day without a row' };
}

function problemsByDate({
  problems,
  sources,
}: RecordedPrices): ReadonlyMap<IstDate, readonly string[]> {
  const byDate = new Map<IstDate, string[]>();
  for (const { date, file, line, detail } of problems) {
    if (date === null) continue;
    const number = String(line);
    const place = sources.length === 1 ? `line ${number}` : `${basename(file)}:${number}`;
    byDate.set(date, [...(byDate.get(date) ?? []), `${place}: ${detail}`]);
  }
  return byDate;
}

function tell(problems: readonly string[]): string | null {
  if (problems.length === 0) return null;
  const told = problems.slice(0, PROBLEMS_TOLD).join('; ');
  const more = problems.length - PROBLEMS_TOLD;
  return more > 0 ? `${told}; and ${String(more)} more` : told;
}
