import { counted } from '../base/counted.ts';
import { type QuotesAhead } from '../model/coming-quotes.ts';
import { type PollSubject } from '../model/input.ts';
import { type Seen } from '../model/order-event.ts';
import { type OrdersObservation } from '../ports/orders.ts';
import { describeFailure, type Outcome } from '../ports/outcome.ts';
import { type Desk } from './desk.ts';
import { endTagPoll } from './end-tag-poll.ts';
import { type EngineEvent } from './event.ts';
import { holdPolls, nextMinuteMs, quotesAhead } from './held-polls.ts';
import { noticeVanished } from './notice-foreign.ts';
import { observeContracts, observeQuotes } from './observe-market.ts';
import { observeOrders } from './observe-orders.ts';
import { type PollState } from './poll-book.ts';
import { type PollHold } from './poll-hold.ts';
import { judgePoll } from './poll-quality.ts';
import { countOrdersPoll } from './seek-absence.ts';
import { wantsContracts } from './watched-symbols.ts';

/** However long no poll can leave for want of a session: whether that is still so is asked again. */
const NOT_BEFORE_MS_MAX = 30_000;

type PollEnded = Extract<EngineEvent, { kind: 'poll-ended' }>;

/** Works in what a poll brought. */
export function endPoll(desk: Desk, event: PollEnded): void {
  if (event.subject === 'orders-of-tag') {
    endTagPoll(desk, event);
    return;
  }
  const underlying = event.subject === 'contracts' ? event.underlying : '';
  const state = desk.polls.state(event.subject, underlying);
  state.isUnderWay = false;
  state.notBeforeMs = notBeforeMs(desk, event.outcome);
  if (event.outcome.kind !== 'accepted') {
    noteFailure(desk, { subject: event.subject, underlying, state }, event.outcome);
    return;
  }
  state.lastReadAtMs = Math.max(state.lastReadAtMs ?? -Infinity, event.startedAtMs);
  if (event.subject === 'orders') {
    endOrdersPoll(desk, { ...event, observation: event.outcome.value, state });
    holdPolls(desk, state, { startedAtMs: event.startedAtMs, untilMs: holdsUntilMs(event) });
    return;
  }
  noteSuccess(desk, { subject: event.subject, underlying, state }, event.startedAtMs);
  const seen: Seen = { observedAtMs: desk.nowMs, ageMsMax: desk.nowMs - event.startedAtMs };
  switch (event.subject) {
    case 'contracts': {
      const { contracts, malformed } = event.outcome.value;
      noteMalformed(desk, { state, what: `contracts of ${underlying}` }, malformed);
      observeContracts(desk, { underlying, contracts, seen });
      break;
    }
    case 'quotes': {
      const known = noteComing(desk, event, state);
      observeQuotes(desk, event.outcome.value, { seen, coming: state.coming, ...known });
      break;
    }
  }
}

/** When the next poll may leave, where this one could not: one that would be answered the same way is of no use. */
function notBeforeMs({ nowMs }: Desk, outcome: Outcome<unknown>): number {
  if (outcome.kind !== 'rejected' || outcome.rejection.form !== 'not-sent') return -Infinity;
  const { retryAtMs = -Infinity } = outcome.rejection;
  return Math.min(retryAtMs, nowMs + NOT_BEFORE_MS_MAX);
}

/** Notes what is known of polls to come, and returns what runs are told of it. */
function noteComing(
  desk: Desk,
  event: Extract<PollEnded, { subject: 'quotes' }>,
  state: PollState,
): { readonly repeats: PollHold | null; readonly ahead: QuotesAhead | null } {
  state.coming = event.coming ?? null;
  const repeats = holdQuotes(desk, event, state);
  const ahead = quotesAhead(desk, state);
  state.foreseenUntilMs = ahead?.untilMs ?? Infinity;
  return { repeats, ahead };
}

