import { expect, it } from 'vitest';

import { aLeg } from '../../test/support/engine-rig.ts';
import { checkRepetition } from './check-repetition.ts';
import { DEFAULT_RISK_LIMITS, type RiskLimits } from './risk-limits.ts';

it.each<readonly [string | null, number, number | null, Partial<RiskLimits>]>([
  [null, 2, null, {}],
  ['leg-entries', 3, null, {}],
  ['leg-entries', 3, 0, {}],
  [null, 3, null, { legEntriesMax: null }],
  ['duplicate', 0, 0, {}],
  ['duplicate', 0, 999, {}],
  [null, 0, 1_000, {}],
  [null, 0, 0, { duplicateWithinMs: 0 }],
])('is judged %s: %d entries into the leg, the same %s ms ago, with %j', (rule, ...about) => {
  const [legEntries, sameAgeMs, over] = about;
  const limits = { ...DEFAULT_RISK_LIMITS, legEntriesMax: 3, duplicateWithinMs: 1_000, ...over };
  expect(checkRepetition(aLeg(), { legEntries, sameAgeMs }, limits)?.rule ?? null).toBe(rule);
});
