import { type Random } from '../../base/random.ts';
import { type ExchangeRules } from '../../exchange/exchange-rules.ts';

/** How the market of a day differs from a kind one. No fault of anybody: markets are like that. */
export interface RoughMarket {
  readonly rules: Partial<ExchangeRules>;
  readonly liveliness: number;
}

/** Each is drawn by itself, so that rare mixtures come about. */
const SHARE = 0.3;
const SLOW = { minMs: 100, maxMs: 900 };
const ROUGH: readonly Partial<ExchangeRules>[] = [
  // Orders of some lots fill in parts.
  { depthLotsMin: 1, depthLotsMax: 4 },
  // Prices move between the answer and the exchange, and orders are rejected there.
  { placing: SLOW, modifying: SLOW, cancelling: SLOW },
  // A stop far away lies outside the price band.
  { bandOptionMultiple: 1.4, bandOptionDistancePaise: 100 },
  { cancelRefusedPercent: 20 },
  { modificationsMax: 3 },
];
/** Shorts of three lots or so, then the broker rejects what comes, hedges later than shorts. */
const LITTLE_MARGIN_PAISE = 60_000_000;
const LIVELINESS = [1, 1, 2, 3] as const;

/** Draws the market of a day: on half of the days a kind one. */
export function drawMarket(random: Random): RoughMarket {
  const isRough = random.next() < 0.5;
  const drawn = ROUGH.filter(() => random.next() < SHARE);
  const isPoor = random.next() < SHARE / 3;
  const liveliness = LIVELINESS[random.below(LIVELINESS.length)] ?? 1;
  if (!isRough) return { rules: {}, liveliness: 1 };
  const margin = isPoor ? { availableMarginPaise: LITTLE_MARGIN_PAISE } : {};
  return { rules: Object.assign({}, ...drawn, margin) as Partial<ExchangeRules>, liveliness };
}
