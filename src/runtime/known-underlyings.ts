import { loadMarketKnowledge } from './market-knowledge.ts';

let known: readonly string[] | null = null;

/**
 * Underlyings that the market's tables tell of. Users cannot add any, so they are read once a process.
 *
 * @throws {ConfigurationError} when the tables cannot be used
 */
export function knownUnderlyings(): readonly string[] {
  known ??= loadMarketKnowledge().rules.underlyings;
  return known;
}
