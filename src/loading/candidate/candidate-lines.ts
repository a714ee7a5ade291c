import { isRecord, type Json, parsedJson } from '../../base/json.ts';
import { type Problem } from '../../base/problem.ts';
import { type Mode } from '../../model/runs/run.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type TimedCommand } from '../../ports/run-host.ts';
import { type ReplayStep } from '../../recovery/run-replays.ts';
import { type DescribedStrategy } from '../describing/described-strategy.ts';

/** A source that may take over a run. Plain data: it goes to another process. */
export interface CandidateTask {
  /** Absolute path of its file. */
  readonly path: string;
  /** What the run was given over the strategy's own defaults. */
  readonly given: Readonly<Record<string, Json>>;
  readonly date: IstDate;
  readonly mode: Mode;
  /** The configuration's `calendar`; null: the tables as they are. */
  readonly calendar: Readonly<Record<string, Json>> | null;
}

/** What came of the replay of a candidate over the inputs of its day. */
export interface CandidateReplay {
  /** What the journal has, and what it decides instead. */
  readonly recorded: readonly TimedCommand[];
  readonly replayed: readonly TimedCommand[];
  /** How it ended in the replay, while the recorded run did not; null when it did not either. */
  readonly ended: { readonly how: 'completed' | 'failed'; readonly detail: string } | null;
  /** What is wrong with it on a day of made-up prices, and what its code did outside of its turns. */
  readonly problems: readonly Problem[];
  /** What may be due to the made-up prices alone. */
  readonly warnings: readonly string[];
}

/** What the process of a candidate hears, one line each, the next when the last is answered. */
export type ToldCandidate =
  | { readonly load: CandidateTask }
  | { readonly steps: readonly ReplayStep[] }
  | { readonly finish: true };

/** Its answers, one line each. */
export type SaidCandidate =
  | { readonly loaded: DescribedStrategy }
  | { readonly unusable: readonly Problem[] }
  | { readonly taken: true }
  | { readonly replay: CandidateReplay };

/** What a line says; null when it is none of ours, as when a strategy wrote into the pipe. */
export function candidateSays(line: string): SaidCandidate | null {
  const said = parsedJson(line);
  return isRecord(said) && isSaid(said) ? (said as unknown as SaidCandidate) : null;
}

function isSaid({ loaded, unusable, taken, replay }: Readonly<Record<string, unknown>>): boolean {
  if (taken === true || Array.isArray(unusable)) return true;
  if (isRecord(loaded)) return typeof loaded['sourceHash'] === 'string';
  return isRecord(replay) && Array.isArray(replay['recorded']) && Array.isArray(replay['replayed']);
}
