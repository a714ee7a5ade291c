import { type Desk } from './desk.ts';
import { isExit } from './intent.ts';
import { dropWebhooks } from './send-webhooks.ts';

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
export function endWindDown(desk: Desk): void {
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
