import {
  type AskedMoment,
  type LegStep,
  type LegStoodStep,
  type Trace,
  type TracedCommand,
  type TraceStep,
} from '../../model/runs/trace.ts';
import { isInScope } from '../../model/orders/command.ts';
import { type EngineSquareOff } from '../../day/why/engine-square-offs.ts';
import { missedConditions } from './missed-condition.ts';
import { type WhyNotAnswer } from './why-not-answer.ts';

type LegReason = Pick<WhyNotAnswer, 'code'> &
  Partial<
    Pick<WhyNotAnswer, 'missed' | 'isAnyEnough' | 'exits' | 'seenAtMs' | 'detail' | 'closedBy'>
  >;

/** How a leg stood all through a gap. */
export interface LegBefore {
  readonly stood: LegStoodStep;
  /** When the gap began. */
  readonly fromMs: number;
}

interface AskedLeg {
  readonly trace: Trace;
  /** Of the leg, in order. */
  readonly steps: readonly TraceStep[];
  readonly moment: AskedMoment;
  /** What closed legs of its run besides its strategy. */
  readonly squareOffs: readonly EngineSquareOff[];
  /** Of a leg that is looked at after a gap; null where it is not, or where that is not known. */
  readonly before: LegBefore | null;
}

/** How a leg stood in a moment in which nothing was done about it: what it waited for, or what had become of it. */
export function legReason(asked: AskedLeg): LegReason {
  const { steps, moment } = asked;
  const happened = steps.filter((step) => step.kind === 'leg' && step.atMs < moment.untilMs);
  const turn = happened.findLast((step): step is LegStep => isOneOf(step, ['opened', 'closed']));
  if (turn?.event === 'opened') return openReason(asked, turn);
  const entry = entryReason(asked, happened.findLast(isTurnOrTrouble));
  return entry ?? flatReason(asked, happened, turn);
}

/** Its entry is under way: it waits for a price, or an order follows all that happened before. */
function entryReason(asked: AskedLeg, since: TraceStep | undefined): LegReason | null {
  const awaits = (stoodOf(asked.steps) ?? asked.before?.stood)?.awaits ?? null;
  if (awaits !== null) {
    return { code: 'awaiting-price', detail: awaits, seenAtMs: asked.moment.untilMs - 1 };
  }
  const entry = enteringSince(asked, since);
  return entry === null ? null : { code: 'entering', seenAtMs: entry.atMs };
}

function flatReason(
  asked: AskedLeg,
  happened: readonly TraceStep[],
  turn: LegStep | undefined,
): LegReason {
  const trouble = happened.findLast((step): step is LegStep => isEntryTrouble(step));
  if (trouble !== undefined && trouble.atMs > (turn?.atMs ?? -Infinity)) {
    return { code: 'kept-back-entry', detail: trouble.detail, seenAtMs: trouble.atMs };
  }
  return turn === undefined ? notEntered(asked) : closedReason(asked, turn);
}

function isTurnOrTrouble(step: TraceStep): boolean {
  return isOneOf(step, ['opened', 'closed']) || isEntryTrouble(step);
}

/** The last entry that was ordered after a step; null where there is none. */
function enteringSince(
  { trace, steps, moment }: AskedLeg,
  since: TraceStep | undefined,
): TraceStep | null {
  const later = since === undefined ? steps : steps.slice(steps.indexOf(since) + 1);
  return later.findLast((step) => step.atMs < moment.untilMs && isEntry(step, trace)) ?? null;
}

function isEntry(step: TraceStep, { parts }: Trace): boolean {
  if (step.kind !== 'command' || step.command.kind !== 'place') return false;
  const leg = parts[step.part]?.name;
  return step.command.orders.some((order) => order.leg === leg && order.role === 'entry');
}

function stoodOf(steps: readonly TraceStep[]): LegStoodStep | undefined {
  return steps.findLast((step): step is LegStoodStep => step.kind === 'leg-stood');
}

function isOneOf(step: TraceStep, events: readonly LegStep['event'][]): boolean {
  return step.kind === 'leg' && events.includes(step.event);
}

/** What keeps a flat leg flat. A stop that is rejected is another matter. */
function isEntryTrouble(step: TraceStep): boolean {
  const isRefused = isOneOf(step, ['refused']);
  return isRefused || (step.kind === 'leg' && step.event === 'rejected' && step.role === 'entry');
}

