import { counted } from '../base/counted.ts';
import { problem, type Problem } from '../base/problem.ts';
import { type LoadedStrategy } from '../loading/load-strategy.ts';
import { knownFrom } from '../market/price-files/file-tallies.ts';
import { type RecordedPrices } from '../market/price-files/recorded-prices.ts';
import { type Calendar } from '../model/time/calendar.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type DataDay } from './backtest-days.ts';
import { datesWithoutValue } from './pricing-used.ts';

/** Dates that are told of with their reason; the others are counted. */
const DAYS_TOLD = 3;
/** Sources that are named; the others are counted. */
const SOURCES_TOLD = 3;

/** What is asked of a backtest. */
export interface BacktestQuestion {
  readonly strategies: readonly LoadedStrategy[];
  readonly from?: IstDate;
  readonly to?: IstDate;
}

/** What is wrong with a question about the prices of some underlyings. */
export function refusalsOf(
  { strategies, from, to }: BacktestQuestion,
  underlyings: readonly string[],
): readonly Problem[] {
  const range =
    from !== undefined && to !== undefined && from > to
      ? [problem(`The first day, ${from}, comes after the last, ${to}`, { next: 'Swap them' })]
      : [];
  const others = strategies.flatMap((loaded) => {
    const wanted = underlyingsOf(loaded);
    if (wanted.length === 0 || underlyings.length === 0) return [];
    if (wanted.some((one) => underlyings.includes(one))) return [];
    const priced = underlyings.join(', ');
    const { name } = loaded.strategy;
    const [first = ''] = wanted;
    return problem(`Strategy "${name}" trades ${first}, and the prices are those of ${priced}`, {
      file: loaded.path,
      found: wanted.join(', '),
      allowed: priced,
      next: `Take the prices of ${first}, or a strategy for ${priced}; if these are prices of ${first}, correct what says ${priced}: --underlying, the file's name or its symbols`,
    });
  });
  return [...range, ...others];
}

/** The days that are asked for, and what tells trading days from others. */
export interface AskedSpan extends Pick<BacktestQuestion, 'from' | 'to'> {
  readonly calendar: Pick<Calendar, 'verifiedFrom' | 'nextTradingDay'>;
}

/** The refusal when no day of the data is one that is asked for, or none of those that are can be run. */
export function noDays(
  prices: RecordedPrices,
  days: readonly DataDay[],
  asked: AskedSpan,
): { readonly ok: false; readonly error: readonly Problem[] } {
  const message = `No day to run in ${sourcesText(prices.sources.map(({ source }) => source))}`;
  const why =
    whyMonthFirst(prices, message) ??
    whyNoIndexDay(prices, message) ??
    whyNoDate(prices, days, { ...asked, message });
  return { ok: false, error: [problem(...why)] };
}

/** The refusal of a volatility from outside that has no value for any of the days that can be run. */
export function noValues(
  prices: RecordedPrices,
  days: readonly DataDay[],
  calendar: Calendar,
): readonly Problem[] {
  const run = days.filter(({ verdict }) => verdict.kind === 'run').map(({ date }) => date);
  const { volatility } = prices;
  if (datesWithoutValue(prices, calendar, run).length < run.length) return [];
  const [first, last] = volatility?.dates ?? ['', ''];
  return [
    problem(`No value for any of the days in ${volatility?.source ?? ''}`, {
      found: `${first} to ${last}`,
      allowed: `values of ${edgesOf(days).join(' to ')}, or of the six days before`,
      next: 'Give a file that has these days, or leave --iv out: then the index tells its volatility',
    }),
  ];
}

/**
 * The refusal of files that give nothing, beside others that do: whoever names a file expects it to count. The reason is that
 * of its first row.
 */
export function unusableFiles({ unusable = [], problems }: RecordedPrices): readonly Problem[] {
  return unusable.slice(0, SOURCES_TOLD).map((file) => {
    const own = problems.filter((one) => one.file === file && one.kind !== 'unknown-column');
    const [first = null] = own;
    const why = first === null ? '' : `: ${first.detail}`;
    const line = first === null ? null : first.line;
    const next = 'Leave the file out, or put it right: "sauda prices check" tells of each row';
    return problem(`No row of the file can be used${why}`, { file, line, next });
  });
}

