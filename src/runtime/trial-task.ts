import { type Json } from '../base/json.ts';
import { type Problem } from '../base/problem.ts';
import { type IstDate } from '../model/ist.ts';
import { type Mode } from '../model/run.ts';
import { type Trial } from './try-strategy.ts';

/** A strategy to try. Plain data: it goes to another thread. */
export interface TrialTask {
  /** Absolute path of its file. */
  readonly path: string;
  /** What it is given over its own defaults. */
  readonly given: Readonly<Record<string, Json>>;
  readonly date: IstDate;
  readonly mode: Mode;
  /** The configuration's `calendar`; null: the tables as they are. */
  readonly calendar: Readonly<Record<string, Json>> | null;
  /** As in `TrialOptions`. @default the whole day */
  readonly onlyStartAtMs?: number;
}

/** What a strategy is, as another thread can tell. */
export interface TriedStrategy {
  readonly name: string;
  /** As JSON has them. */
  readonly params: Json;
  /** Names of the author's own inputs. */
  readonly sources: readonly string[];
  readonly sourceHash: string;
  /** As in `LoadedStrategy`. */
  readonly warnings: readonly string[];
}

/**
 * What became of a trial: `unusable` never got so far, code of an `endless` one does not return, `lost` is one that took
 * its thread with it or went on for too long.
 */
export type TrialAnswer =
  | { readonly kind: 'tried'; readonly strategy: TriedStrategy; readonly trial: Trial }
  | { readonly kind: 'unusable' | 'endless' | 'lost'; readonly problems: readonly Problem[] };

/** What a thread of trials is started with. */
export interface TrialWorkerStart {
  /** Where it marks its turns. */
  readonly turns: SharedArrayBuffer;
}
