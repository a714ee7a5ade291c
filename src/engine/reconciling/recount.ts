import { invariant } from '../../base/invariant.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { type Order, type Side } from '../../model/orders/order.ts';
import { neverLeft } from '../../ports/outcome.ts';
import { type Attempt, type Effect } from '../effect.ts';
import { type EngineEvent, type PollResult } from '../event.ts';

/** One tag, counted anew. */
export interface TagCount {
  readonly tag: string;
  readonly runId: string;
  readonly role: string;
  /** How often an element with it left. */
  sends: number;
  /** How often the operator asked for it to be sent again. */
  asks: number;
  /** What left last under it; null when nothing did. */
  sent: { readonly symbol: string; readonly instrumentId: string; readonly side: Side } | null;
  /** Whether the last answer was a definite no. */
  isRejected: boolean;
  isSeen: boolean;
}

/** Orders of a run by what became of them. Each that was sent or seen is exactly one of these. */
export interface OrderSums {
  seen: number;
  rejected: number;
  open: number;
}

/**
 * The day counted a second time, from what leaves and what comes in: attempts, answers, records as the polls brought
 * them. It looks into no book of the engine, so a fault in one of them does not show in both.
 */
export class Recount {
  readonly #tags = new Map<string, TagCount>();
  /** Of each run: what its counts come to. */
  readonly #sums = new Map<string, OrderSums>();
  /** Tags that were sent without an intent, or more than once. */
  readonly #odd = new Set<TagCount>();
  readonly #attempts = new Map<string, readonly string[]>();
  readonly #last = new Map<string, Order>();
  /** Ids of orders by tags that nothing was planned for when they were seen. */
  readonly #unplanned = new Map<string, Set<string>>();
  readonly #filled = new Map<string, number>();
  /** Of orders that are of no tag that left. */
  readonly #foreignFilled = new Map<string, number>();
  readonly #net = new Map<string, number>();
  readonly #adopted = new Map<string, number>();
  #lastList: readonly Order[] = [];
  #isDirty = false;

