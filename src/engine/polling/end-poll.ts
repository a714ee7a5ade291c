import { invariant } from '../../base/invariant.ts';
import { type Seen } from '../../model/orders/order.ts';
import { type PollSubject } from '../../model/runs/input.ts';
import { type MalformedRecord, type OrdersObservation } from '../../ports/orders.ts';
import { describeFailure, type Outcome } from '../../ports/outcome.ts';
import { compareListed } from '../carrying/watch-carried.ts';
import { type Desk, type Timed, type Telling, type Legs } from '../desk.ts';
import { type EngineEvent } from '../event.ts';
import { noticeVanished, observeOrders } from '../reconciling/observe-orders.ts';
import { countOrdersPoll, passTime } from '../reconciling/seek-absence.ts';
import { observeContracts } from '../watching/observe-market.ts';
import { endHistory } from '../watching/request-history.ts';
import { takeQuotes } from '../watching/wanted-prices.ts';
import { wantsContracts } from '../watching/watched-symbols.ts';
import { holdPolls } from './held-polls.ts';
import { type PollState } from './poll-book.ts';
import { judgePoll, type PollQuality } from './poll-quality.ts';
import {
  describeMalformed,
  keyOfMalformed,
  othersIn,
  type SortedMalformed,
  sortMalformed,
} from './sort-malformed.ts';
import { endTagPoll } from './tag-polls.ts';

/** However long no poll can leave without a session: whether that is still so is checked again. */
const NOT_BEFORE_MS_MAX = 30_000;

type PollEnded = Extract<EngineEvent, { kind: 'poll-ended' }>;

