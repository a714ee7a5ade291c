import { type z } from 'zod';

import {
  DEFAULT_CONSEQUENCES,
  type LimitConsequence,
  type LimitName,
  NO_PROTECTIONS,
  type Protections,
  type RunPolicies,
} from '../model/run-policies.ts';
import { type policiesSchema, type protectionsSchema } from './risk-schemas.ts';

/** Protections as the engine knows them. */
export function buildProtections(raw: z.output<typeof protectionsSchema>): Protections {
  const { dayLoss, drawdown, losingStreak, openPremium } = raw;
  const asked = { dayLoss, drawdown, losingStreak, openPremium };
  const consequences = Object.entries(asked).map(([name, limit]) => {
    const byDefault = DEFAULT_CONSEQUENCES[name as LimitName];
    return [name, limit?.then ?? byDefault] as const;
  });
  return {
    dayLossPaiseMax: dayLoss?.limit ?? NO_PROTECTIONS.dayLossPaiseMax,
    drawdownPaiseMax: drawdown?.limit ?? NO_PROTECTIONS.drawdownPaiseMax,
    losingStreakMax: losingStreak?.limit ?? NO_PROTECTIONS.losingStreakMax,
    cooldownMs: raw.cooldown ?? NO_PROTECTIONS.cooldownMs,
    openPremiumPaiseMax: openPremium?.limit ?? NO_PROTECTIONS.openPremiumPaiseMax,
    then: Object.fromEntries(consequences) as Record<LimitName, LimitConsequence>,
  };
}

/** What a strategy's entry says; what it leaves out keeps its default. */
export function buildPolicies(raw: z.output<typeof policiesSchema>): Partial<RunPolicies> {
  const { foreignOrders, absentEntries, duplicates, lostCover, quarantine, protections } = raw;
  return {
    ...(foreignOrders === undefined ? {} : { foreignOrders }),
    ...(absentEntries === undefined ? {} : { absentEntries }),
    ...(duplicates === undefined ? {} : { duplicates }),
    ...(lostCover === undefined ? {} : { lostCover }),
    ...(quarantine === undefined ? {} : { quarantine }),
    ...(protections === undefined ? {} : { protections: buildProtections(protections) }),
  };
}