function openReason(asked: AskedLeg, opened: LegStep): LegReason {
  const { moment } = asked;
  const open = { code: 'open', ...exitsOf(asked, opened) } as const;
  return { ...open, ...closingSince(asked, opened.atMs, moment.untilMs) };
}

type ShownExits = Required<Pick<LegReason, 'exits' | 'missed' | 'isAnyEnough' | 'seenAtMs'>>;

/** What closes a leg that has been open since a step. What was shown before that is of an earlier position. */
function exitsOf({ steps, moment, before }: AskedLeg, opened: LegStep): ShownExits {
  const seenAtMs = moment.untilMs - 1;
  const stood = stoodOf(steps);
  if (stood !== undefined) return exitsShown(stood, { exits: 'shown', seenAtMs });
  const known = before !== null && opened.atMs <= before.stood.atMs ? exitsBefore(before) : null;
  return known ?? { exits: 'not-known', missed: [], isAnyEnough: false, seenAtMs };
}

/** What closes a leg, as its run knew it before a gap; null where it was flat. */
export function exitsBefore({ stood, fromMs }: LegBefore): ShownExits | null {
  if (stood.netUnits === 0) return null;
  return exitsShown(stood, { exits: 'before-gap', seenAtMs: fromMs });
}

function exitsShown(
  { exits }: LegStoodStep,
  how: Pick<ShownExits, 'exits' | 'seenAtMs'>,
): ShownExits {
  const missed = exits.flatMap((exit) => missedConditions(exit));
  return { ...how, missed, isAnyEnough: missed.length > 1 };
}

/** What besides its strategy, and before it, had the leg closed; of several the first. */
function closingSince(
  { trace, steps, squareOffs }: AskedLeg,
  fromMs: number,
  untilMs: number,
): Pick<LegReason, 'detail' | 'closedBy'> | null {
  const isIn = ({ atMs }: { readonly atMs: number }): boolean => atMs >= fromMs && atMs <= untilMs;
  const leg = trace.parts[steps[0]?.part ?? -1]?.name ?? '';
  const by = squareOffs.find((of) => isIn(of) && isInScope(leg, of.scope));
  const own = steps.find((step) => isIn(step) && isSquareOff(step));
  if (by === undefined || (own !== undefined && own.atMs < by.atMs)) return null;
  const { origin, atMs, reason } = by;
  return { detail: reason, closedBy: { origin, atMs } };
}

function isSquareOff(step: TraceStep): boolean {
  return step.kind === 'command' && step.command.kind === 'squareOff';
}

/** Closed by the fill of its stop, by another than its strategy, or by what this sent last about it. */
function closedReason(asked: AskedLeg, closed: LegStep): LegReason {
  const before = asked.steps.filter((step) => step.atMs <= closed.atMs);
  const opened = before.findLast((step) => isOneOf(step, ['opened']));
  const fill = before.findLast((step) => step.kind === 'leg' && step.event === 'filled');
  const isByStop = fill?.kind === 'leg' && fill.role === 'stop';
  const result = { code: 'closed', seenAtMs: closed.atMs } as const;
  if (isByStop) return { ...result, detail: 'stop' };
  const by = closingSince(asked, opened?.atMs ?? 0, closed.atMs);
  return { ...result, ...(by ?? { detail: squareOffReason(before) }) };
}

function squareOffReason(steps: readonly TraceStep[]): string | null {
  const step = steps.findLast((one) => one.kind === 'command' && one.command.kind === 'squareOff');
  if (step?.kind !== 'command' || step.command.kind !== 'squareOff') return null;
  return step.command.reason;
}

/** Its entry is still to come, or the run said why there was none. */
function notEntered({ trace, moment }: AskedLeg): LegReason {
  // Alerts of rules are about other things.
  if (trace.parts.some(({ kind }) => kind === 'rule')) return { code: 'not-triggered' };
  const said = trace.commands.findLast((one) => isAlert(one) && one.atMs < moment.untilMs);
  if (said?.command.kind !== 'alert') return { code: 'not-triggered' };
  return { code: 'no-entry', detail: said.command.message, seenAtMs: said.atMs };
}

function isAlert({ command }: TracedCommand): boolean {
  return command.kind === 'alert';
}
