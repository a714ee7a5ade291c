import { invariant } from '../../base/invariant.ts';
import { type FactsOf } from '../../notices/notice.ts';
import { clockSetBackText, platformClockText } from '../../notices/process.ts';
import { type Desk, type Telling } from '../desk.ts';
import { type EngineEvent } from '../event.ts';
import { haltAt } from '../halting/halt.ts';
import { isExit } from '../intents/intent.ts';
import { tellUnknownStarts, tellWhatWaits } from '../operator/tell-what-waits.ts';
import { loseAttempt, type LostOutcome } from '../sending/end-attempt.ts';
import { noPrices } from '../watching/wanted-book.ts';
import { isLeftOpen } from '../webhooks/custom-position-book.ts';
import { dropWebhooks } from '../webhooks/send-webhooks.ts';

const LOST: LostOutcome = {
  kind: 'unknown',
  cause: {
    reason: 'connection-lost',
    status: null,
    detail: 'the process ended before the answer came',
  },
};

const NEVER_SENT: LostOutcome = {
  kind: 'rejected',
  rejection: { form: 'not-sent', reason: 'the process ended before a byte of it was sent' },
};

/** Handles a restart of the process: what was under way is lost, and its outcome unknown. */
export function takeRestart(
  desk: Desk,
  { lastAtMs, neverSent }: Extract<EngineEvent, { kind: 'restarted' }>,
): void {
  desk.awayUntilMs = desk.nowMs;
  // Of the process that ended: this one says its own before anything leaves.
  desk.vetoes = [];
  desk.polls.forget();
  desk.quotes.lapse();
  Object.assign(desk.wanted, noPrices());
  desk.histories.forget();
  desk.sources.reopen(desk.nowMs);
  desk.doubts.tagUnderWay = null;
  const awaySeconds = Math.round((desk.nowMs - lastAtMs) / 1000);
  desk.outbox.notice('restarted', null, { awaySeconds });
  tellUnknownStarts(desk);
  const certain = new Set(neverSent ?? []);
  for (const open of desk.attempts.closeAll()) {
    loseAttempt(desk, open, certain.has(open[0]) ? NEVER_SENT : LOST);
  }
  for (const { state } of desk.intents.live()) {
    invariant(state !== 'sending', 'An order waits for an answer that cannot come');
  }
  endWindDown(desk);
  tellWhatWaits(desk);
}

/**
 * Works in that the process stood still. What was seen before says nothing of now: neither entries nor exits leave before
 * the orders were polled again, and starts and signals that waited are given up, for they are never late.
 */
export function takeStall(desk: Desk, fromMs: number): void {
  desk.awayUntilMs = desk.nowMs;
  desk.sources.reopen(desk.nowMs);
  for (const { header } of desk.runs.all()) {
    dropWebhooks(desk, { runId: header.runId }, 'the process stood still before it could leave');
  }
  desk.outbox.notice('stalled', null, { fromMs, toMs: desk.nowMs, ...atRisk(desk) });
}

/** What could have needed a stop or an exit. */
function atRisk(desk: Desk): Pick<FactsOf<'stalled'>, 'legs' | 'positions' | 'ordersAtWork'> {
  const working = [...desk.intents.live()].filter(({ state }) => state !== 'waiting');
  return {
    legs: desk.ledger.open().map(({ leg, contract, position }) => {
      return { leg, units: position.netUnits, symbol: contract.symbol };
    }),
    positions: [...desk.customPositions.all()]
      .filter((custom) => custom.state === 'start-unknown' || isLeftOpen(custom, desk.nowMs))
      .map(({ position }) => position),
    ordersAtWork: working.length,
  };
}

/** The process is to end: from here on nothing leaves that adds risk. Exits, stops and cancels do. */
export function windDown(desk: Pick<Desk, 'isWindingDown' | 'outbox'>): void {
  desk.isWindingDown = true;
  desk.outbox.notice('winding-down', null, {});
}

/**
 * The process runs again. Entries that it held back are judged like any that wait; starts and signals are dropped, since
 * a late one is none that its strategy meant.
 */
function endWindDown(desk: Telling & Pick<Desk, 'isWindingDown' | 'webhooks'>): void {
  desk.isWindingDown = false;
  for (const { header } of desk.runs.all()) {
    dropWebhooks(desk, { runId: header.runId }, 'the program ended before');
  }
}

/**
 * Whether the process can end without leaving a fill of its own unprotected that it could have seen: nothing is under
 * way, no exit waits, and the orders were looked at after the last answer.
 */
export function isSettled(desk: Desk): boolean {
  if (desk.attempts.size > 0) return false;
  const lookedAtMs = desk.polls.state('orders').lastGoodAtMs ?? -Infinity;
  const isLookedAt = lookedAtMs >= Math.max(desk.lastAnswerAtMs, desk.awayUntilMs ?? -Infinity);
  for (const intent of desk.intents.live()) {
    if (isExit(intent) ? intent.state === 'waiting' : !isLookedAt && intent.state !== 'waiting') {
      return false;
    }
  }
  return true;
}

/**
 * The machine's clock went back. Times of today may be wrong by that much in either direction, and only a person can
 * tell which clock was right: no new risk until then. Exits go on by the time that has really passed.
 */
export function takeClockDoubt(desk: Telling & Pick<Desk, 'halt'>, behindMs: number): void {
  const reason = clockSetBackText(behindMs);
  if (haltAt(desk, { state: 'reducing', reason, by: 'clock' })) return;
  desk.outbox.notice('clock-set-back', null, { behindMs });
}

/**
 * Works in how the day's clock stands against the platform's. Ahead of it, what is bound to a time of day would leave early:
 * no new risk until the operator resumes, who may know better. Behind it, exits are late, and only a person can fix that.
 */
export function takePlatformClock(desk: Telling & Pick<Desk, 'halt'>, aheadMs: number): void {
  if (aheadMs === 0) {
    tellAgreement(desk);
    return;
  }
  const reason = platformClockText(aheadMs);
  if (aheadMs > 0 && haltAt(desk, { state: 'reducing', reason, by: 'clock' })) return;
  desk.outbox.notice('platform-clock-differs', null, { aheadMs });
}

function tellAgreement(desk: Pick<Desk, 'halt' | 'outbox'>): void {
  const isHalted = desk.halt.by === 'clock' && desk.halt.state !== 'active';
  desk.outbox.notice('platform-clock-agrees', null, { isHalted });
}
