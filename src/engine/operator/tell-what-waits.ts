import { namedOrder } from '../../notices/named-order.ts';
import { type Desk } from '../desk.ts';
import { isHeld } from '../intents/intent.ts';
import { isCloseRefused } from '../webhooks/custom-position-book.ts';
import { openQuestions } from './questions.ts';
import { refusedClose, uncertain, unknownStarts } from '../webhooks/unknown-starts.ts';

/** Tells once more, with its commands, all that waits for the operator: who reads on after a restart has not seen it. */
export function tellWhatWaits(desk: Desk): void {
  const { outbox, halt } = desk;
  if (halt.state !== 'active') outbox.notice('still-halted', null, halt);
  tellLocks(desk);
  for (const { header, state, detail } of desk.runs.all()) {
    if (state === 'held') outbox.notice('run-still-held', header.runId, { detail });
  }
  for (const { runId, leg, sinceMs, cause, reason } of desk.foreign.paused()) {
    if (cause === 'carried') outbox.notice('carried-still-not-confirmed', runId, { leg, reason });
    else outbox.notice('leg-still-paused', runId, { leg, sinceMs, reason });
  }
  for (const { runId, question, message } of openQuestions(desk)) {
    outbox.notice('question-still-open', runId, { question, message });
  }
  for (const custom of [...desk.customPositions.all()].filter(isCloseRefused)) {
    outbox.notice('square-off-refused', custom.runId, refusedClose(custom));
  }
  for (const intent of Array.from(desk.doubts.all(), (doubt) => doubt.intent).filter(isHeld)) {
    const { tag, runId, order, detail, isResendAsked } = intent;
    const about = { ...namedOrder(order), tag, detail, isResendAsked };
    outbox.notice('entry-still-held', runId, about);
  }
}

/** Those of the operator: a limit's ends by itself. */
function tellLocks({ locks, outbox }: Desk): void {
  for (const { runId, protection, reason } of locks.all()) {
    if (protection === 'operator') outbox.notice('run-still-kept-flat', runId, { reason });
    if (protection === 'pause') outbox.notice('entries-still-paused', runId, { reason });
  }
}

/** Reports again which starts and signals are unknown, apart from those that this restart makes unknown. */
export function tellUnknownStarts(desk: Desk): void {
  for (const of of unknownStarts(desk)) {
    if (of.state !== 'unknown') continue;
    desk.outbox.notice('start-still-unknown', of.runId, uncertain(of));
  }
}
