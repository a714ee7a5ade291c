import {
  type AskedMoment,
  type EvaluatedStep,
  type LegStep,
  type Trace,
  type TracedCommand,
  type TracedPart,
  type TraceStep,
} from '../../model/runs/trace.ts';
import { describeCommand } from '../../recovery/divergence.ts';
import { type DayGap } from '../../day/why/day-gaps.ts';
import { type EngineSquareOff } from '../../day/why/engine-square-offs.ts';
import { missedConditions } from './missed-condition.ts';
import {
  type AskedGap,
  type DoneCommand,
  type FoundAfter,
  type WhyNotAnswer,
} from './why-not-answer.ts';
import { exitsBefore, type LegBefore, legReason } from './why-not-leg.ts';

type Reason = Pick<WhyNotAnswer, 'code'> &
  Partial<
    Pick<
      WhyNotAnswer,
      'missed' | 'isAnyEnough' | 'exits' | 'seenAtMs' | 'keptBack' | 'detail' | 'closedBy'
    >
  >;

/** What of a run an answer is made from. */
export interface TracedFacts {
  /** Made for the moment: its `stood` steps show how conditions stood at the end of it. */
  readonly trace: Trace;
  /** When the record of its day ends; null where there is none. */
  readonly recordedUntilMs: number | null;
  /** What closed legs of the run besides its strategy. */
  readonly squareOffs: readonly EngineSquareOff[];
  /** When its program decided nothing. */
  readonly gaps: readonly DayGap[];
}

/** Why a part of a run did nothing at a moment; null where it has no such part. */
export function whyNot(facts: TracedFacts, part: number, moment: AskedMoment): WhyNotAnswer | null {
  const { trace } = facts;
  const of = trace.parts[part];
  if (of === undefined) return null;
  const own = trace.steps.filter((step) => step.part === part);
  const steps = withoutReports(own.map((step) => asDecided(step, facts.gaps)));
  const commands = steps.filter((step) => step.kind === 'command');
  const triggers = steps.filter(isTrigger);
  const asked = { ...facts, of, steps, moment, before: null };
  const gap = gapOf(asked);
  const before = commands.findLast(({ atMs }) => atMs < moment.fromMs);
  const after = commands.find(({ atMs }) => atMs >= moment.untilMs);
  const triggered = triggers.findLast(({ atMs }) => atMs < moment.untilMs);
  return {
    ...moment,
    part: of,
    ...whole(isAllOf(gap) ? downReason(asked, gap) : reasonOf(asked), asked),
    gap,
    triggeredAtMs: triggered?.lastAtMs ?? null,
    actedBeforeMs: before?.atMs ?? null,
    actedAfterMs: after?.atMs ?? null,
    startedAtMs: trace.startedAtMs,
    endedAtMs: trace.endedAtMs,
  };
}

function whole(reason: Reason, { steps, moment }: Asked): FoundAfter {
  const commands = steps.filter((step) => step.kind === 'command');
  return {
    ...{ missed: [], isAnyEnough: false, exits: null, seenAtMs: null },
    ...{ keptBack: null, detail: null, closedBy: null },
    ...reason,
    did: commands.filter((step) => isIn(step, moment)).map(doneCommand),
  };
}

/** Nothing was decided; a leg had its stops and targets all the same. */
function downReason({ steps }: Asked, gap: DayGap): Reason {
  const before = legBefore(steps, gap);
  return { code: 'program-down', ...(before === null ? null : exitsBefore(before)) };
}

function legBefore(steps: readonly TraceStep[], { fromMs }: DayGap): LegBefore | null {
  const stood = steps.find((step) => step.kind === 'leg-stood');
  return stood === undefined ? null : { stood, fromMs };
}

/** What is late is worked in, and what needs prices has them, in so long. */
const BACK_MS = 60_000;

/** The last gap that the moment reaches into. Where it is all of the moment, with what was found after it. */
function gapOf(asked: Asked): AskedGap | null {
  const { gaps, moment, steps, trace } = asked;
  const { fromMs, untilMs } = moment;
  const gap = gaps.findLast((of) => of.fromMs < untilMs && of.untilMs > fromMs);
  if (gap === undefined) return null;
  const isAll = gap.fromMs <= fromMs && untilMs <= gap.untilMs;
  const { startedAtMs, endedAtMs } = trace;
  const isOfRun = startedAtMs !== null && startedAtMs < fromMs && (endedAtMs ?? Infinity) >= fromMs;
  if (!isAll || !isOfRun) return { ...gap, found: null };
  const back = { fromMs: gap.untilMs, untilMs: gap.untilMs + BACK_MS };
  const later = steps.filter((step) => !isStood(step));
  const after = { ...asked, moment: back, steps: later, before: legBefore(steps, gap) };
  return { ...gap, found: whole(reasonOf(after), after) };
}

/** What was due in a gap was decided after it, though by its own time. */
function asDecided(step: TraceStep, gaps: readonly DayGap[]): TraceStep {
  const gap = gaps.find(({ fromMs, untilMs }) => fromMs < step.atMs && step.atMs < untilMs);
  if (gap === undefined || isStood(step)) return step;
  const { untilMs: atMs } = gap;
  return step.kind === 'evaluated'
    ? { ...step, atMs, lastAtMs: Math.max(atMs, step.lastAtMs) }
    : { ...step, atMs };
}

function isAllOf(gap: AskedGap | null): gap is AskedGap {
  return gap !== null && gap.found !== null;
}

