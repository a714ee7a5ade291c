import { counted } from '../../base/counted.ts';
import { describeFailure, type Outcome } from '../../ports/outcome.ts';
import { type Desk, type Timed, type Telling } from '../desk.ts';
import { type EngineEvent } from '../event.ts';
import { type HistoryRequest } from './history-book.ts';
import { watchedHistories } from './watched-symbols.ts';

/** How long a request is tried: strategies wait for it, and hold their bars back. */
const TRIED_FOR_MS = 30_000;
/** From a failed try to the next; doubled each time. */
const RETRY_MS = 1_000;
const RETRY_MS_MAX = 8_000;

type HistoryEnded = Extract<EngineEvent, { kind: 'poll-ended'; subject: 'history' }>;

/** Asks for the bars of the past that runs want, and shows each run the answer once. */
export function requestHistories(desk: Desk, event: EngineEvent): void {
  for (const { runId, asked } of watchedHistories(desk)) {
    const request = desk.histories.of(asked);
    request.answer ??= drive(desk, request);
    if (request.answer === null || request.told.has(runId)) continue;
    if (event.kind === 'operator-asked') {
      // A run that is being adopted takes inputs from the next step on.
      desk.wakesAtMs.push(desk.nowMs);
      continue;
    }
    request.told.add(runId);
    const { answer } = request;
    desk.outbox.deliver(runId, { kind: 'history-observed', atMs: desk.nowMs, asked, answer });
  }
}

/** Works in what a request brought. One that was given up meanwhile stays so: its runs went on without. */
export function endHistory(desk: Desk, { asked, outcome }: HistoryEnded): void {
  const request = desk.histories.of(asked);
  request.isUnderWay = false;
  if (request.answer !== null) return;
  if (outcome.kind === 'accepted') {
    request.answer = { bars: outcome.value, failure: null };
    return;
  }
  request.lastFailure = describeFailure(outcome);
  if (isFinal(outcome)) request.answer = { bars: [], failure: request.lastFailure };
  else request.dueAtMs = desk.nowMs + Math.min(RETRY_MS * 2 ** (request.tries - 1), RETRY_MS_MAX);
}

/** The source has none: asking again would bring the same. */
function isFinal(outcome: Exclude<Outcome<unknown>, { kind: 'accepted' }>): boolean {
  return outcome.kind === 'rejected' && outcome.rejection.form === 'refused-by-mode';
}

/** Tries when it is due, and gives up in the end: then it returns the answer that there is none. */
function drive(desk: Timed & Telling, request: HistoryRequest): HistoryRequest['answer'] {
  const { nowMs } = desk;
  const endMs = (request.triedFromMs ?? Infinity) + TRIED_FOR_MS;
  if (nowMs >= endMs) return { bars: [], failure: whyGivenUp(request) };
  if (!request.isUnderWay && nowMs >= request.dueAtMs) {
    request.triedFromMs ??= nowMs;
    request.tries += 1;
    request.isUnderWay = true;
    desk.outbox.poll({ subject: 'history', asked: request.asked });
  }
  const nextMs = request.isUnderWay ? Infinity : request.dueAtMs;
  desk.wakesAtMs.push(Math.min(nextMs, (request.triedFromMs ?? Infinity) + TRIED_FOR_MS));
  return null;
}

function whyGivenUp({ tries, lastFailure }: HistoryRequest): string {
  const last = lastFailure ?? 'no answer';
  return `${last} (given up after ${counted(tries, 'request')} in ${String(TRIED_FOR_MS / 1000)} s)`;
}
