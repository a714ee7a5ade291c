import { kept } from '../../base/kept.ts';
import { type Calendar, type ContractRules } from '../../model/time/calendar.ts';
import { IST_OFFSET_MS, istClock, istDate, type IstDate } from '../../model/time/ist.ts';
import { BAR_MS, type BarDay } from '../minute-bar.ts';
import { type Cells } from './cells.ts';
import { FileTallies } from './file-tallies.ts';
import { type GivenStamps, type StampEdge, stampGiven } from './given-stamps.ts';
import { indexesFromFutures } from './index-from-futures.ts';
import { type GivenColumns, type PriceColumns } from './price-columns.ts';
import { PriceFileReader } from './price-file-reader.ts';
import { type PricePlace, ProblemBook, said } from './price-problems.ts';
import { type PriceRow, PriceSeries } from './price-series.ts';
import { settleStamps } from './read-stamps.ts';
import { type PriceSource, type RecordedPrices } from './recorded-prices.ts';
import { type ReportRow } from './row-reader.ts';
import { settleSeries } from './settle-series.ts';
import { type NamedSymbol, SymbolNames } from './symbol-names.ts';
import { zoneOffset, type ZoneOffset } from './time-zone.ts';

/** A file of prices: its path as the user gave it, and its whole text or its bytes in pieces. */
export type PriceFile =
  | { readonly path: string; readonly text: string }
  | {
      readonly path: string;
      readonly stream: AsyncIterable<Uint8Array>;
      /** SHA-256 of the file's own bytes, once the stream has ended. @default of the stream's bytes */
      readonly sha256?: () => string;
    };

/** How prices are read. */
export interface ReadPricesOptions extends GivenStamps {
  readonly calendar: Calendar;
  readonly rules: ContractRules;
  /** Columns by role, over what their names suggest. */
  readonly columns?: GivenColumns;
  /** Zone of times without one: `IST`, `UTC`, `+05:30`, `Asia/Kolkata`. @default 'IST' */
  readonly timeZone?: string;
  /** Underlying of files with no symbol column and no index or contract in their name. */
  readonly underlying?: string;
  /** Later dates are reported and left out. @default any date is taken */
  readonly today?: IstDate;
}

/** The market-wide circuit breaker stops an index at 20 % a day. */
const MOVE_MAX = 0.2;
/** Rows further apart than a long weekend may have days of moves between them. */
const NEAR_MINUTES = 5 * 24 * 60;

/**
 * Reads files of prices: CSV and JSON Lines, minute bars and single prices, indexes, options and futures. Everything left
 * out is a problem; the caller decides whether one is fatal. An unknown time zone counts as IST: check it with
 * {@link zoneOffset} first. Fails only where a stream does.
 */
export async function readPrices(
  files: readonly PriceFile[],
  options: ReadPricesOptions,
): Promise<RecordedPrices> {
  const reading = new PriceReading(options);
  for (const file of files) await reading.read(file);
  return reading.finish();
}

/** A file, and what was read from it. */
interface FileRead {
  readonly path: string;
  /** The stamp edge that the user gives. */
  readonly given: StampEdge | null;
  hasBars: boolean;
  /** Series with a row in it. */
  readonly touched: Set<PriceSeries>;
  /** Rows whose minute an earlier row gave. */
  duplicates: number;
  source: PriceSource;
}

/** Reads any number of files, one after the other, into one set of prices. */
class PriceReading {
  readonly #options: ReadPricesOptions;
  readonly #zone: ZoneOffset;
  readonly #names: SymbolNames;
  readonly #book = new ProblemBook();
  readonly #series = new Map<string, PriceSeries>();
  readonly #files: FileRead[] = [];
  /** Files whose underlying is unknown. */
  readonly #unnamed: string[] = [];

  constructor(options: ReadPricesOptions) {
    this.#options = options;
    this.#zone = zoneOffset(options.timeZone ?? 'IST') ?? (() => IST_OFFSET_MS);
    this.#names = new SymbolNames(options.rules);
  }