  /** What leaves: intents by their journal lines, orders by their attempts. */
  noteEffects(effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.kind === 'attempt') this.#noteAttempt(effect.attempt);
      else if (effect.kind === 'record' && effect.entry.kind === 'intent') {
        this.#noteIntent(effect.entry);
      }
    }
  }

  /** What comes in: answers, and records of polls. */
  noteEvent(event: EngineEvent): void {
    if (event.kind === 'attempt-ended') this.#noteAnswer(event);
    if (event.kind === 'run-started') this.#noteCarried(event);
    if (event.kind === 'restarted') this.#noteNeverSent(event.neverSent ?? []);
    if (event.kind === 'operator-asked') this.#noteRequest(event.request);
    if (event.kind === 'poll-ended') this.#notePoll(event);
  }

  /** What was taken off a leg because an order of no run had closed it. */
  noteAdoption(
    fill: { readonly order: Order; readonly fillUnits: number },
    about: { readonly runId: string; readonly symbol: string },
  ): void {
    invariant(fill.fillUnits >= 0, 'Less is adopted than before');
    const { orderId, side } = fill.order;
    this.#isDirty = true;
    this.#adopted.set(orderId, (this.#adopted.get(orderId) ?? 0) + fill.fillUnits);
    this.#addNet(`${about.runId}\n${about.symbol}`, side, fill.fillUnits);
  }

  /** Of what was carried over: units that were closed before the day, as the operator says. */
  noteTakenOff(of: {
    readonly runId: string;
    readonly symbol: string;
    readonly side: Side;
    readonly units: number;
  }): void {
    this.#isDirty = true;
    this.#addNet(`${of.runId}\n${of.symbol}`, of.side, of.units);
  }

  takeDirty(): boolean {
    const isDirty = this.#isDirty;
    this.#isDirty = false;
    return isDirty;
  }

  /** The counts of all tags, in the order in which they were planned. */
  counts(): readonly TagCount[] {
    return [...this.#tags.values()];
  }

  /** The counts of tags that were sent without an intent, or more than once. */
  odd(): Iterable<TagCount> {
    return this.#odd;
  }

  /** Orders by run, of all tags that were sent or seen. */
  sums(): ReadonlyMap<string, OrderSums> {
    return this.#sums;
  }

  /** Units by run and symbol (`run\nsymbol`): what was carried over, our fills and what was adopted. */
  net(): ReadonlyMap<string, number> {
    return this.#net;
  }

  overAdopted(): readonly string[] {
    return [...this.#adopted.keys()].filter((orderId) => {
      const filledUnits = this.#last.get(orderId)?.filledUnits ?? 0;
      return (this.#adopted.get(orderId) ?? 0) > Math.max(filledUnits, this.#highest(orderId));
    });
  }

  #begin(count: TagCount): TagCount {
    this.#tags.set(count.tag, count);
    return count;
  }

  /** Changes a count, and what all of its run come to. */
  #change(count: TagCount, change: Partial<Omit<TagCount, 'tag' | 'runId' | 'role'>>): void {
    this.#addTo(count, -1);
    Object.assign(count, change);
    this.#addTo(count, 1);
    if (count.runId === '' || count.sends > 1) this.#odd.add(count);
  }

  #addTo({ runId, sends, isSeen, isRejected }: TagCount, one: 1 | -1): void {
    if (sends === 0 && !isSeen) return;
    const sums = this.#sums.get(runId) ?? { seen: 0, rejected: 0, open: 0 };
    this.#sums.set(runId, sums);
    if (isSeen) sums.seen += one;
    else if (isRejected) sums.rejected += one;
    else sums.open += one;
    invariant(sums.seen >= 0 && sums.rejected >= 0 && sums.open >= 0, 'Fewer orders than none');
  }

  #noteAttempt(attempt: Attempt): void {
    if (attempt.kind !== 'place') return;
    const { elements } = attempt.request;
    this.#isDirty = true;
    this.#attempts.set(
      attempt.attemptId,
      elements.map(({ tag }) => tag),
    );
    for (const { tag, symbol, instrumentId, side } of elements) {
      const count = this.#tags.get(tag) ?? this.#begin(unplanned(tag));
      const sent = { symbol, instrumentId, side };
      this.#change(count, { sends: count.sends + 1, sent, isRejected: false });
    }
  }

  #noteIntent({ tag, runId, role }: { tag: string; runId: string; role: string }): void {
    this.#isDirty = true;
    if (this.#tags.has(tag)) return;
    const count = this.#begin({ ...unplanned(tag), runId, role });
    // Its order may have been seen before: an earlier process had sent it.
    for (const orderId of this.#unplanned.get(tag) ?? []) {
      const order = this.#last.get(orderId);
      if (order?.tag === tag) this.#count(order, count);
    }
  }

  #noteAnswer({ attemptId, result }: Extract<EngineEvent, { kind: 'attempt-ended' }>): void {
    if (result.kind !== 'place') return;
    this.#isDirty = true;
    for (const tag of this.#attempts.get(attemptId) ?? []) {
      const count = this.#tags.get(tag);
      const { outcome } = result;
      const answer = outcome.kind === 'accepted' ? outcome.value.get(tag)?.kind : outcome.kind;
      if (count === undefined) continue;
      // One that never left is no send; it will leave under the same tag.
      const isSend = !neverLeft(outcome);
      const sends = isSend ? count.sends : count.sends - 1;
      invariant(sends >= 0, 'More orders never left than were sent');
      this.#change(count, { sends, isRejected: isSend && answer === 'rejected' });
    }
    this.#attempts.delete(attemptId);
  }

  #noteRequest(request: OperatorRequest): void {
    if (request.action !== 'resolve' || request.as !== 'resend') return;
    const count = this.#tags.get(request.tag);
    if (count !== undefined) count.asks += 1;
  }

  #notePoll(poll: PollResult): void {
    if (poll.outcome.kind !== 'accepted') return;
    if (poll.subject === 'orders') this.#noteRecords(poll.outcome.value.orders);
    if (poll.subject === 'orders-of-tag') this.#noteRecords(poll.outcome.value);
  }

  #noteCarried({ run, carried = [] }: Extract<EngineEvent, { kind: 'run-started' }>): void {
    for (const { contract, netUnits } of carried) {
      const side = netUnits > 0 ? 'buy' : 'sell';
      this.#addNet(`${run.runId}\n${contract.symbol}`, side, Math.abs(netUnits));
    }
  }

  #noteNeverSent(attemptIds: readonly string[]): void {
    this.#isDirty = true;
    for (const tag of attemptIds.flatMap((attemptId) => this.#attempts.get(attemptId) ?? [])) {
      const count = this.#tags.get(tag);
      if (count !== undefined) this.#change(count, { isRejected: true });
    }
  }

  #noteRecords(records: readonly Order[]): void {
    const last = this.#lastList;
    if (records === last) return;
    this.#lastList = records;
    let place = 0;
    for (const order of records) {
      const isSame = order === last[place];
      place += 1;
      if (isSame || this.#last.get(order.orderId) === order) continue;
      this.#last.set(order.orderId, order);
      this.#isDirty = true;
      const count = this.#tags.get(order.tag);
      if (count !== undefined) this.#count(order, count);
      else this.#noteUnplanned(order);
    }
  }

  #count(order: Order, count: TagCount): void {
    const { sent } = count;
    const { symbol, instrumentId, side } = order;
    const isSame = sent === null || sent.symbol === symbol || sent.instrumentId === instrumentId;
    if (!isSame || (sent !== null && sent.side !== side)) {
      this.#noteHighest(order);
      return;
    }
    if (!count.isSeen) this.#change(count, { isSeen: true });
    const key = `${count.runId}\n${sent?.symbol ?? symbol}`;
    const before = this.#filled.get(order.orderId) ?? 0;
    const units = Math.max(before, this.#highest(order.orderId), order.filledUnits);
    this.#filled.set(order.orderId, units);
    this.#addNet(key, side, units - before);
  }

  #noteUnplanned(order: Order): void {
    this.#noteHighest(order);
    const orderIds = this.#unplanned.get(order.tag) ?? new Set<string>();
    this.#unplanned.set(order.tag, orderIds.add(order.orderId));
  }

  #noteHighest({ orderId, filledUnits }: Order): void {
    this.#foreignFilled.set(orderId, Math.max(this.#highest(orderId), filledUnits));
  }

  #highest(orderId: string): number {
    return this.#foreignFilled.get(orderId) ?? 0;
  }

  #addNet(key: string, side: Side, units: number): void {
    if (units === 0) return;
    this.#net.set(key, (this.#net.get(key) ?? 0) + (side === 'buy' ? units : -units));
  }
}

function unplanned(tag: string): TagCount {
  return {
    tag,
    runId: '',
    role: '',
    sends: 0,
    asks: 0,
    sent: null,
    isRejected: false,
    isSeen: false,
  };
}
