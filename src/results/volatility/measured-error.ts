import { type PricingSource } from '../backtest-result.ts';

/** Measured premiums, as `docs/option-prices.md` has them: of straddles at the money, in percent of the real ones. */
const OFF: Readonly<Record<Exclude<PricingSource['kind'], 'generated'>, string>> = {
  given: 'were 9 % off real ones at the median, and one in ten by more than 23 to 25 %',
  'own-days': 'were 13 % off real ones at the median, and one in ten by more than 32 %',
};

/**
 * How far modelled premiums were from real ones, with and without India VIX; null for generated indexes, whose premiums no
 * market has, and where nothing is modelled. A volatility model of the user was measured by none.
 */
export function measuredError(
  pricing: Pick<PricingSource, 'kind' | 'model'> | undefined,
): string | null {
  if (pricing === undefined || pricing.kind === 'generated') return null;
  if (pricing.model !== undefined) {
    return `No bound: premiums of ${pricing.model} were not held against real ones`;
  }
  return `No bound: modelled straddles at the money ${OFF[pricing.kind]}; four strikes out twice as far, further out more`;
}
