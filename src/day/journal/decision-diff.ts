import type { TimedCommand } from '../../ports/run-host.ts';
import { type Command, type LegOrder } from '../../model/orders/command.ts';
import { describeCommand, isSameCommand } from '../../recovery/divergence.ts';

/** One decision that differs. */
export type DecisionChange =
  | { readonly kind: 'added'; readonly atMs: number; readonly command: string }
  | { readonly kind: 'removed'; readonly atMs: number; readonly command: string }
  | {
      /** The same at another time. */
      readonly kind: 'moved';
      readonly fromMs: number;
      readonly atMs: number;
      readonly command: string;
    }
  | {
      /** The same in another quantity, or on other terms: another trigger, another limit. */
      readonly kind: 'resized' | 'repriced';
      readonly atMs: number;
      readonly from: string;
      readonly command: string;
    };

/** A recorded command may be recorded this long after it was decided: the process was busy, or it was late. */
const SAME_TIME_MS = 1_000;

/** When a process came to what was due at an instant: at once, or later where it stood still or did something else first. */
type CameTo = (dueAtMs: number) => number;

/**
 * What a list of decisions has that a recorded one has not, and the other way round, in order of time. A replay decides when
 * something is due; `cameTo` says when the recorded process came to that. @default at once
 */
export function diffDecisions(
  recorded: readonly TimedCommand[],
  replayed: readonly TimedCommand[],
  cameTo: CameTo = (dueAtMs) => dueAtMs,
): readonly DecisionChange[] {
  const left = new Set(recorded);
  const changes: DecisionChange[] = [];
  let added = [...replayed];
  for (const pair of [isUnchanged, isMoved, isResized, isRepriced]) {
    added = added.filter((decided) => {
      const before = [...left].find((candidate) => pair(candidate, decided, cameTo));
      if (before === undefined) return true;
      left.delete(before);
      const change = changeOf(before, decided, cameTo);
      if (change !== null) changes.push(change);
      return false;
    });
  }
  for (const { atMs, command } of added) {
    changes.push({ kind: 'added', atMs, command: describeCommand(command) });
  }
  for (const { atMs, command } of left) {
    changes.push({ kind: 'removed', atMs, command: describeCommand(command) });
  }
  return changes.sort((one, other) => one.atMs - other.atMs);
}

function changeOf(
  before: TimedCommand,
  after: TimedCommand,
  cameTo: CameTo,
): DecisionChange | null {
  const command = describeCommand(after.command);
  if (!isSameCommand(before.command, after.command)) {
    const kind = isResized(before, after, cameTo) ? 'resized' : 'repriced';
    return { kind, atMs: after.atMs, from: describeCommand(before.command), command };
  }
  if (isSameTime(before, after, cameTo)) return null;
  return { kind: 'moved', fromMs: before.atMs, atMs: after.atMs, command };
}

function isUnchanged(before: TimedCommand, after: TimedCommand, cameTo: CameTo): boolean {
  return isSameTime(before, after, cameTo) && isSameCommand(before.command, after.command);
}

function isMoved(before: TimedCommand, after: TimedCommand): boolean {
  return isSameCommand(before.command, after.command);
}

function isResized(before: TimedCommand, after: TimedCommand, cameTo: CameTo): boolean {
  return isSameBut({ quantityUnits: 0 }, [before, after], cameTo);
}

function isRepriced(before: TimedCommand, after: TimedCommand, cameTo: CameTo): boolean {
  return isSameBut({ terms: NO_TERMS }, [before, after], cameTo);
}

const NO_TERMS: LegOrder['terms'] = { kind: 'marketable', bufferPercent: null };

function isSameBut(
  part: Partial<LegOrder>,
  [before, after]: readonly [TimedCommand, TimedCommand],
  cameTo: CameTo,
): boolean {
  return (
    isSameTime(before, after, cameTo) &&
    isSameCommand(withOrdersOf(before.command, part), withOrdersOf(after.command, part))
  );
}

function isSameTime(before: TimedCommand, after: TimedCommand, cameTo: CameTo): boolean {
  const lateMs = before.atMs - cameTo(after.atMs);
  return lateMs <= SAME_TIME_MS && before.atMs >= after.atMs - SAME_TIME_MS;
}

function withOrdersOf(command: Command, part: Partial<LegOrder>): Command {
  if (command.kind !== 'place') return command;
  return { ...command, orders: command.orders.map((order) => ({ ...order, ...part })) };
}
