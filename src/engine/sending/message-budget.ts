import { MINUTE_MS } from '../../model/time/ist.ts';
import { invariant } from '../../base/invariant.ts';
/**
 * Any second at the platform holds at most the messages allowed, if what is sent counts until a second after its answer:
 * of two that arrive within one second, the earlier cannot have been answered more than a second before the later left.
 */
const WINDOW_MS = 1_000;
/** What was given up without an answer may still be on the line: its socket is reset, and then nothing more arrives. */
const LATE_MS = 1_000;

/** What a budget allows. */
export interface BudgetLimits {
  /** Messages of all kinds that may arrive in any one second. */
  readonly messagesPerSecondMax: number;
  /** Of those, how many are kept for `urgent` ones. */
  readonly messagesKeptForExits: number;
  /** Entries in any minute; null: no limit. */
  readonly ordersPerMinuteMax: number | null;
}

/**
 * Who may use how much.
 *
 * - `urgent`: exits, what frees them, and hedges of open shorts. May use all.
 * - `steady`: what repeats itself, and stops that are moved. Leaves alone what is kept for exits, and one for entries.
 * - `entry`: whatever else may add to a position. Leaves alone what is kept for exits.
 */
export type MessageClass = 'urgent' | 'steady' | 'entry';

/** How a call ended: `unanswered` may still arrive for a moment, `never-left` cannot have arrived at all. */
export type CallEnd = 'answered' | 'unanswered' | 'never-left';

interface Call {
  readonly count: number;
  readonly what: MessageClass;
  readonly sentAtMs: number;
  /** From when it counts no more; Infinity while its answer is out. */
  endsAtMs: number;
}

/**
 * Counts the messages that may arrive at the platform, on the run's clock. A call is *out* (it may arrive at any time),
 * then *ended* (it counts for a second more), then forgotten. A line that delays some messages and not others cannot
 * bunch more of them than allowed.
 */
export class MessageBudget {
  readonly #limits: BudgetLimits;
  readonly #calls = new Map<string, Call>();
  #entries: { readonly attemptId: string; readonly atMs: number; readonly count: number }[] = [];

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  /** How many messages may leave now. */
  free(nowMs: number, what: MessageClass): number {
    this.#forget(nowMs);
    const { messagesPerSecondMax, messagesKeptForExits } = this.#limits;
    const used = this.#used();
    if (what === 'urgent') return Math.max(0, messagesPerSecondMax - used);
    // However little there is, one may be used: else what is not urgent would wait for ever.
    const sharedMax = Math.max(1, messagesPerSecondMax - messagesKeptForExits);
    const free = Math.max(0, sharedMax - used);
    if (what === 'entry') return Math.min(free, this.#freeOfMinute());
    const steadyMax = Math.max(1, sharedMax - 1);
    return Math.min(free, Math.max(0, steadyMax - this.#used('steady')));
  }

  /** Notes the messages of a call that leaves now. */
  send(
    attemptId: string,
    call: { readonly nowMs: number; count: number; what: MessageClass },
  ): void {
    const { nowMs, count, what } = call;
    invariant(count > 0 && !this.#calls.has(attemptId), 'Messages leave that do not count');
    this.#calls.set(attemptId, { count, what, sentAtMs: nowMs, endsAtMs: Infinity });
    if (what !== 'entry' || this.#limits.ordersPerMinuteMax === null) return;
    this.#entries.push({ attemptId, atMs: nowMs, count });
  }

  /** Notes that no more is to be expected of a call. */
  end(attemptId: string, nowMs: number, how: CallEnd): void {
    const call = this.#calls.get(attemptId);
    if (call === undefined) return;
    call.endsAtMs = nowMs + WINDOW_MS + (how === 'unanswered' ? LATE_MS : 0);
    if (how !== 'never-left') return;
    this.#calls.delete(attemptId);
    this.#entries = this.#entries.filter((entry) => entry.attemptId !== attemptId);
  }

  /** When more may leave than may now; null when only an answer can tell. */
  nextFreeMs(what: MessageClass): number | null {
    const [oldest] = this.#entries;
    if (what === 'entry' && oldest !== undefined && this.#freeOfMinute() === 0) {
      return oldest.atMs + MINUTE_MS;
    }
    let nextMs = Infinity;
    for (const { endsAtMs } of this.#calls.values()) nextMs = Math.min(nextMs, endsAtMs);
    return nextMs === Infinity ? null : nextMs;
  }

  #used(what?: MessageClass): number {
    let used = 0;
    for (const call of this.#calls.values()) {
      if (what === undefined || call.what === what) used += call.count;
    }
    return used;
  }

  #freeOfMinute(): number {
    const { ordersPerMinuteMax } = this.#limits;
    if (ordersPerMinuteMax === null) return Infinity;
    const sent = this.#entries.reduce((count, entry) => count + entry.count, 0);
    return Math.max(0, ordersPerMinuteMax - sent);
  }

  #forget(nowMs: number): void {
    for (const [attemptId, { endsAtMs }] of this.#calls) {
      if (endsAtMs <= nowMs) this.#calls.delete(attemptId);
    }
    this.#entries = this.#entries.filter(({ atMs }) => atMs > nowMs - MINUTE_MS);
  }
}

/** Remembers which run was served last, so that the budget goes round. */
export class TurnBook {
  readonly #lastTurns = new Map<string, number>();
  #turns = 0;

  /** Notes that a message of a run leaves. */
  note(runId: string): void {
    this.#turns += 1;
    this.#lastTurns.set(runId, this.#turns);
  }

  /** What runs have, those first that were served longest ago or never. */
  inOrder<Value>(byRun: ReadonlyMap<string, Value>): readonly Value[] {
    const runs = [...byRun];
    runs.sort(([left], [right]) => this.#lastOf(left) - this.#lastOf(right));
    return runs.map(([, value]) => value);
  }

  #lastOf(runId: string): number {
    return this.#lastTurns.get(runId) ?? 0;
  }
}
