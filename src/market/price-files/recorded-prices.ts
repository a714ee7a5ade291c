import { type IstDate } from '../../model/time/ist.ts';
import { type BarDay } from '../minute-bar.ts';
import { type GivenVolatility } from '../option-pricing/given-volatility.ts';
import { type VolatilitySurface } from '../option-pricing/volatility-surface.ts';
import { type FileStamp } from './given-stamps.ts';
import { type PriceProblem, type PriceProblemKind } from './price-problems.ts';

/** What files of prices held. */
export interface RecordedPrices {
  /** Days of each index by its underlying, ascending; every date that has at least one readable row. */
  readonly indexes: Readonly<Record<string, readonly BarDay[]>>;
  /** Days of each option and future by its symbol, ascending. */
  readonly contracts: ReadonlyMap<string, readonly BarDay[]>;
  /** What is of whole files, then by file and line; the first 1,000 of each kind, and the first of each date. */
  readonly problems: readonly PriceProblem[];
  /** How many there were of each kind, all of them. */
  readonly problemCounts: Readonly<Record<string, number>>;
  /** The same by date; null for what is of none. */
  readonly countsByDate: ReadonlyMap<IstDate | null, ReadonlyMap<PriceProblemKind, number>>;
  readonly sources: readonly PriceSource[];
  /** Files of which neither columns nor name tell whose prices they hold; they are read as those of the underlying that is given, else as NIFTY's. @default none */
  readonly unnamed?: readonly string[];
  /** Files of which no row was taken, or none lies in trading hours. @default none */
  readonly unusable?: readonly string[];
  /** What was taken for granted in reading, one sentence each. */
  readonly assumptions: readonly string[];
  /** Whether they were made from a seed. @default false */
  readonly isGenerated?: boolean;
  /** Volatility from outside. @default null: what the indexes' own days show */
  readonly volatility?: GivenVolatility | null;
  /** A volatility model of the user. @default null */
  readonly surface?: NamedSurface | null;
}

/** A volatility model of the user. */
export interface NamedSurface {
  readonly surface: VolatilitySurface;
  /** Name of its file, without the folder. */
  readonly file: string;
}

/** A file of prices, and what it gave. */
export interface PriceSource {
  /** Path as it was given. */
  readonly source: string;
  /** Of the file's bytes. */
  readonly sha256: string;
  readonly underlyings: readonly string[];
  /** Contracts whose own prices it holds. */
  readonly contracts: number;
  /** Rows that were taken; of each that was left out a problem tells. */
  readonly rows: number;
  /** By which edge of their minute its bars are read; absent where it holds none. */
  readonly stamp?: FileStamp;
}

/** The problems of some dates, and those that are of whole files or no date at all. */
export function problemsWithin(
  { problems, countsByDate }: RecordedPrices,
  { from = '', to = '9999' }: { readonly from?: IstDate; readonly to?: IstDate },
): Pick<RecordedPrices, 'problems' | 'problemCounts'> {
  const isWithin = (date: IstDate | null): boolean => date === null || (date >= from && date <= to);
  const problemCounts: Record<string, number> = {};
  for (const [date, counts] of countsByDate) {
    if (!isWithin(date)) continue;
    for (const [kind, count] of counts) problemCounts[kind] = (problemCounts[kind] ?? 0) + count;
  }
  return { problems: problems.filter(({ date }) => isWithin(date)), problemCounts };
}
