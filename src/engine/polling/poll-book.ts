import { ListedIds } from './listed-ids.ts';
import { type ListMemory, NO_LIST, type PollQuality } from './poll-quality.ts';
import { RefusedQuoteBook, TroubleFold } from './poll-troubles.ts';

/**
 * Where the polls of one subject stand.
 *
 * Idle or under way; the last one good, or failed since `isFailing`. A poll that is under way blocks the next.
 */
export interface PollState {
  lastStartedAtMs: number | null;
  isUnderWay: boolean;
  /** When the last good poll began. One of the orders is good when its list is clean. */
  lastGoodAtMs: number | null;
  /** When the last poll began that was answered at all, good or not. */
  lastReadAtMs: number | null;
  isFailing: boolean;
  /** None begins before: the last one could not leave, and said when the next may. */
  notBeforeMs: number;
  /** Why the last poll failed, for people; null when it was answered. */
  failure: string | null;
  /** Of polls that cannot leave while something is held or works. */
  blind: TroubleFold;
  /** Of lists that cannot be relied on, or not in every record. */
  unclean: TroubleFold;
  /** Of records of others that cannot be read. */
  others: TroubleFold;
  /** Time from one poll to the next, as of the last step. */
  everyMs: number;
  /** When the stretch ends in which the subject is polled, as of the last step. */
  endMs: number;
  /** Attempts that had been asked for when the last poll began. */
  attemptsAtStart: number;
  /** What is known of the answers of polls to come; null when nothing is. */
  hold: PollHold | null;
  /** Whether polls are being left out for it. */
  isHolding: boolean;
}

/** Poll states by subject, and by underlying for contracts. */
export class PollBook {
  readonly #orders = idle();
  readonly #quotes = idle();
  readonly #contracts = new Map<string, PollState>();
  /** What lists of the orders are measured by. It outlives a restart: the day's orders do, too. */
  ordersList: ListMemory = NO_LIST;
  /** What the last list was good for; null before the first and after a restart. */
  ordersQuality: PollQuality | null = null;
  /** The different orders of the last list that was judged. */
  readonly ordersListed = new ListedIds();
  /** Of which polls brought quotes that cannot be used. */
  refusedQuotes = new RefusedQuoteBook();

  /** The state of a subject; made at the first look. */
  state(subject: 'orders' | 'quotes' | 'contracts', underlying = ''): PollState {
    if (subject === 'orders') return this.#orders;
    if (subject === 'quotes') return this.#quotes;
    const held = this.#contracts.get(underlying);
    if (held !== undefined) return held;
    const fresh = idle();
    this.#contracts.set(underlying, fresh);
    return fresh;
  }

  /** Nothing is under way any more, and what was seen before says nothing about now. */
  forget(): void {
    for (const state of [this.#orders, this.#quotes, ...this.#contracts.values()]) {
      Object.assign(state, idle());
    }
    this.refusedQuotes = new RefusedQuoteBook();
    this.ordersQuality = null;
  }
}

function idle(): PollState {
  return {
    lastStartedAtMs: null,
    isUnderWay: false,
    lastGoodAtMs: null,
    lastReadAtMs: null,
    isFailing: false,
    notBeforeMs: -Infinity,
    failure: null,
    blind: new TroubleFold(),
    unclean: new TroubleFold(),
    others: new TroubleFold(),
    everyMs: 0,
    endMs: 0,
    attemptsAtStart: 0,
    hold: null,
    isHolding: false,
  };
}

/** Until when the polls of a subject need not be made, because each would bring what the last one brought. */
export interface PollHold {
  readonly everyMs: number;
  /** Polls that begin at this time or later are made. */
  readonly untilMs: number;
  /** Attempts that had been asked for when the last poll began: one more, and the answer may be another. */
  readonly attempts: number;
}
