import { nearestWord } from '../base/nearest-word.ts';
import { parseSymbol } from './symbol.ts';

/** What is said where a share is asked for: the tables, and so the simulator, know indices with their options and futures. */
export const NO_SHARES = 'shares are not listed here';

const SHARE = /^[A-Z][A-Z0-9&-]{1,19}$/;

/** Whether a symbol reads as that of a share: no contract, and no slip in the name of an index that is listed. */
export function isShareLike(symbol: string, listed: readonly string[]): boolean {
  if (!SHARE.test(symbol) || listed.includes(symbol)) return false;
  return parseSymbol(symbol) === null && nearestWord(symbol, listed) === null;
}

/** A sentence on what is not listed, with the reason where a share was asked for. */
export function withNoShares(told: string, symbol: string, listed: readonly string[]): string {
  return isShareLike(symbol, listed) ? `${told}: ${NO_SHARES}` : told;
}
