import { type Order } from '../model/order.ts';
import { describeFailure, type Outcome } from '../ports/outcome.ts';
import { type Desk } from './desk.ts';
import { observeSome } from './observe-orders.ts';
import { countTagPoll } from './seek-absence.ts';

/** Works in what a look-up of a tag brought. */
export function endTagPoll(
  desk: Desk,
  event: {
    readonly tag: string;
    readonly startedAtMs: number;
    readonly outcome: Outcome<readonly Order[]>;
  },
): void {
  const { tag, startedAtMs, outcome } = event;
  const { doubts } = desk;
  doubts.tagUnderWay = null;
  if (outcome.kind !== 'accepted') {
    noteFailure(desk, tag, describeFailure(outcome));
    return;
  }
  if (outcome.value.length === 0) {
    doubts.hasTagLookUp = true;
    countTagPoll(desk, tag, startedAtMs);
    return;
  }
  const seen = { observedAtMs: desk.nowMs, ageMsMax: desk.nowMs - startedAtMs };
  observeSome(desk, outcome.value, seen);
}

function noteFailure(desk: Desk, tag: string, cause: string): void {
  const { doubts, limits } = desk;
  const doubt = doubts.of(tag);
  if (doubt === undefined) return;
  doubt.tagFailures += 1;
  if (doubts.hasTagLookUp || doubt.tagFailures !== limits.absentPollsMin) return;
  const message = `The look-up by tag never answers: absence rests on the list of all orders alone (${cause})`;
  desk.outbox.notice('warning', doubt.intent.runId, message);
}