/** Steps that show how things stood at the end of the moment that was asked about. */
function isStood({ kind }: TraceStep): boolean {
  return kind === 'stood' || kind === 'rule-stood' || kind === 'leg-stood';
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

interface Asked extends TracedFacts {
  readonly of: TracedPart;
  readonly steps: readonly TraceStep[];
  readonly moment: AskedMoment;
  /** Of a leg, where this is what was found after a gap. */
  readonly before: LegBefore | null;
}

function reasonOf(asked: Asked): Reason {
  const { trace, steps, moment, recordedUntilMs } = asked;
  const { startedAtMs, endedAtMs } = trace;
  const done = steps.filter((step) => step.kind === 'command').filter((step) => isIn(step, moment));
  if (done.length > 0) return refusedIn(done, trace) ?? { code: 'acted' };
  if (startedAtMs === null || startedAtMs >= moment.untilMs) return { code: 'not-started' };
  const isToCome = endedAtMs === null && moment.fromMs > (recordedUntilMs ?? Infinity);
  if (isToCome) return { code: 'not-recorded', seenAtMs: recordedUntilMs };
  const isOver = endedAtMs !== null && endedAtMs < moment.fromMs;
  return REASONS[asked.of.kind](asked, isOver);
}

/** Why every order of the commands was refused before it left; null where one left, or something else was done. */
function refusedIn(done: readonly TracedCommand[], trace: Trace): Reason | null {
  const reasons = done.flatMap(({ atMs, command }) => {
    if (command.kind !== 'place') return [null];
    return command.orders.map(({ leg }) => refusalOf(leg, atMs, trace));
  });
  const [first] = reasons;
  if (first === undefined || first === null || reasons.includes(null)) return null;
  return { code: 'refused', seenAtMs: first.atMs, detail: first.detail };
}

/** The refusal of an order of a leg that was placed at an instant; null where there was none. */
function refusalOf(leg: string, placedAtMs: number, { parts, steps }: Trace): LegStep | null {
  const isOf = (step: TraceStep): step is LegStep =>
    step.kind === 'leg' && parts[step.part]?.name === leg && parts[step.part]?.kind === 'leg';
  const next = steps.filter(isOf).find(({ atMs }) => atMs >= placedAtMs);
  return next?.event === 'refused' ? next : null;
}

const ENDED: Reason = { code: 'ended' };

const REASONS: Readonly<Record<TracedPart['kind'], (asked: Asked, isOver: boolean) => Reason>> = {
  leg: (asked, isOver) => {
    const reason = legReason(asked);
    // What became of it later its run was not shown.
    return isOver && reason.code === 'open' ? { ...reason, ...ENDED, missed: [] } : reason;
  },
  condition: (asked, isOver) => (isOver ? ENDED : checkedIn(asked)),
  rule: (asked, isOver) =>
    isOver
      ? ENDED
      : (keptBackIn(asked) ?? evaluatedIn(asked) ?? underWayIn(asked) ?? untriggered(asked)),
};

/** The last thing in the moment that kept it back, whatever it evaluated to besides. */
function keptBackIn({ steps, moment }: Asked): Reason | null {
  for (const step of steps.filter((one) => isIn(one, moment)).toReversed()) {
    const seenAtMs = step.atMs;
    if (step.kind === 'kept-back') {
      return { code: 'kept-back', keptBack: { why: step.why, names: step.names }, seenAtMs };
    }
    if (step.kind === 'branched' && step.taken === null && step.action !== 'wait') {
      const { conditions } = step;
      const why = step.action === 'choose' ? 'no-branch' : 'no-round';
      const missed = conditions.flatMap((condition) => missedConditions(condition));
      const isAnyEnough = conditions.length > 1;
      return { code: 'kept-back', keptBack: { why, names: [] }, missed, isAnyEnough, seenAtMs };
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

/** How a condition of code came out in the moment: once true is enough. */
function checkedIn({ steps, moment }: Asked): Reason {
  const checks = steps.filter(isTrigger).filter(({ atMs }) => atMs < moment.untilMs);
  const within = checks.filter((step) => isIn(step, moment));
  const passed = within.find(({ result }) => result === true);
  if (passed !== undefined) return { code: 'was-true', seenAtMs: passed.atMs };
  const last = within.at(-1);
  if (last !== undefined) return missing(last.condition, last.atMs);
  const before = checks.at(-1);
  return before === undefined
    ? { code: 'not-checked' }
    : { ...missing(before.condition, before.lastAtMs), code: 'not-checked' };
}

/** Its actions waited when the moment ended, and nothing set it off anew. */
function underWayIn({ steps }: Asked): Reason | null {
  const step = steps.find((one) => one.kind === 'rule-stood');
  return step === undefined ? null : { code: 'waiting', seenAtMs: step.sinceMs };
}

function untriggered({ steps, moment }: Asked): Reason {
  const atMs = moment.untilMs - 1;
  const becomes = stoodOf(steps, 'becomes');
  if (becomes === null) return { ...missing(stoodOf(steps, 'if'), atMs), code: 'not-triggered' };
  if (becomes.result !== true) return missing(becomes, atMs);
  const before = steps.findLast(
    (step): step is EvaluatedStep =>
      step.kind === 'evaluated' &&
      step.of === 'becomes' &&
      step.result !== true &&
      step.atMs < moment.untilMs,
  );
  return before?.result === null
    ? { ...missing(before.condition, before.lastAtMs), code: 'true-after-unknown' }
    : { code: 'true-already', seenAtMs: atMs };
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

/** Whether a step is in the moment. No step counts evaluations both inside and outside of it. */
function isIn({ atMs }: TraceStep, { fromMs, untilMs }: AskedMoment): boolean {
  return atMs >= fromMs && atMs < untilMs;
}
