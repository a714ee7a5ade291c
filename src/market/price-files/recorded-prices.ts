import { type IstDate } from '../../model/time/ist.ts';
import { type BarDay } from '../minute-bar.ts';
import { type GivenVolatility } from '../option-pricing/given-volatility.ts';
import { type VolatilitySurface } from '../option-pricing/volatility-surface.ts';
import { type FileStamp } from './given-stamps.ts';
import { type PriceProblem, type PriceProblemKind } from './price-problems.ts';

/** The prices of some files. */
export interface RecordedPrices {
  /** Days of each index by its underlying, ascending; every date with a readable row. */
  readonly indexes: Readonly<Record<string, readonly BarDay[]>>;
  /** Days of each option and future by its symbol, ascending. */
  readonly contracts: ReadonlyMap<string, readonly BarDay[]>;
  /** Those of whole files, then by file and line; the first 1,000 of each kind, and the first of each date. */
  readonly problems: readonly PriceProblem[];
  /** All of each kind. */
  readonly problemCounts: Readonly<Record<string, number>>;
  /** The same by date; null for those of no date. */
  readonly countsByDate: ReadonlyMap<IstDate | null, ReadonlyMap<PriceProblemKind, number>>;
  readonly sources: readonly PriceSource[];
  /** Files whose columns and name do not say whose prices they are; read as the given underlying's, else NIFTY's. @default none */
  readonly unnamed?: readonly string[];
  /** Files without a usable row, or with none in trading hours. @default none */
  readonly unusable?: readonly string[];
  /** Assumptions of reading, one sentence each. */
  readonly assumptions: readonly string[];
  /** Whether they were generated from a seed. @default false */
  readonly isGenerated?: boolean;
  /** Volatility from outside. @default null: estimated from the indexes' own days */
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

/** A file of prices, and what was read from it. */
export interface PriceSource {
  /** Path as it was given. */
  readonly source: string;
  /** Of the file's bytes. */
  readonly sha256: string;
  readonly underlyings: readonly string[];
  /** Contracts with prices in it. */
  readonly contracts: number;
  /** Rows that were taken; each of the others is a problem. */
  readonly rows: number;
  /** Stamp edge of its bars; absent without bars. */
  readonly stamp?: FileStamp;
}

/** The problems of some dates, and those of whole files or no date. */
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
