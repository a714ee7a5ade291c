import { stableJson } from '../../base/json.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Desk, hasCome, type Legs, type Posting, type Telling, type Timed } from '../desk.ts';
import { isCloseRefused, isLeftOpen } from '../webhooks/custom-position-book.ts';
import { refusedClose, uncertain, unknownStarts } from '../webhooks/unknown-starts.ts';
import { type SquareOff } from './square-off-book.ts';
import { isFlat, startSquareOff } from './square-off.ts';

/**
 * Squares off what is intraday before the day's last close, whatever the strategy meant to do later: on short days its
 * exit time may lie after the close, and a broker that closes it instead charges for it.
 */
export function closeIntraday(desk: Timed & Legs & Pick<Desk, 'day' | 'outbox' | 'runs'>): void {
  const closeMs = desk.day.sessions.at(-1)?.endMs;
  if (closeMs === undefined || desk.nowMs >= closeMs) return;
  if (!hasCome(desk, closeMs - desk.limits.intradayEndsBeforeCloseMs)) return;
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
function isIntraday(desk: Pick<Desk, 'intents'>, runId: string, leg: string): boolean {
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
    const held = { units: position.netUnits, symbol: contract.symbol };
    const { carryOvernight } = desk.runs.get(runId).policies;
    const isToConfirm = desk.options.mode === 'live' && carryOvernight === 'confirm';
    const expires = isExpiring(desk, contract);
    desk.outbox.notice('held-at-close', runId, { leg, ...held, isLeft, isToConfirm, expires });
  }
  for (const goal of desk.squareOffs.active()) {
    const { runId, scope, reason, startedAtMs } = goal;
    if (!isNew(desk, ['goal', runId, stableJson(scope), String(startedAtMs)])) continue;
    const expires = onlyExpires(desk, goal);
    desk.outbox.notice('not-squared-off-at-close', runId, { scope, reason, expires });
  }
}

function isExpiring({ day }: Pick<Desk, 'day'>, { expiry }: Contract): boolean {
  return expiry <= day.date;
}

/** It can lose no more than was paid for it. */
function isBoughtOption({ kind }: Contract, netUnits: number): boolean {
  return kind === 'option' && netUnits > 0;
}

/** Whether a square-off leaves nothing but bought options that expire today: one that no one bids for any more cannot be sold. */
function onlyExpires(
  desk: Pick<Desk, 'day' | 'intents' | 'ledger'>,
  { runId, scope }: Pick<SquareOff, 'runId' | 'scope'>,
): boolean {
  const legs = scope === 'all' ? desk.intents.legs(runId) : scope;
  const open = legs
    .flatMap((leg) => desk.ledger.ofLeg(runId, leg))
    .filter(({ position }) => position.netUnits !== 0);
  const isOnly = open.every(
    ({ contract, position }) =>
      isBoughtOption(contract, position.netUnits) && isExpiring(desk, contract),
  );
  return open.length > 0 && isOnly;
}

/**
 * Repeats what has no certain outcome while there is still time to act on it, and at the close: nothing but a person can
 * find out, and the first notice may be hours old.
 */
function noticeUnknown(desk: Posting & Pick<Desk, 'limits' | 'unflatTold'>, closeMs: number): void {
  const unknown = unknownStarts(desk).filter(({ state }) => state === 'unknown');
  const refused = [...desk.customPositions.all()].filter(isCloseRefused);
  if (unknown.length + refused.length === 0) return;
  if (!hasCome(desk, closeMs - desk.limits.unknownNoticeBeforeCloseMs)) return;
  const isClosed = desk.nowMs >= closeMs;
  for (const of of unknown) {
    if (!isNew(desk, ['unknown', String(isClosed), of.name])) continue;
    const about = { ...uncertain(of), sentAtMs: of.sinceMs, closeMs, isClosed };
    desk.outbox.notice('start-unknown-at-close', of.runId, about);
  }
  // At the close they are reported with everything that is open.
  if (isClosed) return;
  for (const custom of refused) {
    const { runId, position } = custom;
    if (!isNew(desk, ['refused', runId, position])) continue;
    desk.outbox.notice('square-off-refused', runId, refusedClose(custom));
  }
}

/** Reports which custom positions stay open. What the platform closes at a time does not count. */
function noticeCustomPositions(desk: Telling & Pick<Desk, 'customPositions' | 'unflatTold'>): void {
  for (const custom of desk.customPositions.all()) {
    if (!isLeftOpen(custom, desk.nowMs)) continue;
    const { runId, position, positionId, isSquareOffWanted, detail } = custom;
    const refused = isCloseRefused(custom) ? refusedClose(custom) : null;
    if (!isNew(desk, ['position', runId, position])) continue;
    const about = { position, positionId, detail, isSquareOffWanted, refused };
    desk.outbox.notice('position-open-at-close', runId, about);
  }
}

function isNew(desk: Pick<Desk, 'unflatTold'>, about: readonly string[]): boolean {
  const key = about.join('\n');
  if (desk.unflatTold.has(key)) return false;
  desk.unflatTold.add(key);
  return true;
}
