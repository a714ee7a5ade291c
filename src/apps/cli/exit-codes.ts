/** Every way in which a command can end, by name. The table of `docs/cli.md`. */
export const EXIT_CODES = {
  ok: 0,
  internal: 1,
  found: 1,
  usage: 2,
  configuration: 3,
  authentication: 4,
  'outside-window': 5,
  'risk-limit': 6,
  'unresolved-orders': 7,
  'platform-unavailable': 8,
  halted: 9,
  interrupted: 10,
  'not-flat': 11,
  unprotected: 12,
  'unknown-position': 13,
  'did-not-run': 14,
  'day-lost': 15,
} as const;

/** Name of an exit code. */
export type ExitName = keyof typeof EXIT_CODES;

/** What each code means, in the order of the numbers. */
export const EXIT_MEANINGS: Readonly<Record<ExitName, string>> = {
  ok: 'done',
  internal: 'a fault of sauda itself, reported as an error',
  found:
    'found something: results or decisions that differ, lookahead, problems in prices, a strategy that failed or had no data on every day, a broken invariant or hash chain, a no-go, entries that are kept back',
  usage: 'unknown command, option or argument, or a value that it cannot have',
  configuration: 'invalid configuration or strategy, or a journal that cannot be where it says',
  authentication: 'the platform refused the login',
  'outside-window': 'outside the trading day or its window',
  'risk-limit': 'a risk limit was reached, or a flattened run is kept flat',
  'unresolved-orders':
    'orders whose outcome is unknown, held entries or runs, or positions open after an early end',
  'platform-unavailable': 'the platform gave no usable answer',
  halted: 'trading is halted, or the journal cannot be used or written',
  interrupted: 'a signal or a lack of memory ended it early; what was done is reported and written',
  'not-flat': 'a position that should be flat is not, or is missing from the books',
  unprotected: 'a leg was without the stop its strategy asked for, for too long or at the end',
  'unknown-position': 'a custom position start or a text signal without a certain outcome',
  'did-not-run': 'a strategy could not do its work: it failed, was held, or had no data',
  'day-lost':
    'a trading day of "sauda daemon --days" was lost: it could not be opened before its end',
};
