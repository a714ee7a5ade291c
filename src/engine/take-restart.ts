import { type Desk } from './desk.ts';
import { type LostOutcome, loseAttempt } from './end-attempt.ts';
import { type EngineEvent } from './event.ts';
import { tellUnknownStarts, tellWhatWaits } from './tell-what-waits.ts';
import { endWindDown } from './wind-down.ts';

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
