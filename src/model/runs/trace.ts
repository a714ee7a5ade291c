import { type Command } from '../orders/command.ts';
import { type Role } from '../orders/order.ts';

/** A stretch of a day that is asked about, epoch milliseconds. */
export interface AskedMoment {
  readonly fromMs: number;
  /** Excluded. */
  readonly untilMs: number;
}

/** What part of a strategy's file decided. */
export interface TracedPart {
  /** A condition is one that TypeScript code names; see `when`. */
  readonly kind: 'rule' | 'leg' | 'condition';
  /** As the file names it; a rule without a name by its number, from 1. */
  readonly name: string;
  /** Where a condition stands, absolute. @default in the strategy's own file */
  readonly file?: string;
  /** Where it stands in the file, from 1. */
  readonly line: number;
  readonly column: number;
  /** What sets it off, in words. */
  readonly trigger: string;
}

/** A value that a condition compared. */
export interface TracedValue {
  /** The expression that it is the value of. */
  readonly text: string;
  /** Prices and money in paise, times in milliseconds since midnight IST; null while it was not known. */
  readonly value: number | boolean | null;
  /** The same as the file would write it: `24187.05 points`. */
  readonly shown: string;
}

/**
 * A source of the author's own that a condition reads, as it was then.
 *
 * - silent: it had brought nothing yet.
 * - fits: its last value counted.
 * - unfit: its last value did not have the fields that the file says.
 * - stale: its last value was older than the file allows.
 */
export interface TracedSource {
  readonly name: string;
  readonly state: 'silent' | 'fits' | 'unfit' | 'stale';
  /** When its last value came; null where none had. */
  readonly heardAtMs: number | null;
}

/** Two values that were compared. */
export interface TracedComparison {
  readonly left: TracedValue;
  readonly operator: string;
  readonly right: TracedValue;
  /** The left value less the right one, in the unit of both; null where one was not known or neither is a number. */
  readonly by: number | null;
  /** The distance between them as the file would write it; null with `by`. */
  readonly byShown: string | null;
}

/** A condition with all that decided it. */
export interface TracedCondition {
  /** As the file has it. */
  readonly text: string;
  /** Where it stands in the file, from 1; null where that cannot be told. */
  readonly line: number | null;
  readonly column: number | null;
  /** Null: something that decides it was not known yet. */
  readonly result: boolean | null;
  /** How `parts` decide it; null where it has none. */
  readonly joins: 'and' | 'or' | 'not' | null;
  readonly parts: readonly TracedCondition[];
  readonly comparison: TracedComparison | null;
  /** Of a condition of code: what it was evaluated by. */
  readonly values?: readonly TracedValue[];
  /** Sources of the author's own that it reads; of one without parts. @default none */
  readonly sources?: readonly TracedSource[];
  /** Of a leg's stop: the trigger of the order that works for it at the platform. @default none does */
  readonly standingPaise?: number;
  /** When it was last seen to be true, up to the instant of the step; null for never. Only in a step that shows a moment. */
  readonly lastTrueMs?: number | null;
}

/**
 * Why a rule that was triggered, and whose condition was true, did not act.
 *
 * - times: it had started as often as it may in a day.
 * - cooldown: its last start was too short a time ago.
 * - under-way: its actions were still under way, and its mode is single.
 * - queue-full: too many of its triggers were under way or waited.
 * - legs-taken: a leg that it enters was open or being entered.
 * - no-chain: there was no fresh chain of the underlying within two minutes.
 * - squared-off: a leg that it enters was squared off while it waited for a fresh chain.
 * - too-much: one set of the legs that it enters would lose or cost more than their file allows.
 * - no-price: there was no fresh price by which its entry is sized.
 * - uneven-units: units of a leg that it enters are not whole lots.
 * - not-entered: the legs that it closes or cancels were never entered.
 * - not-known: the new value of a variable was not known.
 * - no-branch: none of the conditions of a choice was true, and it has no other actions.
 * - no-round: the condition of a repetition was false.
 * - not-rearmed: what triggers it turned true again, and its `rearm` had not been true since the last time.
 * - time-missed: the run began more than two minutes after its time, or the process was down until then.
 * - wait-missed: a wait ended while the process was down, and its actions are not made up for.
 */
export type KeptBack =
  | 'times'
  | 'cooldown'
  | 'under-way'
  | 'queue-full'
  | 'legs-taken'
  | 'no-chain'
  | 'squared-off'
  | 'too-much'
  | 'no-price'
  | 'uneven-units'
  | 'not-entered'
  | 'not-known'
  | 'no-branch'
  | 'no-round'
  | 'time-missed'
  | 'wait-missed'
  | 'not-rearmed';

interface StepOf {
  /** Of a rule or a leg: its place in `parts` of the trace. */
  readonly part: number;
  readonly atMs: number;
}