  async read(given: PriceFile): Promise<void> {
    const { path } = given;
    const file: FileRead = {
      path,
      given: stampGiven(this.#options, path),
      hasBars: false,
      touched: new Set(),
      duplicates: 0,
      source: { source: path, sha256: '', underlyings: [], contracts: 0, rows: 0 },
    };
    this.#files.push(file);
    const reader = this.#readerOf(file);
    if ('text' in given) reader.write(Buffer.from(given.text));
    else for await (const piece of given.stream) reader.write(piece);
    const ofBytes = reader.end();
    const own = 'stream' in given ? given.sha256?.() : undefined;
    const named = [...file.touched].filter(({ days }) => days.size > 0).map(({ named }) => named);
    file.source = {
      source: path,
      sha256: own ?? ofBytes,
      underlyings: [...new Set(named.map(({ underlying }) => underlying))].sort(),
      contracts: named.filter(({ contract }) => contract !== null).length,
      rows: reader.taken,
    };
  }

  finish(): RecordedPrices {
    const { calendar } = this.#options;
    const [book, files] = [this.#book, this.#files];
    const tallies = new FileTallies(calendar.verifiedFrom);
    const stamps = settleStamps(files, [...this.#series.values()], { calendar, book });
    const recorded: Record<string, readonly BarDay[]> = {};
    const contracts = new Map<string, readonly BarDay[]>();
    for (const [symbol, series] of this.#series) {
      if (series.days.size === 0) continue;
      this.#tellUnlisted(series);
      const days = settleSeries(series, { calendar, book, tallies, files });
      if (series.named.contract === null) recorded[symbol] = days;
      else contracts.set(symbol, days);
    }
    tallies.tell(book);
    const standIn = indexesFromFutures(recorded, contracts);
    const indexes = { ...recorded, ...standIn.indexes };
    const paths = files.map(({ path }) => path);
    return {
      indexes,
      contracts,
      problems: book.problems(paths),
      problemCounts: book.counts(),
      countsByDate: book.countsByDate(),
      sources: files.map(({ source, duplicates, hasBars }, file) => {
        const stamp = hasBars ? stamps[file] : undefined;
        return { ...source, rows: source.rows - duplicates, ...(stamp && { stamp }) };
      }),
      unnamed: this.#unnamed,
      unusable: [
        ...paths.filter((_, file) => files[file]?.source.rows === 0),
        ...tallies.allOutside().map((file) => paths[file] ?? ''),
      ],
      assumptions: [...standIn.assumptions, ...lateDates(indexes, calendar.verifiedThrough)],
    };
  }

  #readerOf(file: FileRead): PriceFileReader {
    const { columns = {}, today = null } = this.#options;
    return new PriceFileReader({
      file: this.#files.length - 1,
      columns,
      zone: this.#zone,
      stamp: file.given ?? 'start',
      today,
      book: this.#book,
      onHeader: (found, report) => {
        file.hasBars = found.isBars;
        return this.#seriesFinder(file, found, report);
      },
      beforeTake: (series, row) => {
        this.#check(series, row);
      },
    });
  }

  #seriesFinder(
    file: FileRead,
    columns: PriceColumns,
    report: ReportRow,
  ): (cells: Cells) => PriceSeries | null {
    const seriesOf = (named: NamedSymbol): PriceSeries => {
      const series = kept(this.#series, named.symbol, () => new PriceSeries(named));
      file.touched.add(series);
      return series;
    };
    if (columns.symbol === -1) {
      const series = seriesOf(this.#namedBy(file.path));
      return () => series;
    }
    const found = new Map<string, PriceSeries | null>();
    return (cells) => {
      const text = cells.text(columns.symbol);
      const known = found.get(text);
      if (known !== undefined) {
        if (known === null) this.#book.count('unknown-symbol', null);
        return known;
      }
      const named = this.#names.named(text);
      const series = named === null ? null : seriesOf(named);
      found.set(text, series);
      if (series === null) {
        const allowed = `${this.#names.underlyings.join(', ')} and their contracts, such as NIFTY250417C23000`;
        report('unknown-symbol', null, () =>
          said('Symbol is not known', `"${text.slice(0, 40)}"`, allowed),
        );
      }
      return series;
    };
  }

  #namedBy(path: string): NamedSymbol {
    const byName = this.#names.ofPath(path);
    if (byName !== null) return byName;
    this.#unnamed.push(path);
    const taken = this.#options.underlying ?? 'NIFTY';
    return { symbol: taken, underlying: taken, contract: null };
  }

  #check(series: PriceSeries, row: PriceRow): void {
    if (series.lastMinute === -1) return;
    if (row.minute < series.lastMinute && series.lastFile === row.file) {
      this.#book.report('disorder', placeOf(row), () =>
        said(
          'Row comes after a later one',
          shownMinute(row.minute),
          `times from ${shownMinute(series.lastMinute)} on, as on line ${String(series.lastLine)}`,
        ),
      );
    }
    const { lastClosePaise, lastLine } = series;
    const { contract } = series.named;
    const isOption = contract?.kind === 'option';
    // An option cannot move by more than its index, and no index by more than a fifth of its level.
    const basePaise = isOption ? contract.strikePaise : lastClosePaise;
    const movePaise = Math.abs(row.closePaise - lastClosePaise);
    if (movePaise <= MOVE_MAX * basePaise) return;
    if (Math.abs(row.minute - series.lastMinute) > NEAR_MINUTES) return;
    this.#book.report('implausible', placeOf(row), () => {
      const share = `${((movePaise / basePaise) * 100).toFixed(0)} % of the ${isOption ? 'strike' : 'price'}`;
      const found = `a move of ${share} since line ${String(lastLine)}`;
      return said('Close moves further than the exchange lets it', found, 'at most 20 % a day');
    });
  }

  /** Reports a contract that the exchange does not list: a strategy would never see its prices. */
  #tellUnlisted({ named, days, lastFile, lastLine }: PriceSeries): void {
    const { calendar, rules } = this.#options;
    if (named.contract === null) return;
    const { expiry, kind } = named.contract;
    // Long before its expiry a contract may not be listed yet; on its last date it must be.
    const last = [...days.keys()].sort().at(-1);
    if (last === undefined || last < calendar.verifiedFrom) return;
    const place = { file: lastFile, line: lastLine, date: null };
    if (named.contract.kind === 'option' && named.contract.strikePaise % 100 !== 0) {
      const strike = String(named.contract.strikePaise / 100);
      this.#book.report('unlisted-contract', place, () =>
        said(`${named.symbol} has a strike that is never listed`, strike, 'whole rupees'),
      );
      return;
    }
    const listed = rules.expiries(named.underlying, last);
    const isListed =
      listed.includes(expiry) &&
      (kind === 'option' || rules.isMonthlyExpiry(named.underlying, expiry));
    if (isListed) return;
    const allowed = listed.slice(0, 6).join(', ');
    this.#book.report('unlisted-contract', place, () =>
      said(`${named.symbol} has an expiry that is not listed on ${last}`, expiry, allowed),
    );
  }
}

function placeOf({ file, line, minute }: PriceRow): PricePlace {
  return { file, line, date: istDate(minute * BAR_MS) };
}

function shownMinute(minute: number): string {
  return `${istDate(minute * BAR_MS)} ${istClock(minute * BAR_MS)}`;
}

/** A caveat about dates after the verified calendar; none without such dates. */
function lateDates(
  indexes: Readonly<Record<string, readonly BarDay[]>>,
  verifiedThrough: IstDate,
): readonly string[] {
  const late = Object.values(indexes)
    .flat()
    .map(({ date }) => date)
    .filter((date) => date > verifiedThrough)
    .sort();
  const [first] = late;
  const last = late.at(-1);
  if (first === undefined || last === undefined) return [];
  const dates = first === last ? `The date ${first} lies` : `Dates from ${first} to ${last} lie`;
  return [
    `${dates} after ${verifiedThrough}, through which the calendar was checked: holidays and hours may be wrong`,
  ];
}
