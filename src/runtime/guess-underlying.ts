import { basename } from 'node:path';

/** Whose prices a file holds, told from its name: `banknifty-1min.csv` is BANKNIFTY. NIFTY when it tells nothing. */
export function guessUnderlying(path: string, known: readonly string[]): string {
  const name = basename(path).toUpperCase();
  // The longest first: a name with BANKNIFTY in it also has NIFTY in it.
  const longestFirst = [...known].sort((left, right) => right.length - left.length);
  return longestFirst.find((candidate) => name.includes(candidate)) ?? 'NIFTY';
}
