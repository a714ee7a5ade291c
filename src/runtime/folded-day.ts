import { type Turn } from '../host/turn.ts';
import { type HostedRun } from './hosted-run.ts';

/** A day that was folded from its journal, to be gone on with. */
export interface FoldedDay {
  /** Of the last event. */
  readonly lastAtMs: number;
  /** When the engine wants to be woken; null when it does not. */
  readonly wakeAtMs: number | null;
  /** Attempts that the engine asked for and the journal does not hold: they never left. */
  readonly neverSent: readonly string[];
  /** Runs that go on, each with what it did and the journal does not hold. */
  readonly runs: readonly { readonly run: HostedRun; readonly owed: Turn }[];
  readonly held: readonly HeldRun[];
}

/** A run that waits for the operator. */
export interface HeldRun {
  readonly runId: string;
  /** Where its replay led; null when it could not be made again. */
  readonly run: HostedRun | null;
  /** Why it is held; null when it was held before already. */
  readonly detail: string | null;
  /** Its code must not run at all. @default false */
  readonly isQuarantined?: boolean;
  /** It was quarantined, its code may run again, and did as the journal says. @default false */
  readonly isLifted?: boolean;
}
