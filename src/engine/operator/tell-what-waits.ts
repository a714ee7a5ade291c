import { namedOrder } from '../../notices/named-order.ts';
import { type Desk, type Telling } from '../desk.ts';
import { type Intent, isHeld } from '../intents/intent.ts';
import { isCloseRefused } from '../webhooks/custom-position-book.ts';
import { refusedClose, uncertain, unknownStarts } from '../webhooks/unknown-starts.ts';

/** Tells once more, with its commands, all that waits for the operator: who reads on after a restart has not seen it. */
export function tellWhatWaits(desk: Desk): void {
  tellHalt(desk);
  tellLocks(desk);
  tellHeldRuns(desk);
  tellPausedLegs(desk);
  tellRefusedCloses(desk);
  for (const { intent } of desk.doubts.all()) {
    if (isHeld(intent)) tellHeldEntry(desk, intent);
  }
}

function tellHalt(desk: Pick<Desk, 'halt' | 'outbox'>): void {
  if (desk.halt.state !== 'active') desk.outbox.notice('still-halted', null, desk.halt);
}

function tellLocks(desk: Pick<Desk, 'locks' | 'outbox'>): void {
  for (const { runId, protection, reason } of desk.locks.all()) {
    if (protection !== 'operator') continue;
    desk.outbox.notice('run-still-kept-flat', runId, { reason });
  }
}

function tellHeldRuns(desk: Telling): void {
  for (const { header, state, detail } of desk.runs.all()) {
    if (state !== 'held') continue;
    desk.outbox.notice('run-still-held', header.runId, { detail });
  }
}

function tellPausedLegs(desk: Pick<Desk, 'foreign' | 'outbox'>): void {
  for (const { runId, leg, sinceMs, reason } of desk.foreign.paused()) {
    desk.outbox.notice('leg-still-paused', runId, { leg, sinceMs, reason });
  }
}

function tellRefusedCloses(desk: Pick<Desk, 'customPositions' | 'outbox'>): void {
  for (const custom of desk.customPositions.all()) {
    if (!isCloseRefused(custom)) continue;
    desk.outbox.notice('square-off-refused', custom.runId, refusedClose(custom));
  }
}

/** Reports again which starts and signals are unknown, apart from those that this restart makes unknown. */
export function tellUnknownStarts(desk: Desk): void {
  for (const of of unknownStarts(desk)) {
    if (of.state !== 'unknown') continue;
    desk.outbox.notice('start-still-unknown', of.runId, uncertain(of));
  }
}

function tellHeldEntry(desk: Desk, { tag, runId, order, detail, isResendAsked }: Intent): void {
  const about = { ...namedOrder(order), tag, detail, isResendAsked };
  desk.outbox.notice('entry-still-held', runId, about);
}
