import { type EngineEvent } from '../engine/event.ts';
import { type FoldedDay, type HeldRun } from '../kernel/folded-day.ts';
import { type Unstamped } from '../kernel/kernel-options.ts';
import { type Halt, type Veto } from '../model/orders/halt-and-lock.ts';
import { type OperatorRequest } from '../model/orders/operator-request.ts';
import { type WeekSoFar } from '../model/runs/week-so-far.ts';
import { runMeant } from '../model/runs/run.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type Clock } from '../ports/clock.ts';
import { type JournalEntry } from '../ports/journal.ts';
import { type LeftUnderAnotherDate } from '../recovery/carried-over.ts';
import { type SourcesAtStart } from './open-run-sources.ts';
import { type OnDivergence } from './trading-day-options.ts';

/** How a day is started. */
export interface DayStart {
  readonly sources: SourcesAtStart;
  /** What the operator asked while no program ran. @default nothing */
  readonly asked?: readonly OperatorRequest[];
  /** Why what an earlier process did today is not known, for people; null when it is. @default null */
  readonly begunAnew?: string | null;
  /** What the program keeps entries back for. @default nothing */
  readonly vetoes?: readonly Veto[];
  /** The process was asked to end before the day began. @default false */
  readonly isEnding?: boolean;
}

/** What a process that starts finds. */
export interface FoundAtStart extends Required<Omit<DayStart, 'sources'>> {
  readonly date: IstDate;
  readonly clock: Clock;
  /** What the journal was last written with, where that was under another date. */
  readonly left: LeftUnderAnotherDate | null;
  /** What earlier days of the week brought, where no journal says. @default null: nothing */
  readonly week?: WeekSoFar | null;
  /** The halt that is last in the journal. */
  readonly journaled: Halt;
  /** The engine's, which was stepped through what the journal holds of the date. */
  readonly halt: Halt;
}

/** What the operator asked before a start, and what its journal was last written with. */
export type LeftMeanwhile = Pick<
  FoundAtStart,
  'left' | 'asked' | 'isEnding' | 'begunAnew' | 'vetoes'
>;

/** Nothing was asked, and nothing is in doubt. */
export const NOTHING_MEANWHILE: Omit<LeftMeanwhile, 'left'> = {
  asked: [],
  isEnding: false,
  begunAnew: null,
  vetoes: [],
};

/** Whether a request closes what is open: on a new day that is there only once its runs have started. */
export function isFlatten({ action }: OperatorRequest): boolean {
  return action === 'flatten';
}

/** What comes before anything that a run wants: the halt that still holds, what the operator asked, a clock in doubt. */
export function happenedMeanwhile(found: FoundAtStart): readonly Unstamped<EngineEvent>[] {
  const { journaled, asked, isEnding, begunAnew, vetoes, week = null } = found;
  const behindMs = behindJournalMs(found);
  return [
    ...(isForgotten(found) ? [{ kind: 'halt-carried-over', halt: journaled } as const] : []),
    ...(week === null ? [] : [{ kind: 'week-carried-over', week } as const]),
    ...(begunAnew === null ? [] : [{ kind: 'begun-anew', detail: begunAnew } as const]),
    ...(vetoes.length === 0 ? [] : [{ kind: 'vetoes-changed', vetoes } as const]),
    ...(isEnding ? [{ kind: 'winding-down' } as const] : []),
    ...asked.map((request) => ({ kind: 'operator-asked', request }) as const),
    ...(behindMs === null ? [] : [{ kind: 'clock-doubted', behindMs } as const]),
  ];
}

/** Whether the engine knows of a milder halt than the journal ends with, or of none. */
function isForgotten({ journaled, halt }: FoundAtStart): boolean {
  return journaled.state !== 'active' && halt.state !== 'halted' && halt.state !== journaled.state;
}

/** A clock that runs by itself and is days behind the journal was wrong before, or is now. One that is set has its reasons. */
function behindJournalMs({ date, clock, left }: FoundAtStart): number | null {
  if (left === null || left.date < date || clock.aheadMs === undefined) return null;
  return Math.max(0, left.lastAtMs - clock.nowMs());
}

/**
 * A restart may send, and so write: the halt that follows must not be lost should the process end right after that.
 * `isActive`: live, and nothing has halted the account yet, so that a journal that starts fresh will.
 */
export function haltsIn(
  meanwhile: readonly Unstamped<EngineEvent>[],
  atMs: number,
  isActive: boolean,
): readonly JournalEntry[] {
  const halts = meanwhile.flatMap((event): Halt[] => {
    if (event.kind === 'halt-carried-over') return [event.halt];
    if (event.kind !== 'begun-anew' || !isActive) return [];
    return [{ state: 'reducing', reason: event.detail, by: 'start', sinceMs: atMs }];
  });
  // What is carried over comes first and is as strict or stricter.
  return halts.slice(0, 1).map((halt) => ({ kind: 'halt', atMs, halt }));
}

type Release = Extract<OperatorRequest, { action: 'release' }>;

/**
 * What becomes at once of the runs that a recovery found held: those whose quarantine is over go on, and those that newly
 * differ follow what the operator said beforehand.
 */
export function releasesAtStart(
  held: readonly HeldRun[],
  onDivergence: OnDivergence,
): readonly Release[] {
  return held.flatMap(({ runId, detail, isQuarantined = false, isLifted = false }): Release[] => {
    if (isLifted) {
      const reason = 'its quarantine was lifted, or its source changed';
      return [{ action: 'release', runId, how: 'adopt', reason }];
    }
    if (detail === null || isQuarantined || onDivergence === 'hold') return [];
    const reason = `asked for by --on-divergence ${onDivergence}`;
    return [{ action: 'release', runId, how: onDivergence, reason }];
  });
}

/** Why a run is held that was squared off by a process without its code. */
const FLATTENED_CODELESS =
  'It was flattened while its program did not run, so its code has not seen the day since';

/**
 * The day with the runs that are to be held. Without code all could be, but only those that are squared off have to: the
 * others go on at the next start, unless what they missed makes them differ.
 */
export function heldAtStart(
  folded: FoldedDay,
  codeless: { readonly runId: string | null } | undefined,
): FoldedDay {
  if (codeless === undefined) return folded;
  const known = folded.held.map(({ runId }) => runId);
  const meant = codeless.runId === null ? null : runMeant(codeless.runId, known);
  const detail = FLATTENED_CODELESS;
  const held = folded.held
    .filter(({ runId }) => codeless.runId === null || runId === meant)
    .map((of) => (of.detail === null || of.isQuarantined === true ? of : { ...of, detail }));
  return { ...folded, held };
}
