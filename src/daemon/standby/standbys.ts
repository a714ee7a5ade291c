/** How far a process that stands by has followed the one that it may take over from. */
export const FOLLOWING = ['level', 'behind', 'waiting'] as const;

/**
 * - level: its engine and strategies are where the journal that it read ends.
 * - behind: it follows the day, and has not folded all that it read.
 * - waiting: it follows no day: none is open, or it cannot be prepared. A takeover recovers it from the journal.
 */
export type Following = (typeof FOLLOWING)[number];

/** What a process that stands by says of itself as it asks for blocks. */
export interface StandbyLook {
  readonly pid: number;
  readonly state: Following;
  /** Time of day up to which its engine is, epoch milliseconds; null before the first event. */
  readonly followedToMs: number | null;
}

/** A process that stands by, as it was heard last. */
export interface StandbyHeard extends Omit<StandbyLook, 'state'> {
  /** `gone`: nothing was heard of it for ten seconds. */
  readonly state: Following | 'gone';
  /** Since it asked last, real milliseconds. */
  readonly silentMs: number;
}

/** It asks five times a second, but for the time that it loads strategies. Real milliseconds. */
const GONE_AFTER_MS = 10_000;
/** One is what is meant; more are kept out of nothing's way. */
const STANDBYS_MAX = 8;

/** The processes that stand by for the account that this one trades, as they ask for its journal. */
export class Standbys {
  readonly #realNowMs: () => number;
  readonly #heard = new Map<number, StandbyLook & { readonly heardMs: number }>();

  /** `realNowMs`: real milliseconds that never go back. */
  constructor(realNowMs: () => number) {
    this.#realNowMs = realNowMs;
  }

  /** One has asked. */
  note(look: StandbyLook): void {
    this.#heard.delete(look.pid);
    this.#heard.set(look.pid, { ...look, heardMs: this.#realNowMs() });
    const [oldest] = this.#heard.keys();
    if (this.#heard.size > STANDBYS_MAX && oldest !== undefined) this.#heard.delete(oldest);
  }

  /** Those that stand by now, the one heard last at the end; where none does, the last that did, as `gone`. */
  all(): readonly StandbyHeard[] {
    const nowMs = this.#realNowMs();
    const all = [...this.#heard.values()].map(({ heardMs, ...look }): StandbyHeard => {
      const silentMs = Math.round(nowMs - heardMs);
      return { ...look, state: silentMs > GONE_AFTER_MS ? 'gone' : look.state, silentMs };
    });
    const present = all.filter(({ state }) => state !== 'gone');
    return present.length > 0 ? present : all.slice(-1);
  }
}
