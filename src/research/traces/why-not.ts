import { type Command } from '../../model/orders/command.ts';
import {
  type AskedMoment,
  type EvaluatedStep,
  type KeptBack,
  type Trace,
  type TracedCommand,
  type TracedPart,
  type TraceStep,
} from '../../model/runs/trace.ts';
import { describeCommand } from '../../recovery/divergence.ts';
import { missedConditions, type MissedCondition } from './missed-condition.ts';

/**
 * Why a rule did nothing.
 *
 * - acted: it did something.
 * - not-started: its run had not started.
 * - ended: its run's exit time had passed, or the run was over.
 * - not-triggered: what sets it off did not happen.
 * - true-already: its condition was true from before, and it acts when one becomes true.
 * - condition-false, condition-unknown: its condition was false; or something that decides it was not known.
 * - kept-back: it was triggered and its condition was true, but something else held it up.
 * - waiting: its actions were under way and had not come to a command.
 */
export type WhyNotCode =
  | 'acted'
  | 'not-started'
  | 'ended'
  | 'not-triggered'
  | 'true-already'
  | 'condition-false'
  | 'condition-unknown'
  | 'kept-back'
  | 'waiting';

/** A command, and the same in one line. */
export interface DoneCommand {
  readonly atMs: number;
  readonly command: Command;
  readonly description: string;
}

/** An answer to why a rule or a leg did nothing at a moment. */
export interface WhyNotAnswer extends AskedMoment {
  readonly part: TracedPart;
  readonly code: WhyNotCode;
  /** What of its conditions was missed; empty where they are not the reason. */
  readonly missed: readonly MissedCondition[];
  /** Whether any of `missed` would have been enough, as of an `or`. */
  readonly isAnyEnough: boolean;
  /** The instant at which `missed` was so: of the last evaluation, or the end of the moment. */
  readonly seenAtMs: number | null;
  readonly keptBack: { readonly why: KeptBack; readonly names: readonly string[] } | null;
  /** What it did in the moment; empty where nothing. */
  readonly did: readonly DoneCommand[];
  /** Its last trigger up to the end of the moment; null where there was none. */
  readonly triggeredAtMs: number | null;
  /** When it acted last before the moment, and first after it. */
  readonly actedBeforeMs: number | null;
  readonly actedAfterMs: number | null;
  /** When its run's rules started and ended; null where they did not. */
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
}

type Reason = Pick<WhyNotAnswer, 'code'> &
  Partial<Pick<WhyNotAnswer, 'missed' | 'isAnyEnough' | 'seenAtMs' | 'keptBack'>>;

/** Answers from a trace that was made for the moment: its `stood` steps show how conditions stood at the end of it. */
export function whyNot(trace: Trace, part: number, moment: AskedMoment): WhyNotAnswer | null {
  const of = trace.parts[part];
  if (of === undefined) return null;
  const steps = withoutReports(trace.steps.filter((step) => step.part === part));
  const commands = steps.filter((step) => step.kind === 'command');
  const triggers = steps.filter(isTrigger);
  const reason = reasonOf({ trace, steps, moment });
  const before = commands.findLast(({ atMs }) => atMs < moment.fromMs);
  const after = commands.find(({ atMs }) => atMs >= moment.untilMs);
  const triggered = triggers.findLast(({ atMs }) => atMs < moment.untilMs);
  return {
    ...moment,
    part: of,
    ...{ missed: [], isAnyEnough: false, seenAtMs: null, keptBack: null },
    ...reason,
    did: commands.filter((step) => isIn(step, moment)).map(doneCommand),
    triggeredAtMs: triggered?.lastAtMs ?? null,
    actedBeforeMs: before?.atMs ?? null,
    actedAfterMs: after?.atMs ?? null,
    startedAtMs: trace.startedAtMs,
    endedAtMs: trace.endedAtMs,
  };
}

/** An alert that only says why an action does nothing is not what the rule was to do. */
function withoutReports(steps: readonly TraceStep[]): readonly TraceStep[] {
  return steps.filter((step, place) => {
    const before = steps[place - 1];
    const isReport = step.kind === 'command' && step.command.kind === 'alert';
    return !(isReport && before?.kind === 'kept-back' && before.atMs === step.atMs);
  });
}

/** A command of a trace, described. */
export function doneCommand({ atMs, command }: TracedCommand): DoneCommand {
  return { atMs, command, description: describeCommand(command) };
}

interface Asked {
  readonly trace: Trace;
  readonly steps: readonly TraceStep[];
  readonly moment: AskedMoment;
}

function reasonOf(asked: Asked): Reason {
  const { trace, steps, moment } = asked;
  const { startedAtMs, endedAtMs } = trace;
  if (steps.some((step) => step.kind === 'command' && isIn(step, moment))) return { code: 'acted' };
  if (startedAtMs === null || startedAtMs >= moment.untilMs) return { code: 'not-started' };
  if (endedAtMs !== null && endedAtMs < moment.fromMs) return { code: 'ended' };
  return keptBackIn(asked) ?? evaluatedIn(asked) ?? untriggered(asked);
}

/** The last thing in the moment that kept it back, whatever it evaluated to besides. */
function keptBackIn({ steps, moment }: Asked): Reason | null {
  for (const step of steps.filter((one) => isIn(one, moment)).toReversed()) {
    const seenAtMs = step.atMs;
    if (step.kind === 'kept-back') {
      return { code: 'kept-back', keptBack: { why: step.why, names: step.names }, seenAtMs };
    }
    if (step.kind === 'evaluated' && step.keptBack !== null) {
      return { code: 'kept-back', keptBack: { why: step.keptBack, names: [] }, seenAtMs };
    }
  }
  return null;
}

/** What its `if` came to when it was triggered in the moment. */
function evaluatedIn({ steps, moment }: Asked): Reason | null {
  const step = steps.findLast(
    (one): one is EvaluatedStep => one.kind === 'evaluated' && one.of === 'if' && isIn(one, moment),
  );
  if (step === undefined) return null;
  if (step.result === true) return { code: 'waiting', seenAtMs: step.atMs };
  return missing(step.condition, step.atMs);
}

function untriggered({ steps, moment }: Asked): Reason {
  const atMs = moment.untilMs - 1;
  const becomes = stoodOf(steps, 'becomes');
  if (becomes === null) return { ...missing(stoodOf(steps, 'if'), atMs), code: 'not-triggered' };
  return becomes.result === true
    ? { code: 'true-already', seenAtMs: atMs }
    : missing(becomes, atMs);
}

function missing(condition: EvaluatedStep['condition'], seenAtMs: number): Reason {
  const code = condition?.result === null ? 'condition-unknown' : 'condition-false';
  if (condition === null) return { code };
  const missed = missedConditions(condition);
  const isAnyEnough = condition.joins === 'or' && missed.length > 1;
  return { code, missed, isAnyEnough, seenAtMs };
}

function stoodOf(steps: readonly TraceStep[], of: EvaluatedStep['of']): EvaluatedStep['condition'] {
  const step = steps.findLast((one) => one.kind === 'stood' && one.of === of);
  return step?.kind === 'stood' ? step.condition : null;
}

function isTrigger(step: TraceStep): step is EvaluatedStep {
  return step.kind === 'evaluated' && step.of === 'if';
}

/** Evaluations of different sides of the moment are never one step. */
function isIn({ atMs }: TraceStep, { fromMs, untilMs }: AskedMoment): boolean {
  return atMs >= fromMs && atMs < untilMs;
}
