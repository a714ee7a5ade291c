import { type RupeesLimit, type WholeLimit } from '../../strategy/whole.ts';
import { type LotsLimit } from '../../strategy/lots-for-risk.ts';
import { type CapitalShare, fileSizeKeys } from '../schema/sizing.ts';

/** How long an entry waits for the prices that size it. */
export const WAIT_MS_MAX = 10_000;

/** How much of its contract a leg trades. */
export type LegSize =
  | { readonly kind: 'lots'; readonly lots: number }
  /** Whole lots of the contract, or the leg is not entered. */
  | { readonly kind: 'units'; readonly units: number }
  /** So many lots in each set of the legs; how many sets is decided at the entry. */
  | { readonly kind: 'set'; readonly lots: number };

/** What decides at an entry how many sets of its legs are entered. */
export interface Sizing extends LotsLimit {
  /** What is limited: the loss at the stops, or the premium that is paid. */
  readonly by: 'risk' | 'premium';
}

/** The words of a file, or of a configuration, that size its entries. */
export interface SizingWords {
  /** What the legs of one entry may lose together at their stops: `5000 rupees` or `1%` of the capital. */
  readonly risk?: string | undefined;
  /** What bought options of one entry may cost together: `20%` of the capital. */
  readonly share?: string | undefined;
  /** What shares are taken of: `500000 rupees`. */
  readonly capital?: string | undefined;
  /** Most lots of one leg, 1 to 1,000. */
  readonly maxLots?: number | undefined;
}

/** Why words size nothing. */
export type UnusableSizing = 'two-sizes' | 'no-size' | 'no-capital' | 'no-bound';

/** What words that fit each other say of the size of entries; which of them is missing, or too much, else. */
export function sizingOf({ risk, share, capital, maxLots }: SizingWords): Sizing | UnusableSizing {
  if (risk !== undefined && share !== undefined) return 'two-sizes';
  const { risk: riskText, share: shareText, capital: capitalText } = fileSizeKeys;
  const limit = risk === undefined ? shareText.parse(share) : riskText.parse(risk);
  if (limit === undefined) return 'no-size';
  if (maxLots === undefined) return 'no-bound';
  const limitPaise = paiseOf(limit, capitalText.parse(capital));
  if (limitPaise === null) return 'no-capital';
  return { by: risk === undefined ? 'premium' : 'risk', limitPaise, lotsMax: maxLots };
}

/** A share is rounded down to whole paise: percents have two decimals. Null where there is nothing that it is of. */
function paiseOf(
  limit: WholeLimit | CapitalShare,
  capital: RupeesLimit | undefined,
): number | null {
  if (limit.kind === 'rupees') return limit.paise;
  if (capital === undefined) return null;
  return Math.floor((capital.paise * Math.round(limit.percent * 100)) / 10_000);
}
