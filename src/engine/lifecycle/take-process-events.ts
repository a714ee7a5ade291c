import { counted } from '../../base/counted.ts';
import { istClock } from '../../model/time/ist.ts';
import { type Desk } from '../desk.ts';
import { type EngineEvent } from '../event.ts';
import { haltAt } from '../halting/halt.ts';
import { isExit } from '../intents/intent.ts';
import { operatorCommands } from '../operator/operator-commands.ts';
import { tellUnknownStarts, tellWhatWaits } from '../operator/tell-what-waits.ts';
import { loseAttempt, type LostOutcome } from '../sending/end-attempt.ts';
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

/** Works in that the process began anew: what was under way is lost, and what it came to is unknown. */
export function takeRestart(
  desk: Desk,
  { lastAtMs, neverSent }: Extract<EngineEvent, { kind: 'restarted' }>,
): void {
  desk.awayUntilMs = desk.nowMs;
  desk.polls.forget();
  desk.histories.forget();
  desk.doubts.tagUnderWay = null;
  const seconds = String(Math.round((desk.nowMs - lastAtMs) / 1000));
  desk.outbox.notice('warning', null, `The process was started again after ${seconds} s`);
  tellUnknownStarts(desk);
  const certain = new Set(neverSent ?? []);
  for (const open of desk.attempts.closeAll()) {
    loseAttempt(desk, open, certain.has(open[0]) ? NEVER_SENT : LOST);
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
  for (const { header } of desk.runs.all()) {
    dropWebhooks(desk, { runId: header.runId }, 'the process stood still before it could leave');
  }
  const risk = atRisk(desk);
  const meanwhile =
    risk.length === 0
      ? 'Nothing was held and no order worked'
      : `Meanwhile no stop, exit or square-off could leave for what was held: ${risk.join(', ')}`;
  const seconds = ((desk.nowMs - fromMs) / 1000).toFixed(1);
  const between = `from ${istClock(fromMs)} to ${istClock(desk.nowMs)} IST`;
  const message = `The process stood still for ${seconds} s (${between}): it was stopped, or the machine slept, had too much to do, or had its clock set forward. ${meanwhile}. The orders are polled before anything leaves`;
  desk.outbox.notice(risk.length === 0 ? 'warning' : 'critical', null, message);
}

/** What could have needed a stop or an exit, for people; empty when there was nothing. */
function atRisk(desk: Desk): readonly string[] {
  const legs = desk.ledger.open().map(({ leg, contract, position }) => {
    return `leg "${leg}" ${String(position.netUnits)} units of ${contract.symbol}`;
  });
  const positions = [...desk.customPositions.all()]
    .filter((custom) => custom.state === 'start-unknown' || isLeftOpen(custom, desk.nowMs))
    .map(({ position }) => `custom position "${position}"`);
  const working = [...desk.intents.live()].filter(({ state }) => state !== 'waiting');
  const orders = working.length === 0 ? [] : [`${counted(working.length, 'order')} at work`];
  return [...legs, ...positions, ...orders];
}

/** The process is to end: from here on nothing leaves that adds risk. Exits, stops and cancels do. */
export function windDown(desk: Desk): void {
  desk.isWindingDown = true;
  desk.outbox.notice(
    'info',
    null,
    'The program ends: no entry, no start and no signal leaves any more; exits and stops of what still fills do',
  );
}

/**
 * The process runs again. Entries that it held back are judged like any that wait; starts and signals are dropped, since
 * a late one is none that its strategy meant.
 */
function endWindDown(desk: Desk): void {
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
export function takeClockDoubt(desk: Desk, behindMs: number): void {
  const seconds = (behindMs / 1000).toFixed(1);
  const reason = `the machine's clock is ${seconds} s behind the time of this day: it was set back, or was ahead before`;
  if (haltAt(desk, { state: 'reducing', reason, by: 'clock' })) return;
  desk.outbox.notice('critical', null, `The time is in doubt: ${reason}`);
}

/**
 * Works in how the day's clock stands against the platform's. Ahead of it, what is bound to a time of day would leave early:
 * no new risk until the operator resumes, who may know better. Behind it, exits are late, and only a person can mend that.
 */
export function takePlatformClock(desk: Desk, aheadMs: number): void {
  if (aheadMs === 0) {
    tellAgreement(desk);
    return;
  }
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  const way = aheadMs > 0 ? 'ahead of' : 'behind';
  const differs = `the clock of this day is at least ${seconds} s ${way} the platform's, by the Date of its answers`;
  // A day never goes back: only time in which no program runs brings it into step.
  const restart =
    aheadMs > 0 ? `, then restart the program and leave it down for ${seconds} s` : '';
  const reason = `${differs}; set the machine's clock (chrony or ntpd)${restart}`;
  if (aheadMs > 0 && haltAt(desk, { state: 'reducing', reason, by: 'clock' })) return;
  const consequence =
    aheadMs > 0
      ? 'What is bound to a time of day, exits too, comes too early by as much'
      : 'What is bound to a time of day, exits and square-offs too, comes too late by as much';
  desk.outbox.notice('critical', null, `The time is in doubt: ${reason}. ${consequence}`);
}

function tellAgreement(desk: Desk): void {
  const isHeld = desk.halt.by === 'clock' && desk.halt.state !== 'active';
  const next = isHeld ? `; entries again after: ${operatorCommands.resume().join()}` : '';
  const message = `The clock of this day agrees with the platform's again${next}`;
  desk.outbox.notice(isHeld ? 'warning' : 'info', null, message);
}
