import { type Random } from '../../../base/random.ts';
import { DAY_REGIMES, REGIME_TRAITS, type DayRegime, type RegimeShares } from './regime.ts';

/**
 * Draws a day's regime from the one before: it stays with its own chance, else another is drawn.
 * What is drawn is weighted so that the long-run shares are exactly those asked for, however long regimes stay.
 */
export function nextRegime(
  random: Random,
  shares: RegimeShares['days'],
  before: DayRegime | null,
): DayRegime {
  const staying = random.next();
  const drawn = random.next();
  if (before !== null && shares[before] > 0 && staying < REGIME_TRAITS[before].stay) return before;
  const weights = DAY_REGIMES.map((regime) => shares[regime] * (1 - REGIME_TRAITS[regime].stay));
  let left = drawn * weights.reduce((sum, weight) => sum + weight, 0);
  let last: DayRegime = 'calm';
  for (const [at, regime] of DAY_REGIMES.entries()) {
    const weight = weights[at] ?? 0;
    if (weight === 0) continue;
    if (left < weight) return regime;
    left -= weight;
    last = regime;
  }
  return last;
}
