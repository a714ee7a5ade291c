import { type Contract } from '../../model/market/contract.ts';
import { type Lock } from '../../model/orders/halt-and-lock.ts';
import { type Mode } from '../../model/runs/run.ts';
import { type WeekStanding } from '../../model/runs/week-so-far.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type PreflightSettings } from '../../settings/readiness-settings.ts';
import { type ContractSnapshot } from './contract-snapshot.ts';

/** All that the checks look at. They ask for nothing themselves. */
export interface PreflightSight {
  readonly nowMs: number;
  readonly mode: Mode;
  readonly day: CalendarDay;
  readonly knowledge: MarketKnowledge;
  readonly settings: PreflightSettings;
  readonly login: LoginSight;
  /** By underlying: those that strategies watch. */
  readonly contracts: ReadonlyMap<string, ContractsSight>;
  /** Contracts of the latest earlier day that is known; null where none is. */
  readonly earlier: ContractSnapshot | null;
  readonly prices: PricesSight;
  /** By how much our clock is certainly ahead of the platform's, real milliseconds; null where no answer said. */
  readonly clockAheadMs: number | null;
  readonly disks: readonly DiskSight[];
  readonly strategies: StrategiesSight;
  /** Null before the books are there. */
  readonly books: BooksSight | null;
  readonly journal: JournalSight;
}

/** Whether the platform lets us in, by its last answer to a request that needs a session. */
export type LoginSight =
  | { readonly state: 'valid'; readonly atMs: number }
  | { readonly state: 'refused'; readonly detail: string }
  | { readonly state: 'unknown'; readonly detail: string };

/** Contracts of one underlying at the last poll. */
export type ContractsSight =
  | { readonly state: 'listed'; readonly atMs: number; readonly contracts: readonly Contract[] }
  | {
      readonly state: 'failed';
      readonly detail: string;
      /** Since when no poll succeeded. */
      readonly sinceMs: number;
    };

/** The source of prices. */
export type PricesSight =
  | { readonly state: 'none' }
  | { readonly state: 'unknown'; readonly detail: string }
  | {
      readonly state: 'answered';
      readonly atMs: number;
      /** Time of the newest quote; null where none came. */
      readonly newestMs: number | null;
      /** Since when quotes are polled without a break. @default the open */
      readonly wantedSinceMs?: number;
    }
  | {
      readonly state: 'failed';
      readonly detail: string;
      /** Since when no request succeeded. */
      readonly sinceMs: number;
    };

/** A directory that is written to. */
export interface DiskSight {
  readonly path: string;
  /** Bytes that this user may still write; null where the system does not say. */
  readonly freeBytes: number | null;
}

/** The strategies of the account. */
export interface StrategiesSight {
  readonly names: readonly string[];
  /** What is wrong with those that do not run, each with its place. */
  readonly problems: readonly string[];
  /** Keys of the caps that bound nothing where something must. */
  readonly unbounded: readonly string[];
}

/** What the books leave open. */
export interface BooksSight {
  /** Orders that may exist and were not seen, and entries that wait for the operator. */
  readonly unresolved: readonly OpenQuestion[];
  /** Position starts and text signals without a certain outcome. */
  readonly unknownStarts: readonly OpenQuestion[];
  /** What orders with our tags that no intent has hold or may come to hold. */
  readonly strangers: readonly string[];
  /** Limits of the week that lock entries. @default none */
  readonly weekLocks?: readonly Lock[];
  /** How the week stands of what has a limit of the week. @default none */
  readonly weeks?: readonly WeekStanding[];
}

/** One of them. */
export interface OpenQuestion {
  readonly name: string;
  readonly sinceMs: number;
}

/** The journal of the day. */
export interface JournalSight {
  /** Why it cannot be written; null where it can. */
  readonly unwritable: { readonly detail: string; readonly next: string } | null;
  /** Why what was written last may be missing and the operator has not resumed since; null where it is whole. */
  readonly lost: { readonly detail: string; readonly next: string } | null;
}
