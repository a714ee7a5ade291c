import { type Mode } from '../../../src/model/runs/run.ts';
import { type IstDate } from '../../../src/model/time/ist.ts';
import { type Violation } from './judge-book.ts';

/** What a soak runs. */
export interface SoakDaysOptions {
  /** The program's main file. */
  readonly main: string;
  readonly seed: string;
  readonly mode: Mode;
  /** Trading days. */
  readonly days: number;
  /** Epoch milliseconds, before the first day opens. */
  readonly startAtMs: number;
  readonly speed: number;
  readonly nightSpeed: number;
  /** Late holidays and special sessions. @default none */
  readonly calendar?: unknown;
  /** Strategies, as YAML list items. */
  readonly strategies: readonly string[];
  readonly withKills: boolean;
  readonly withFaults: boolean;
  /** Where strategies run. @default where the program has them on a sped-up clock: in its own process */
  readonly isolation?: 'none' | 'process' | undefined;
  /** For Node, before the program's file. @default none */
  readonly nodeArgs?: readonly string[];
  /** Leaves the account's directory. @default false */
  readonly keepsFiles?: boolean;
  readonly say?: (text: string) => void;
}

/** What a soak came to. */
export interface SoakReport extends Pick<
  SoakDaysOptions,
  'seed' | 'mode' | 'speed' | 'nightSpeed' | 'withKills' | 'withFaults' | 'isolation'
> {
  readonly days: readonly IstDate[];
  readonly daysTraded: number;
  readonly reports: number;
  /** By moment. */
  readonly kills: Readonly<Record<string, number>>;
  readonly halts: number;
  /** Halts that the program came to by itself, by date with their reasons; the operator ended them at night. */
  readonly ownHalts: readonly string[];
  /** Dates on which something was open at the close, and a person was called. */
  readonly notFlat: readonly IstDate[];
  readonly orders: number;
  readonly ordersByDate: Readonly<Record<IstDate, number>>;
  readonly ordersInASecondMax: number;
  readonly faultsMet: readonly string[];
  /** How often each was told, by code. */
  readonly notices: Readonly<Record<string, number>>;
  /** Resident memory of the daemon and its children, at the same time of each day. */
  readonly resident: readonly {
    readonly date: IstDate;
    readonly pid: number;
    readonly mib: number;
  }[];
  readonly realMinutes: number;
  readonly violations: readonly Violation[];
  /** Where journal and reports lie, if they were to be kept. */
  readonly directory: string | null;
}
