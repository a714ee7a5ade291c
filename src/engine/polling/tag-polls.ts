import { type Order } from '../../model/orders/order.ts';
import { startOfIstDay } from '../../model/time/ist.ts';
import { describeFailure, type Outcome } from '../../ports/outcome.ts';
import { type Desk, type Timed } from '../desk.ts';
import { isUnresolved } from '../intents/intent.ts';
import { type Doubt } from '../reconciling/doubt-book.ts';
import { observeSome } from '../reconciling/observe-orders.ts';
import { countTagPoll, isTagLookUpExpected } from '../reconciling/seek-absence.ts';

/** Looks up the tag that has waited longest for it: one at a time, so that the look-ups are spread. */
export function requestTagPolls(desk: Desk): void {
  const { doubts } = desk;
  if (doubts.size === 0 || doubts.tagUnderWay !== null) return;
  const next = nextDoubt(desk);
  if (next === null) return;
  const dueMs = Math.max(dueMsOf(desk, next), doubts.tagPolledAtMs + desk.limits.tagPollSpacingMs);
  if (dueMs > desk.nowMs) {
    desk.wakesAtMs.push(dueMs);
    return;
  }
  if (!areOrdersPolled(desk)) return;
  const { tag } = next.intent;
  next.tagPolledAtMs = desk.nowMs;
  doubts.tagPolledAtMs = desk.nowMs;
  doubts.tagUnderWay = tag;
  const range = { startMs: startOfIstDay(desk.day.date), endMs: desk.dayEndsMs };
  desk.outbox.poll({ subject: 'orders-of-tag', tag, range });
}

function nextDoubt(desk: Desk): Doubt | null {
  let next: Doubt | null = null;
  for (const doubt of desk.doubts.all()) {
    if (!isUnresolved(doubt.intent) || !isTagLookUpExpected(desk, doubt)) continue;
    if (next === null || dueMsOf(desk, doubt) < dueMsOf(desk, next)) next = doubt;
  }
  return next;
}

function dueMsOf({ limits }: Pick<Desk, 'limits'>, { tagPolledAtMs, sinceMs }: Doubt): number {
  return (tagPolledAtMs ?? sinceMs) + limits.tagPollMs;
}

/** Tags are looked up in the hours in which orders are polled while something works. */
function areOrdersPolled({ nowMs, day, limits }: Timed & Pick<Desk, 'day'>): boolean {
  const first = day.sessions.at(0);
  const last = day.sessions.at(-1);
  if (first === undefined || last === undefined) return false;
  return first.startMs - limits.ordersLeadMs <= nowMs && nowMs < last.endMs + limits.ordersTailMs;
}

/** Works in what a look-up of a tag brought. */
export function endTagPoll(
  desk: Desk,
  event: {
    readonly tag: string;
    readonly startedAtMs: number;
    readonly outcome: Outcome<readonly Order[]>;
  },
): void {
  const { tag, startedAtMs, outcome } = event;
  const { doubts } = desk;
  doubts.tagUnderWay = null;
  if (outcome.kind !== 'accepted') {
    noteFailure(desk, tag, describeFailure(outcome));
    return;
  }
  if (outcome.value.length === 0) {
    doubts.hasTagLookUp = true;
    countTagPoll(desk, tag, startedAtMs);
    return;
  }
  const seen = { observedAtMs: desk.nowMs, ageMsMax: desk.nowMs - startedAtMs };
  observeSome(desk, outcome.value, seen);
}

function noteFailure(desk: Desk, tag: string, cause: string): void {
  const { doubts, limits } = desk;
  const doubt = doubts.of(tag);
  if (doubt === undefined) return;
  doubt.tagFailures += 1;
  if (doubts.hasTagLookUp || doubt.tagFailures !== limits.absentPollsMin) return;
  desk.outbox.notice('look-ups-by-tag-fail', doubt.intent.runId, { detail: cause });
}
