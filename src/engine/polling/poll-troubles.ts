import { type RefusedQuote } from '../../ports/prices.ts';

/** How long the same trouble lasts before it is reported again. */
const AGAIN_AFTER_MS = 300_000;
/** Least time before a changed trouble is reported. */
const CHANGE_AFTER_MS = 60_000;
/** How long it must be away before it is over: what comes and goes with every poll is one trouble. */
const OVER_AFTER_MS = 30_000;

/** What to report. */
export type TroubleNews = {
  readonly kind: 'begins' | 'goes-on' | 'ends';
  readonly times: number;
} | null;

/**
 * Folds a trouble that polls bring again and again into a few notices.
 *
 * *Away*: nothing. *There*: reported when it begins or is of a new kind, when it has changed (at most once a minute), every
 * five minutes while it lasts, and when it has been away for half a minute. Each kind has its own clock:
 * one that heals by itself does not hide another that does not.
 */
export class TroubleFold {
  /** The last report of each kind. */
  readonly #told = new Map<string, { readonly what: string; readonly atMs: number }>();
  #lastAtMs = -Infinity;
  #times = 0;

  /** Whether nothing was there lately. */
  get isAway(): boolean {
    return this.#told.size === 0;
  }

  /** Takes in what a poll showed; empty for none. There are few kinds. */
  take(what: string, nowMs: number, kind = ''): TroubleNews {
    if (what === '') return this.#takeNone(nowMs);
    this.#lastAtMs = nowMs;
    this.#times += 1;
    const told = this.#told.get(kind);
    const waitMs = told?.what === what ? AGAIN_AFTER_MS : CHANGE_AFTER_MS;
    if (told !== undefined && nowMs < told.atMs + waitMs) return null;
    const isFirst = this.#told.size === 0;
    this.#told.set(kind, { what, atMs: nowMs });
    return { kind: isFirst ? 'begins' : 'goes-on', times: this.#times };
  }

  #takeNone(nowMs: number): TroubleNews {
    if (this.#told.size === 0 || nowMs < this.#lastAtMs + OVER_AFTER_MS) return null;
    const times = this.#times;
    this.#told.clear();
    this.#times = 0;
    return { kind: 'ends', times };
  }
}

/**
 * Symbols whose quotes cannot be used, each since the last poll in which it could be.
 *
 * *Usable*: not listed. *Refused*: listed by the first poll that refuses its quote, until one does not.
 */
export class RefusedQuoteBook {
  readonly #sinceMs = new Map<string, number>();
  /** Of all that polls refuse: where it is away, so is all else here. */
  readonly any = new TroubleFold();
  /** Of symbols that are held and have had no usable quote for too long. */
  readonly held = new TroubleFold();

  /** Takes in what a poll refused. */
  take(refused: readonly RefusedQuote[], nowMs: number): void {
    const symbols = new Set(refused.flatMap(({ symbol }) => symbol ?? []));
    for (const symbol of this.#sinceMs.keys()) {
      if (!symbols.has(symbol)) this.#sinceMs.delete(symbol);
    }
    for (const symbol of symbols) {
      if (!this.#sinceMs.has(symbol)) this.#sinceMs.set(symbol, nowMs);
    }
  }

  /** For how long a symbol has been refused, milliseconds; 0 when it is not. */
  forMs(symbol: string, nowMs: number): number {
    return nowMs - (this.#sinceMs.get(symbol) ?? nowMs);
  }
}