/** A condition was evaluated. Evaluations in a row that decided the same, and did nothing, are one step. */
export interface EvaluatedStep extends StepOf {
  readonly kind: 'evaluated';
  /** Which of its conditions: what triggers it, or its `if`. */
  readonly of: 'becomes' | 'if';
  readonly result: boolean | null;
  /** As it was the first time; null for a rule without `if`, which acts at every trigger. */
  readonly condition: TracedCondition | null;
  /** Why nothing was done although it was true; null where something was, or where it was not true. */
  readonly keptBack: KeptBack | null;
  /** How many evaluations it stands for, and the last of them; of several that trigger, when they came to an end. */
  readonly times: number;
  readonly lastAtMs: number;
}

/** Something else kept an action back. */
export interface KeptBackStep extends StepOf {
  readonly kind: 'kept-back';
  readonly why: KeptBack;
  /** What of it, such as the legs; empty where nothing. */
  readonly names: readonly string[];
}

/**
 * An action asked conditions and went by them.
 *
 * - choose: which of its branches is taken, from 1; null where none is.
 * - repeat: which round begins or was the last one, from 1; null where no other one begins.
 * - wait: 1 where it was over because its condition was true, null where its time was.
 */
export interface BranchedStep extends StepOf {
  readonly kind: 'branched';
  readonly action: 'choose' | 'repeat' | 'wait';
  readonly taken: number | 'otherwise' | null;
  /** Those that were asked, in order; of a choice up to the one that was true. */
  readonly conditions: readonly TracedCondition[];
}

/** A command was emitted. */
export interface CommandStep extends StepOf {
  readonly kind: 'command';
  readonly command: Command;
}

/** How a condition stood at the end of a moment that was asked about, whether it was evaluated then or not. */
export interface StoodStep extends StepOf {
  readonly kind: 'stood';
  readonly of: 'becomes' | 'if';
  readonly condition: TracedCondition;
}

/**
 * Something happened to a leg, as its run saw it.
 *
 * - opened, closed: its position began, or ended.
 * - filled: an order of it was filled completely.
 * - rejected: the platform or the exchange rejected an order of it.
 * - refused: a command about it was refused before it left.
 */
export interface LegStep extends StepOf {
  readonly kind: 'leg';
  readonly event: 'opened' | 'closed' | 'filled' | 'rejected' | 'refused';
  /** Of the order; null where it is about none. */
  readonly role: Role | null;
  /** At which it was filled, or opened on average; null for others. */
  readonly pricePaise: number | null;
  /** The reason as the run was shown it; null where there is none. */
  readonly detail: string | null;
}

/** How a leg stood at the end of a moment that was asked about. */
export interface LegStoodStep extends StepOf {
  readonly kind: 'leg-stood';
  /** Above 0 bought, below 0 sold. */
  readonly netUnits: number;
  /** What closes it when it becomes true: its stop, its target. Empty where nothing does, or it is flat. */
  readonly exits: readonly TracedCondition[];
  /** What enters it, in words, where it is flat and waits for a price; null where it does not. */
  readonly awaits: string | null;
}

/** Actions of a rule were under way at the end of a moment that was asked about: they waited. */
export interface RuleStoodStep extends StepOf {
  readonly kind: 'rule-stood';
  /** When they began. */
  readonly sinceMs: number;
}

/** The lots of a leg were decided at its entry, with those of the legs beside it. */
export interface SizedStep extends StepOf {
  readonly kind: 'sized';
  /** What was limited: the loss at the stops, or the premium that is paid. */
  readonly by: 'risk' | 'premium';
  /** Of the leg; 0 where one set of the legs was too much. */
  readonly lots: number;
  /** How many sets of the legs were entered. */
  readonly sets: number;
  /** What one set loses or costs, and what is allowed. */
  readonly setPaise: number;
  readonly limitPaise: number;
  /** Most lots of one leg. */
  readonly lotsMax: number;
}

/** One step of a trace. */
export type TraceStep =
  | EvaluatedStep
  | KeptBackStep
  | BranchedStep
  | CommandStep
  | StoodStep
  | LegStep
  | SizedStep
  | LegStoodStep
  | RuleStoodStep;

/** A command, and when it was emitted. */
export type TracedCommand = Pick<CommandStep, 'atMs' | 'command'>;

/** What one run decided, and what it decided by. */
export interface Trace {
  /** Every command of the run, whatever part of it emitted it. */
  readonly commands: readonly TracedCommand[];
  readonly parts: readonly TracedPart[];
  /** In the order in which they happened. */
  readonly steps: readonly TraceStep[];
  /** Steps beyond the bound, which are not kept. */
  readonly dropped: number;
  /** When its rules started; null when it never ran. */
  readonly startedAtMs: number | null;
  /** When its rules ended, as at the exit time; null when they did not. */
  readonly endedAtMs: number | null;
}