/** Works in what a poll brought. */
export function endPoll(desk: Desk, event: PollEnded): void {
  invariant(event.startedAtMs <= desk.nowMs, 'A poll proves what was after its answer');
  passTime(desk, event.startedAtMs);
  if (event.subject === 'orders-of-tag') {
    endTagPoll(desk, event);
    return;
  }
  if (event.subject === 'history') {
    endHistory(desk, event);
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
  state.blind.take('', desk.nowMs);
  state.lastReadAtMs = Math.max(state.lastReadAtMs ?? -Infinity, event.startedAtMs);
  if (event.subject === 'orders') {
    endOrdersPoll(desk, { ...event, observation: event.outcome.value, state });
    const { startedAtMs, holdsUntilMs: untilMs = -Infinity } = event;
    holdPolls(desk, state, { startedAtMs, untilMs });
    return;
  }
  noteSuccess(desk, { subject: event.subject, underlying, state }, event.startedAtMs);
  const seen: Seen = { observedAtMs: desk.nowMs, ageMsMax: desk.nowMs - event.startedAtMs };
  switch (event.subject) {
    case 'contracts': {
      const { contracts, malformed } = event.outcome.value;
      tellMalformed(desk, { state, underlying }, malformed);
      observeContracts(desk, { underlying, contracts, seen });
      compareListed(desk, underlying, malformed.length === 0);
      break;
    }
    case 'quotes':
      takeQuotes(desk, event, event.outcome);
      break;
  }
}

/** When the next poll may leave, where this one could not: one that would be answered the same way is of no use. */
function notBeforeMs({ nowMs }: Pick<Desk, 'nowMs'>, outcome: Outcome<unknown>): number {
  if (outcome.kind !== 'rejected' || outcome.rejection.form !== 'not-sent') return -Infinity;
  const { retryAtMs = -Infinity } = outcome.rejection;
  return Math.min(retryAtMs, nowMs + NOT_BEFORE_MS_MAX);
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
  const sorted = sortMalformed(desk, observation.malformed);
  const quality = qualityOf(desk, observation, sorted);
  desk.polls.ordersList = quality.memory;
  desk.polls.ordersQuality = quality;
  state.failure = null;
  if (quality.isClean) noteSuccess(desk, { subject: 'orders', underlying: '', state }, startedAtMs);
  tellUnclean(desk, { state, quality, key: keyOfMalformed(sorted.doubtful) });
  tellOthers(desk, state, sorted.others);
  const seen: Seen = { observedAtMs: desk.nowMs, ageMsMax: desk.nowMs - startedAtMs };
  observeOrders(desk, observation, seen);
  const isNews = !observation.isUnchanged || desk.listWatch.hasGaps;
  // Orders of others that cannot be read are in the list all the same.
  const isWhole = sorted.doubtful.length === 0 && sorted.others.every(isNamed);
  if (isNews && isWhole) {
    const { orders } = observation;
    noticeVanished(desk, sorted.others.length === 0 ? orders : [...orders, ...sorted.others]);
  }
  // After the sightings: what is left in doubt is what this poll did not show.
  if (quality.isClean) countOrdersPoll(desk, startedAtMs);
}

interface Poll {
  readonly subject: PollSubject;
  readonly underlying: string;
  readonly state: PollState;
}

function noteSuccess(desk: Pick<Desk, 'outbox'>, poll: Poll, startedAtMs: number): void {
  const { state } = poll;
  state.lastGoodAtMs = Math.max(state.lastGoodAtMs ?? -Infinity, startedAtMs);
  state.failure = null;
  if (!state.isFailing) return;
  state.isFailing = false;
  const { subject, underlying } = poll;
  desk.outbox.notice('polls-succeed-again', null, { subject, underlying });
}

function noteFailure(
  desk: Telling & Legs,
  poll: Poll,
  outcome: Exclude<Outcome<unknown>, { kind: 'accepted' }>,
): void {
  const { subject, underlying, state } = poll;
  const cause = describeFailure(outcome);
  state.failure = cause;
  tellFailure(desk, poll, outcome);
  state.isFailing = true;
  for (const run of desk.runs.running()) {
    if (subject === 'contracts' && !wantsContracts(run.watches, underlying)) continue;
    const { lastGoodAtMs } = state;
    const input = { kind: 'poll-failed', atMs: desk.nowMs, subject, cause, lastGoodAtMs } as const;
    desk.outbox.deliver(run.header.runId, input);
  }
}

/**
 * Reported when polls begin to fail: as critical, and again while it lasts, where a position is open and no exit can leave.
 * The current positions decide, not those of its start.
 */
function tellFailure(
  desk: Telling & Pick<Desk, 'intents' | 'ledger'>,
  poll: Poll,
  outcome: Exclude<Outcome<unknown>, { kind: 'accepted' }>,
): void {
  const { subject, underlying, state } = poll;
  const isBlind = subject === 'orders' && cannotLeave(outcome) && hasRisk(desk);
  const telling = state.blind.take(isBlind ? 'blind' : '', desk.nowMs);
  const isCritical = telling !== null && telling.kind !== 'ends';
  if (state.isFailing && !isCritical) return;
  const failed = { subject, underlying, detail: describeFailure(outcome), isBlind: isCritical };
  desk.outbox.notice('poll-failed', null, failed);
}

function cannotLeave(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'rejected' && outcome.rejection.form === 'not-sent';
}

function hasRisk({ ledger, intents }: Pick<Desk, 'intents' | 'ledger'>): boolean {
  return ledger.open().length > 0 || intents.hasLive;
}

function qualityOf(
  desk: Pick<Desk, 'orders' | 'polls'>,
  observation: OrdersObservation,
  { doubtful, others }: SortedMalformed,
): PollQuality {
  const { orders, malformed, isUnchanged } = observation;
  const last = desk.polls.ordersQuality;
  // Whose a record is may show later, so that only a list without such says the same twice.
  if (isUnchanged && malformed.length === 0 && last !== null) return last;
  const spoiledBy =
    doubtful.length === 0 ? null : `${describeMalformed(doubtful)}; it may be an order of ours`;
  const { ordersList, ordersListed } = desk.polls;
  ordersListed.take(orders);
  return judgePoll(ordersList, {
    orders,
    ordersCount: ordersListed.ids.size,
    spoiledBy,
    ...othersIn(desk, observation, others),
  });
}

/** A list that proves nothing is reported at once where a record spoils it; else when it blocks entries. */
function tellUnclean(
  desk: Timed & Telling,
  {
    state,
    quality,
    key,
  }: { readonly state: PollState; readonly quality: PollQuality; readonly key: string },
): void {
  const { doubt, isClean, why } = quality;
  const ageMs = desk.nowMs - (state.lastGoodAtMs ?? -Infinity);
  const isBlocking = doubt === 'spoilt' || ageMs > desk.limits.ordersAgeMsMax;
  const trouble = isClean || !isBlocking ? '' : `${doubt}\n${key}`;
  const telling = state.unclean.take(trouble, desk.nowMs, doubt);
  if (telling === null) return;
  if (telling.kind === 'ends') {
    desk.outbox.notice('order-list-reliable', null, { polls: telling.times });
    return;
  }
  desk.outbox.notice('order-list-doubtful', null, {
    doubt,
    detail: why,
    polls: telling.times,
    isFirst: telling.kind === 'begins',
  });
}

function tellOthers(desk: Desk, state: PollState, others: readonly MalformedRecord[]): void {
  const telling = state.others.take(keyOfMalformed(others), desk.nowMs);
  if (telling === null) return;
  if (telling.kind === 'ends') {
    desk.outbox.notice('order-records-readable', null, {});
    return;
  }
  const strangers = others.filter(({ isCopy }) => isCopy !== true);
  if (strangers.length === 0) {
    desk.outbox.notice('order-records-doubled', null, { records: describeMalformed(others) });
  } else {
    desk.outbox.notice('order-records-skipped', null, { records: describeMalformed(strangers) });
  }
}

function isNamed<Of extends { readonly orderId?: string }>(
  record: Of,
): record is Of & { readonly orderId: string } {
  return record.orderId !== undefined;
}

/** Contracts that can be read are used all the same: one bad record takes no other with it. */
function tellMalformed(
  desk: Pick<Desk, 'nowMs' | 'outbox'>,
  { state, underlying }: Pick<Poll, 'state' | 'underlying'>,
  malformed: readonly { readonly index: number; readonly problem: string }[],
): void {
  const [first] = malformed;
  const key = first === undefined ? '' : [malformed.length, first.index, first.problem].join('\n');
  const telling = state.unclean.take(key, desk.nowMs);
  if (telling === null) return;
  if (telling.kind === 'ends' || first === undefined) {
    desk.outbox.notice('contracts-readable', null, { underlying });
    return;
  }
  const { index, problem } = first;
  const records = malformed.length;
  desk.outbox.notice('contracts-skipped', null, { underlying, records, index, problem });
}
