import { type IstDate } from '../../../model/ist.ts';
import { type BarDay } from '../bar.ts';
import { type FileStamp } from './stamps/stamp-edge.ts';
import { type GivenVolatility } from '../pricing/given-volatility.ts';
import { type VolatilitySurface } from '../pricing/volatility-surface.ts';
import { type PriceProblem, type PriceProblemKind } from './price-problem.ts';

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
