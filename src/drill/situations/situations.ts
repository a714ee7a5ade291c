/** Rare situations that days of faults are to bring about, in words. */
export const SITUATIONS = [
  'unknown order found in the list',
  'unknown order found by its tag',
  'unknown order found after a restart',
  'unknown order unseen for half a minute',
  'order lost in a crash is found',
  'order proven absent',
  'absent order held for the operator',
  'absent order sent once more',
  'absent exit frees its units',
  'held order given up by the operator',
  'held order sent again by the operator',
  'held order dropped by a square-off',
  'two orders under one tag',
  'surplus closed',
  'order listed before it is answered',
  'order refused by the platform',
  'batch answered in parts',
  'answer that leaves an order open',
  'platform slower than it was known to be',
  'crash before a commit',
  'crash after a commit',
  'torn tail',
  'crash before the bytes left',
  'crash after the bytes left',
  'crash before an answer is kept',
  'crash during recovery',
  'two crashes in recovery in a row',
  'restart with an attempt under way',
  'restart with orders working',
  'restart during a square-off',
  'restart while halted',
  'restart with a held order',
  'restart with a basket open',
  'second process refused',
  'journal fails while an entry waits',
  'journal fails while an exit waits',
  'journal works again',
  'halted while orders work',
  'entry refused by a halt',
  'exit sent while halted',
  'resumed after a halt',
  'flattened by the operator',
  'halted for a clock in doubt',
  'entries locked by a protection',
  'entries wait for the budget',
  'exits leave before waiting entries',
  'sliced order half sent',
  'basket unwound',
  'basket held',
  'basket completed at the market',
  'hedge stands and its short is refused',
  'shorts without their hedges',
  'exit priced anew',
  'order cancelled after a part was filled',
  'cancel repeated',
  'cancel without a certain answer',
  'modify without a certain answer',
  'square-off past an unseen order',
  'not flat a minute after a square-off',
  'position left at the close',
  'foreign close adopted',
  'leg paused by a foreign close',
  'stranger under a tag of our form',
  'order vanished from the list',
  'vanished order is back',
  'list with an unreadable record',
  'list that is older than one before',
  'order as it was before',
  'session ends under an order',
  'order answered with 429',
  'login refused',
  'logins held back',
  'position start without a certain answer',
  'position start outside the window',
  'position square-off fails',
  'text signal without a certain answer',
  'wall clock set back',
  'wall clock set forward',
  'square-off time slept over',
  'timer fires late after a stall',
] as const;

/** One of them. */
export type Situation = (typeof SITUATIONS)[number];

/** Counts the situations of a drill. */
export class Situations {
  readonly #counts = new Map<Situation, number>();

  readonly reach = (name: Situation): void => {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  };

  get counts(): ReadonlyMap<Situation, number> {
    return this.#counts;
  }
}

/** Those that were never reached, in the order of the list. */
export function notReached(counts: Readonly<Record<string, number>>): readonly Situation[] {
  return SITUATIONS.filter((name) => (counts[name] ?? 0) === 0);
}
