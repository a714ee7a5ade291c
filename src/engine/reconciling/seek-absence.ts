import { invariant } from '../../base/invariant.ts';
import { type Desk } from '../desk.ts';
import { isUnresolved } from '../intents/intent.ts';
import { writeOff } from '../intents/write-off.ts';
import { type Doubt } from './doubt-book.ts';

/** How much longer than the longest lag seen an order is sought. */
const LAG_FACTOR = 3;

/**
 * Lets time pass for the orders that are looked for: a look began, whatever it brings. Of the time between two looks no
 * more counts than they are apart when all is well: a clock that jumps forwards, a sleep or a downtime proves nothing of
 * an order that is still on its way.
 */
export function passTime(desk: Desk, startedAtMs: number, looks = 1): void {
  for (const doubt of desk.doubts.all()) {
    if (doubt.lastLookAtMs === null || startedAtMs <= doubt.lastLookAtMs) continue;
    const passedMs = startedAtMs - doubt.lastLookAtMs;
    doubt.watchedMs += Math.min(passedMs, looks * desk.limits.ordersIdlePollMs);
    doubt.lastLookAtMs = startedAtMs;
  }
}

/** Counts a clean poll of all orders for those that it did not show, and writes off what is proven absent. */
export function countOrdersPoll(desk: Desk, startedAtMs: number): void {
  desk.doubts.lastCleanAtMs = Math.max(desk.doubts.lastCleanAtMs, startedAtMs);
  for (const doubt of [...desk.doubts.all()]) {
    if (startedAtMs <= doubt.sinceMs) continue;
    doubt.ordersPolls += 1;
    doubt.lastLookAtMs ??= startedAtMs;
    conclude(desk, doubt, startedAtMs);
  }
}

/** Counts clean polls that were left out because they would have shown what the last one did. None can prove anything. */
export function countLeftOut(desk: Desk, polls: number, lastAtMs: number): void {
  desk.doubts.lastCleanAtMs = Math.max(desk.doubts.lastCleanAtMs, lastAtMs);
  invariant(polls > 0 && lastAtMs <= desk.nowMs, 'Polls that were not due count as evidence');
  passTime(desk, lastAtMs, polls);
  for (const doubt of desk.doubts.all()) {
    if (lastAtMs <= doubt.sinceMs) continue;
    doubt.ordersPolls += polls;
    doubt.lastLookAtMs ??= lastAtMs;
  }
}

/**
 * When polls may prove an order absent at the earliest; Infinity when there is none to prove, -Infinity while too few
 * polls have looked for one.
 */
export function firstProofMs(desk: Pick<Desk, 'doubts' | 'limits'>): number {
  let firstMs = Infinity;
  for (const { intent, ordersPolls, watchedMs, lastLookAtMs } of desk.doubts.all()) {
    if (!isUnresolved(intent)) continue;
    if (lastLookAtMs === null || ordersPolls < desk.limits.absentPollsMin) return -Infinity;
    firstMs = Math.min(firstMs, lastLookAtMs + quietMs(desk) - watchedMs);
  }
  return firstMs;
}

/** Counts a look-up of a tag that found nothing. */
export function countTagPoll(desk: Desk, tag: string, startedAtMs: number): void {
  const doubt = desk.doubts.of(tag);
  if (doubt === undefined || startedAtMs <= doubt.sinceMs) return;
  doubt.tagPolls += 1;
  doubt.lastLookAtMs ??= startedAtMs;
  conclude(desk, doubt, startedAtMs);
}

/** How long an order must be missing before it is absent: longer than any that came was ever late. */
export function quietMs({ doubts, limits }: Pick<Desk, 'doubts' | 'limits'>): number {
  return Math.max(limits.ordersQuietMs, LAG_FACTOR * doubts.longestLagMs);
}

/** Whether the look-up by tag can be counted on: one that has never answered is not waited for without end. */
export function isTagLookUpExpected({ doubts, limits }: Desk, doubt: Doubt): boolean {
  return doubts.hasTagLookUp || doubt.tagFailures < limits.absentPollsMin;
}

function conclude(desk: Desk, doubt: Doubt, startedAtMs: number): void {
  const { intent } = doubt;
  if (!isUnresolved(intent) || !isProven(desk, doubt, startedAtMs)) return;
  if (!isShown(desk, intent.tag)) writeOff(desk, doubt);
}

function isProven(desk: Desk, doubt: Doubt, startedAtMs: number): boolean {
  const { ordersPolls, tagPolls, watchedMs, lastLookAtMs } = doubt;
  const { absentPollsMin } = desk.limits;
  // A slow look shows how things were when it began, however many others have begun since.
  const sinceMs = Math.max(0, (lastLookAtMs ?? startedAtMs) - startedAtMs);
  if (watchedMs - sinceMs < quietMs(desk)) return false;
  if (ordersPolls + tagPolls < absentPollsMin) return false;
  if (!isTagLookUpExpected(desk, doubt)) return true;
  // Two witnesses, neither of which may be a single glance.
  return Math.min(ordersPolls, tagPolls) >= Math.floor(absentPollsMin / 2);
}

/** A record that carries the tag of another contract's intent is no order of it, but no absence either. */
function isShown(desk: Pick<Desk, 'orders'>, tag: string): boolean {
  for (const order of desk.orders.all()) if (order.tag === tag) return true;
  return false;
}
