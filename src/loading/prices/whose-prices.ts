import { basename, parse } from 'node:path';

import { problem, type Problem } from '../../base/problem.ts';
import { type RecordedPrices } from '../../market/price-files/recorded-prices.ts';
import { isShareLike, knownShareIn, withNoShares } from '../../model/market/underlying.ts';

/** What is asked about files of prices. */
export interface WhosePricesAsked {
  /** Whose the user says that they are. */
  readonly given: string | undefined;
  /** Underlyings of the market's tables. */
  readonly known: readonly string[];
}

/** Files that a refusal tells. */
const FILES_TOLD = 20;

/**
 * Files that may hold anything, or something else than the user says. Taken at the user's word, a share's or another index's
 * prices would be traded with premiums, lots and expiries that it never had.
 */
export function whosePrices(
  { sources, unnamed = [] }: Pick<RecordedPrices, 'sources' | 'unnamed'>,
  { given, known }: WhosePricesAsked,
): readonly Problem[] {
  const refused =
    given === undefined
      ? unnamed.map((file) => unnamedFile(file, known))
      : [
          ...unnamed.flatMap((file) => shareNamed(file, given)),
          ...sources.flatMap((source) => otherIndex(source, given)),
        ];
  return refused.slice(0, FILES_TOLD);
}

function unnamedFile(file: string, known: readonly string[]): Problem {
  const stem = parse(file).name;
  const share = knownShareIn(stem) ?? (isShareLike(stem, known) ? stem : null);
  return problem(withNoShares('Nothing says whose prices the file holds', share ?? stem, known), {
    file,
    found:
      share === null
        ? 'no column "symbol", and no index or contract in the name'
        : `${share} in the name`,
    allowed: `${known.join(', ')} and their contracts`,
    next:
      share === null
        ? `Add --underlying NIFTY if they are NIFTY's, or put the index into the name: NIFTY-${basename(file)}. India VIX goes to --iv`
        : 'Take the prices of an index',
  });
}

function shareNamed(file: string, given: string): readonly Problem[] {
  const share = knownShareIn(parse(file).name);
  if (share === null) return [];
  return [
    problem(`The file's name says ${share}, and --underlying says ${given}`, {
      file,
      found: share,
      allowed: given,
      next: `Take the prices of ${given}; if these are, rename the file: ${given}-1min${parse(file).ext}`,
    }),
  ];
}

function otherIndex(
  { source, underlyings }: RecordedPrices['sources'][number],
  given: string,
): readonly Problem[] {
  if (underlyings.length === 0 || underlyings.includes(given)) return [];
  const told = underlyings.join(', ');
  return [
    problem(`The file's name or symbols say ${told}, and --underlying says ${given}`, {
      file: source,
      found: told,
      allowed: given,
      next: `If the file is right, leave --underlying out; if it holds ${given}, put that into its name or symbols`,
    }),
  ];
}
