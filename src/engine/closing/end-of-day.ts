import { istClock } from '../../model/time/ist.ts';
import { type Desk } from '../desk.ts';
import { isCloseRefused, isLeftOpen } from '../webhooks/custom-position-book.ts';
import { lookAtPlatform, lookAtRefused, unknownStarts } from '../webhooks/unknown-starts.ts';
import { inWords, isFlat, startSquareOff } from './square-off.ts';

/**
 * Squares off what is intraday before the day's last close, whatever the strategy meant to do later: on short days its
 * exit time may lie after the close, and a broker that closes it instead charges for it.
 */
export function closeIntraday(desk: Desk): void {
  const closeMs = desk.day.sessions.at(-1)?.endMs;
  if (closeMs === undefined || desk.nowMs >= closeMs) return;
  const dueMs = closeMs - desk.limits.intradayEndsBeforeCloseMs;
  if (desk.nowMs < dueMs) {
    desk.wakesAtMs.push(dueMs);
    return;
  }
  for (const { header } of desk.runs.all()) {
    const { runId } = header;
    const scope = desk.intents
      .legs(runId)
      .filter((leg) => isIntraday(desk, runId, leg) && !isFlat(desk, runId, leg));
    if (scope.length === 0) continue;
    const reason = 'intraday positions end before the close';
    startSquareOff(desk, { runId, scope, reason, origin: 'day-end' });
  }
}

/** Whether a leg was entered for the day only. */
function isIntraday(desk: Desk, runId: string, leg: string): boolean {
  const intents = desk.intents.ofLeg(runId, leg);
  return intents.some(({ order }) => order.role === 'entry' && order.product === 'intraday');
}

/**
 * Says of all that is not flat after the day's last close, once, whenever it comes to light: the clock may have jumped
 * over the close, a goal may be set too late, and a fill may be seen only afterwards.
 */
export function noticeUnflat(desk: Desk): void {
  const closeMs = desk.day.sessions.at(-1)?.endMs;
  if (closeMs === undefined) return;
  noticeUnknown(desk, closeMs);
  if (desk.nowMs < closeMs) return;
  noticeCustomPositions(desk);
  for (const { runId, leg, contract, position } of desk.ledger.open()) {
    if (!isNew(desk, ['leg', runId, leg, contract.symbol])) continue;
    const isLeft = isIntraday(desk, runId, leg) || desk.squareOffs.covers(runId, leg);
    const severity = isLeft ? 'critical' : 'info';
    const carried = isLeft ? '' : ', carried forward';
    const message = `At the close leg "${leg}" holds ${String(position.netUnits)} units of ${contract.symbol}${carried}`;
    desk.outbox.notice(severity, runId, message);
  }
  noticeGoals(desk);
}

function noticeGoals(desk: Desk): void {
  for (const goal of desk.squareOffs.active()) {
    const { runId, reason, startedAtMs } = goal;
    if (!isNew(desk, ['goal', runId, inWords(goal), String(startedAtMs)])) continue;
    const message = `Not squared off at the close: ${inWords(goal)} (${reason})`;
    desk.outbox.notice('critical', runId, message);
  }
}

/**
 * Repeats what has no certain outcome while there is still time to act on it, and at the close: nothing but a person can
 * find out, and the first notice may be hours old.
 */
function noticeUnknown(desk: Desk, closeMs: number): void {
  const unknown = unknownStarts(desk).filter(({ state }) => state === 'unknown');
  const refused = [...desk.customPositions.all()].filter(isCloseRefused);
  if (unknown.length + refused.length === 0) return;
  const warnMs = closeMs - desk.limits.unknownNoticeBeforeCloseMs;
  if (desk.nowMs < warnMs) {
    desk.wakesAtMs.push(warnMs);
    return;
  }
  const isClosed = desk.nowMs >= closeMs;
  const when = isClosed ? 'at the close' : `before the close at ${istClock(closeMs)} IST`;
  for (const of of unknown) {
    if (!isNew(desk, ['unknown', String(isClosed), of.name])) continue;
    const message = `The outcome of "${of.name}", sent at ${istClock(of.sinceMs)} IST, is still unknown ${when}. ${lookAtPlatform(of)}`;
    desk.outbox.notice('critical', of.runId, message);
  }
  // At the close they are told with all that is open.
  if (isClosed) return;
  for (const custom of refused) {
    const { runId, position } = custom;
    if (!isNew(desk, ['refused', runId, position])) continue;
    desk.outbox.notice('critical', runId, lookAtRefused(custom));
  }
}

/** Says which custom positions are left to themselves. What the platform was told to close at a time is not. */
function noticeCustomPositions(desk: Desk): void {
  for (const custom of desk.customPositions.all()) {
    if (!isLeftOpen(custom, desk.nowMs)) continue;
    const { runId, position, positionId, isSquareOffWanted } = custom;
    const isRefused = isCloseRefused(custom);
    const why = isRefused ? lookAtRefused(custom) : custom.detail;
    if (!isNew(desk, ['position', runId, position])) continue;
    const id = positionId ?? 'unknown';
    const message = `At the close custom position "${position}" (identifier ${id}) is still open: ${why}`;
    desk.outbox.notice(isSquareOffWanted || isRefused ? 'critical' : 'warning', runId, message);
  }
}

function isNew(desk: Desk, about: readonly string[]): boolean {
  const key = about.join('\n');
  if (desk.unflatTold.has(key)) return false;
  desk.unflatTold.add(key);
  return true;
}
