import { type z } from 'zod';

import { NO_PROTECTIONS, type Protections, type RunPolicies } from '../model/run-policies.ts';
import { type policiesSchema, type protectionsSchema } from './risk-schemas.ts';

/** Protections as the engine knows them. */
export function buildProtections(raw: z.output<typeof protectionsSchema>): Protections {
  return {
    dayLossPaiseMax: raw.dayLoss ?? NO_PROTECTIONS.dayLossPaiseMax,
    drawdownPaiseMax: raw.drawdown ?? NO_PROTECTIONS.drawdownPaiseMax,
    losingStreakMax: raw.losingStreak ?? NO_PROTECTIONS.losingStreakMax,
    cooldownMs: raw.cooldown ?? NO_PROTECTIONS.cooldownMs,
    openPremiumPaiseMax: raw.openPremium ?? NO_PROTECTIONS.openPremiumPaiseMax,
  };
}

/** What a strategy's entry says; what it leaves out keeps its default. */
export function buildPolicies(raw: z.output<typeof policiesSchema>): Partial<RunPolicies> {
  const { foreignOrders, absentEntries, duplicates, protections } = raw;
  return {
    ...(foreignOrders === undefined ? {} : { foreignOrders }),
    ...(absentEntries === undefined ? {} : { absentEntries }),
    ...(duplicates === undefined ? {} : { duplicates }),
    ...(protections === undefined ? {} : { protections: buildProtections(protections) }),
  };
}