/** Some poll of each minute is made in any case: runs are told every price in it. */
function holdQuotes(desk: Desk, event: PollEnded, state: PollState): PollHold | null {
  const untilMs = Math.min(holdsUntilMs(event), nextMinuteMs(desk.nowMs));
  return holdPolls(desk, state, { startedAtMs: event.startedAtMs, untilMs });
}

function holdsUntilMs({ holdsUntilMs: untilMs }: PollEnded): number {
  return untilMs ?? -Infinity;
}

/** A list that may hide orders is worked in, but nothing rests on it: it does not count as a good poll. */
function endOrdersPoll(
  desk: Desk,
  poll: {
    readonly startedAtMs: number;
    readonly observation: OrdersObservation;
    readonly state: PollState;
  },
): void {
  const { startedAtMs, observation, state } = poll;
  const last = observation.isUnchanged ? desk.polls.ordersQuality : null;
  const quality = last ?? judgePoll(desk.polls.ordersList, observation);
  desk.polls.ordersList = quality.memory;
  desk.polls.ordersQuality = quality;
  if (quality.isClean) noteSuccess(desk, { subject: 'orders', underlying: '', state }, startedAtMs);
  noteMalformed(desk, { state, what: 'orders' }, observation.malformed);
  const seen: Seen = { observedAtMs: desk.nowMs, ageMsMax: desk.nowMs - startedAtMs };
  observeOrders(desk, observation, seen);
  const isNews = !observation.isUnchanged || desk.listWatch.hasGaps;
  if (isNews && observation.malformed.length === 0) noticeVanished(desk, observation.orders);
  // After the sightings: what is left in doubt is what this poll did not show.
  if (quality.isClean) countOrdersPoll(desk, startedAtMs);
}

interface Poll {
  readonly subject: PollSubject;
  readonly underlying: string;
  readonly state: PollState;
}

function noteSuccess(desk: Desk, poll: Poll, startedAtMs: number): void {
  const { state } = poll;
  state.lastGoodAtMs = Math.max(state.lastGoodAtMs ?? -Infinity, startedAtMs);
  if (!state.isFailing) return;
  state.isFailing = false;
  desk.outbox.notice('info', null, `Polls of ${nameOf(poll)} succeed again`);
}

function noteFailure(
  desk: Desk,
  poll: Poll,
  outcome: Exclude<Outcome<unknown>, { kind: 'accepted' }>,
): void {
  const { subject, underlying, state } = poll;
  const cause = describeFailure(outcome);
  if (!state.isFailing) {
    const stale = 'entries are blocked once the data is stale, exits are not';
    desk.outbox.notice('warning', null, `Poll of ${nameOf(poll)} failed (${stale}): ${cause}`);
  }
  state.isFailing = true;
  for (const run of desk.runs.running()) {
    if (subject === 'contracts' && !wantsContracts(run.watches, underlying)) continue;
    const { lastGoodAtMs } = state;
    const input = { kind: 'poll-failed', atMs: desk.nowMs, subject, cause, lastGoodAtMs } as const;
    desk.outbox.deliver(run.header.runId, input);
  }
}

function noteMalformed(
  desk: Desk,
  poll: { readonly state: PollState; readonly what: string },
  malformed: readonly { readonly index: number; readonly problem: string }[],
): void {
  const { state, what } = poll;
  if (malformed.length === state.malformed) return;
  state.malformed = malformed.length;
  const [first] = malformed;
  if (first === undefined) {
    desk.outbox.notice('info', null, `All records of ${what} can be read again`);
    return;
  }
  // An order that cannot be read may be ours: entries wait until all can be.
  const isOrders = state === desk.polls.state('orders');
  const consequence = isOrders ? '; they may be ours, entries are blocked' : '';
  const message = `${counted(malformed.length, 'record')} of ${what} cannot be read; the first is number ${String(first.index)}: ${first.problem}${consequence}`;
  desk.outbox.notice(isOrders ? 'critical' : 'warning', null, message);
}

function nameOf({ subject, underlying }: Poll): string {
  return underlying === '' ? subject : `${subject} of ${underlying}`;
}
