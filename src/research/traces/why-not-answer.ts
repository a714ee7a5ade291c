import { type DayGap } from '../../day/why/day-gaps.ts';
import { type EngineSquareOff } from '../../day/why/engine-square-offs.ts';
import { type Command } from '../../model/orders/command.ts';
import { type AskedMoment, type KeptBack, type TracedPart } from '../../model/runs/trace.ts';
import { type MissedCondition } from './missed-condition.ts';

/**
 * Why a rule did nothing.
 *
 * - acted: it did something.
 * - refused: all that it ordered was refused before it left.
 * - not-started: its run had not started.
 * - not-recorded: the record of its day ended before.
 * - ended: its run's exit time had passed, or the run was over.
 * - program-down: the program did not run, or stood still, all through the moment.
 * - not-triggered: what sets it off did not happen.
 * - true-already: its condition was true from before, and it acts when one becomes true.
 * - true-after-unknown: it was not known, and true as soon as it was: it acts when one that was false becomes true.
 * - condition-false, condition-unknown: its condition was false; or something that decides it was not known.
 * - kept-back: it was triggered and its condition was true, but something else held it up.
 * - waiting: its actions were under way and had not come to a command.
 * - was-true: a condition of code was true, and let pass what came.
 * - not-checked: nothing came that a condition of code is about.
 */
export type WhyNotCode =
  | 'acted'
  | 'refused'
  | 'not-started'
  | 'not-recorded'
  | 'ended'
  | 'program-down'
  | 'not-triggered'
  | 'true-already'
  | 'true-after-unknown'
  | 'condition-false'
  | 'condition-unknown'
  | 'kept-back'
  | 'waiting'
  | 'was-true'
  | 'not-checked'
  | LegCode;

/**
 * How a leg stood about which nothing was done.
 *
 * - open: it was entered, and neither its stop nor its target was reached.
 * - closed: it was entered and closed again.
 * - entering: its order was placed and not filled.
 * - awaiting-price: it was flat, and waited for a price before it is entered: its momentum, or its entry price.
 * - kept-back-entry: its order was refused or rejected.
 * - no-entry: its run said why there was none.
 */
export type LegCode =
  'open' | 'closed' | 'entering' | 'awaiting-price' | 'kept-back-entry' | 'no-entry';

/** A gap that the moment is in or reaches into. */
export interface AskedGap extends DayGap {
  /** What the part came to in the minute after it; null where the gap is not all of the answer. */
  readonly found: FoundAfter | null;
}

/**
 * What `missed` has of an open leg: its stops and targets.
 *
 * - shown: all of them, as they stood at the end of the moment; empty where it had none.
 * - before-gap: all of them, as its run knew them last before the program stopped.
 * - not-known: none, though it may have some: it was entered after they were last shown.
 */
export type LegExits = 'shown' | 'before-gap' | 'not-known';

/** How a part stood once the program was back. */
export type FoundAfter = Pick<
  WhyNotAnswer,
  | 'code'
  | 'missed'
  | 'isAnyEnough'
  | 'exits'
  | 'seenAtMs'
  | 'keptBack'
  | 'detail'
  | 'closedBy'
  | 'did'
>;

/** A command, and the same in one line. */
export interface DoneCommand {
  readonly atMs: number;
  readonly command: Command;
  readonly description: string;
}

/** An answer to why a rule, a leg or a condition did nothing at a moment. */
export interface WhyNotAnswer extends AskedMoment {
  readonly part: TracedPart;
  readonly code: WhyNotCode;
  /** What of its conditions was missed; empty where they are not the reason. */
  readonly missed: readonly MissedCondition[];
  /** Whether any of `missed` would have been enough, as of an `or`. */
  readonly isAnyEnough: boolean;
  /** What `missed` has of an open leg; null of anything else. */
  readonly exits: LegExits | null;
  /** When `missed` was evaluated: last in the moment, or at its end. */
  readonly seenAtMs: number | null;
  readonly keptBack: { readonly why: KeptBack; readonly names: readonly string[] } | null;
  /** The reason in words, of a refusal, a rejection, a square-off or an alert of the run; null where there is none. */
  readonly detail: string | null;
  /** Who had a leg closed, from when on; null where its own stop or its strategy did, or no one has. */
  readonly closedBy: Pick<EngineSquareOff, 'origin' | 'atMs'> | null;
  /** What it did in the moment; empty where nothing. */
  readonly did: readonly DoneCommand[];
  /** While the program decided nothing; null where it decided all through the moment. */
  readonly gap: AskedGap | null;
  /** When it was last triggered before the moment ended; null for never. */
  readonly triggeredAtMs: number | null;
  /** When it acted last before the moment, and first after it. */
  readonly actedBeforeMs: number | null;
  readonly actedAfterMs: number | null;
  /** When its run's rules started and ended; null where they did not. */
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
}