type Why = Parameters<typeof problem>;

/** The first of many, quoted, and how many more there are. */
function sourcesText(names: readonly string[]): string {
  const told = names.slice(0, SOURCES_TOLD).map((name) => `"${name}"`);
  const more = names.length - told.length;
  return `${told.join(', ')}${more > 0 ? ` and ${counted(more, 'more file')}` : ''}`;
}

/** Where dates are written the other way round: no other reason is one then, whatever dates were read. */
function whyMonthFirst({ problems }: RecordedPrices, message: string): Why | null {
  const found = problems.find(({ kind }) => kind === 'month-first');
  if (found === undefined) return null;
  const next = 'Write the dates with the day or the year first';
  return [`${message}: ${found.detail}`, { file: found.file, line: found.line, next }];
}

/** Where there is no date with the price of an index at all. */
function whyNoIndexDay(
  { indexes, contracts, problems }: RecordedPrices,
  message: string,
): Why | null {
  if (Object.values(indexes).some((days) => days.length > 0)) return null;
  if (contracts.size > 0) {
    const next = 'Give the prices of the index or of its futures as well';
    return [`${message}: it holds options, and neither their index nor a future`, { next }];
  }
  const [wrong] = problems;
  if (wrong === undefined) return [`${message}: no row in it is of an index`];
  return [`${message}: ${wrong.detail}`, { file: wrong.file, line: wrong.line }];
}

/** Where the data has dates: none of them is asked for, or those that are come before all that is known. */
function whyNoDate(
  { indexes }: RecordedPrices,
  days: readonly DataDay[],
  { message, calendar, from, to }: AskedSpan & { readonly message: string },
): Why {
  const { verifiedFrom } = calendar;
  const [first, last] = edgesOf(Object.values(indexes).flat());
  const holds = `the data holds ${first} to ${last}`;
  if (days.length === 0) {
    const isWithin = (from ?? first) >= first && (to ?? last) <= last;
    if (isWithin && from !== undefined && to !== undefined) {
      const next = `The next trading day is ${calendar.nextTradingDay(to)}`;
      return [`${message}: no trading day from ${from} to ${to}`, { next }];
    }
    const next = 'Choose --from and --to with a trading day of it between them';
    return [`${message}: ${holds}`, { next }];
  }
  if (days.some(({ date }) => date >= verifiedFrom)) return whyNoneRuns(message, days);
  const next =
    last < verifiedFrom
      ? `Give prices from ${verifiedFrom} on`
      : `Say --from ${verifiedFrom} or later, and a later --to`;
  const found = edgesOf(days).join(' to ');
  return [`${message}: ${holds}`, { found, allowed: knownFrom(verifiedFrom), next }];
}

/** Where days are asked for that the calendar or the data has, and each is without prices or closed. */
function whyNoneRuns(message: string, days: readonly DataDay[]): Why {
  const told = days.slice(0, DAYS_TOLD).map(({ date, verdict }) => {
    return verdict.kind === 'run' ? date : `${date} ${verdict.kind}: ${verdict.reason}`;
  });
  const more = days.length - told.length;
  const found = [...told, ...(more > 0 ? [`and ${counted(more, 'more date')}`] : [])].join('; ');
  const next = 'Choose --from and --to with a trading day between them that has prices';
  return [`${message}: all dates are without prices or contracts, or closed`, { found, next }];
}

/** First and last date; empty where there is none. */
function edgesOf(days: readonly { readonly date: IstDate }[]): readonly [IstDate, IstDate] {
  const dates = days.map(({ date }) => date).sort();
  return [dates[0] ?? '', dates.at(-1) ?? ''];
}

/** What a strategy trades, as far as it tells before it runs: by its file, or by a parameter of that name. */
export function underlyingsOf({ strategy, params, outline }: LoadedStrategy): readonly string[] {
  if (strategy.underlyings !== undefined) return strategy.underlyings;
  const { underlying } = (params ?? {}) as { readonly underlying?: unknown };
  const named = typeof underlying === 'string' ? [underlying] : [];
  const ofLegs = outline?.(params).legs.map((leg) => leg.underlying) ?? [];
  return [...new Set([...named, ...ofLegs])];
}
