import { istClock } from '../../model/time/ist.ts';
import { type Desk } from '../desk.ts';
import { type Intent, isHeld } from '../intents/intent.ts';
import { isCloseRefused } from '../webhooks/custom-position-book.ts';
import { lookAtPlatform, lookAtRefused, unknownStarts } from '../webhooks/unknown-starts.ts';
import { operatorCommands } from './operator-commands.ts';

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

function tellHalt(desk: Desk): void {
  const { state, reason, by, sinceMs } = desk.halt;
  if (state === 'active') return;
  const since = `since ${istClock(sinceMs)} IST by the ${by}`;
  const message = `The account is still ${state} (${since}): ${reason}. No entries until you resume it: ${inWords(operatorCommands.resume())}`;
  desk.outbox.notice('warning', null, message);
}

function tellLocks(desk: Desk): void {
  for (const { runId, protection, reason } of desk.locks.all()) {
    if (protection !== 'operator') continue;
    const message = `The run is still kept flat: ${reason}. It enters again after: ${inWords(operatorCommands.resume())}`;
    desk.outbox.notice('warning', runId, message);
  }
}

function tellHeldRuns(desk: Desk): void {
  for (const { header, state, detail } of desk.runs.all()) {
    if (state !== 'held') continue;
    const { runId } = header;
    const message = `The run is still held: ${detail}. It waits for you: ${inWords(operatorCommands.release(runId))}`;
    desk.outbox.notice('warning', runId, message);
  }
}

function tellPausedLegs(desk: Desk): void {
  for (const { runId, leg, sinceMs, reason } of desk.foreign.paused()) {
    const message = `Leg "${leg}" is still paused (since ${istClock(sinceMs)} IST): ${reason}. Nothing is sent for it, it waits for you: ${inWords(operatorCommands.unpause(runId))}`;
    desk.outbox.notice('warning', runId, message);
  }
}

function tellRefusedCloses(desk: Desk): void {
  for (const custom of desk.customPositions.all()) {
    if (isCloseRefused(custom)) desk.outbox.notice('critical', custom.runId, lookAtRefused(custom));
  }
}

/** Says again which starts and signals have no certain outcome. Those that this very restart makes unknown are told as they become so. */
export function tellUnknownStarts(desk: Desk): void {
  for (const of of unknownStarts(desk)) {
    if (of.state !== 'unknown') continue;
    const message = `The outcome of "${of.name}" is still unknown. ${lookAtPlatform(of)}`;
    desk.outbox.notice('critical', of.runId, message);
  }
}

function tellHeldEntry(desk: Desk, { tag, runId, order, detail, isResendAsked }: Intent): void {
  const name = `The ${order.role} order of leg "${order.leg}" (${order.contract.symbol}, tag ${tag})`;
  const waits = isResendAsked
    ? `It leaves once you have resolved the others of its command; to give it up: ${inWords(operatorCommands.resolve(tag, ['absent']))}`
    : `It waits for you: ${inWords(operatorCommands.resolve(tag, ['resend', 'absent']))}`;
  const message = `${name} is still held as absent: ${detail}. ${waits}`;
  desk.outbox.notice('warning', runId, message);
}

function inWords(commands: readonly string[]): string {
  return commands.join(', or: ');
}
