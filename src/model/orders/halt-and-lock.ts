import { istClock, istDate, weekday, WEEKDAY_NAMES } from '../time/ist.ts';

/**
 * Whether new risk may be taken.
 *
 * - `active`: everything the gate lets through.
 * - `reducing`: no entries; entries that already work stay.
 * - `halted`: no entries, and entries that still work are cancelled.
 *
 * Exits, cancels and square-offs go in every state. Only the operator goes back to `active`.
 */
export type HaltState = 'active' | 'reducing' | 'halted';

/** A halt state with its reason. */
export interface Halt {
  readonly state: HaltState;
  readonly sinceMs: number;
  /** For people. */
  readonly reason: string;
  readonly by: 'start' | 'operator' | 'comparator' | 'protection' | 'clock';
}

/** How an account begins. */
export const ACTIVE: Halt = { state: 'active', sinceMs: 0, reason: '', by: 'start' };

/**
 * Something about the program or its surroundings that keeps entries back while it lasts, and ends by itself: a check before
 * the open that fails, a live account that is not armed. Exits go on. A halt stays until the operator ends it.
 */
export interface Veto {
  /** Who says so. */
  readonly by: 'preflight' | 'arming' | 'stage';
  /** Which check or condition, kebab-case; one veto of each at a time. */
  readonly code: string;
  /** Null: the account, so every run. */
  readonly runId: string | null;
  /** What was found, for people. */
  readonly found: string;
  /** What to do about it, for people. */
  readonly next: string;
}

/** A time during which a run, or the account, may not enter. Exits go on. */
export interface Lock {
  /** Null: the account, so every run. */
  readonly runId: string | null;
  readonly protection:
    | 'day-loss'
    | 'week-loss'
    | 'drawdown'
    | 'losing-streak'
    | 'cooldown'
    | 'open-premium'
    /** The operator flattened the run. */
    | 'operator'
    /** The operator paused the run, or every run. */
    | 'pause';
  /** For people. */
  readonly reason: string;
  readonly sinceMs: number;
  /**
   * Null: until the day ends; of `open-premium`, until less is open; of `operator` and `pause`, until the operator resumes.
   * Of `week-loss`: when the first trading day of another week begins.
   */
  readonly untilMs: number | null;
}

/** Whether a lock is of the operator, and no limit's. */
export function isOperators({ protection }: Pick<Lock, 'protection'>): boolean {
  return protection === 'operator' || protection === 'pause';
}

/** When a lock ends, for people. */
export function lockEnds({ protection, untilMs }: Lock): string {
  if (untilMs !== null && protection === 'week-loss') {
    const date = istDate(untilMs);
    return `on ${WEEKDAY_NAMES[weekday(date)] ?? ''} ${date}`;
  }
  if (untilMs !== null) return `from ${istClock(untilMs)} on`;
  if (isOperators({ protection })) return 'when the operator resumes';
  return protection === 'open-premium' ? 'when less is open' : 'on the next day';
}
