import { type LegOrder } from '../model/command.ts';
import { type Refusal } from './refusal.ts';
import { type RiskLimits } from './risk-limits.ts';

/** What the run entered lately, by earlier commands. */
export interface RepetitionFacts {
  /** Entries into the leg within `legEntriesWithinMs`. */
  readonly legEntries: number;
  /** Since an entry in the same contract, side and quantity; null when there was none. */
  readonly sameAgeMs: number | null;
}

/** Refuses what a strategy in a loop does: the same leg over and over, the same order twice. */
export function checkRepetition(
  { leg, side, quantityUnits, contract }: LegOrder,
  { legEntries, sameAgeMs }: RepetitionFacts,
  limits: RiskLimits,
): Refusal | null {
  const { legEntriesMax, legEntriesWithinMs, duplicateWithinMs } = limits;
  if (legEntriesMax !== null && legEntries >= legEntriesMax) {
    return {
      rule: 'leg-entries',
      what: `Entries into leg "${leg}" within ${String(legEntriesWithinMs)} ms`,
      found: String(legEntries + 1),
      allowed: String(legEntriesMax),
      key: 'risk.entriesPerLeg',
    };
  }
  if (sameAgeMs === null || sameAgeMs >= duplicateWithinMs) return null;
  return {
    rule: 'duplicate',
    what: `The same entry again: ${side} ${String(quantityUnits)} of ${contract.symbol}`,
    found: `${String(sameAgeMs)} ms after the last`,
    allowed: `not within ${String(duplicateWithinMs)} ms`,
  };
}
