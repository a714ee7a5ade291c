import { z } from 'zod';

import { defined } from '../base/json.ts';
import { lazily } from '../base/lazily.ts';
import { paiseFromRupees } from '../model/money/money.ts';
import {
  DEFAULT_CONSEQUENCES,
  type LimitConsequence,
  type LimitName,
  NO_PROTECTIONS,
  type Protections,
  type RunPolicies,
} from '../model/runs/run-policies.ts';
import { brokerName } from './broker-settings.ts';
import { durationMs } from './field-schemas.ts';
import { STAGE_KEYS } from './stage-terms.ts';

/** A limit that can be taken away: `none` is no limit. */
function orNone<Limit extends z.ZodType>(
  limit: Limit,
): z.ZodOptional<z.ZodType<z.output<Limit> | null>> {
  const none = z.literal('none').transform((): null => null);
  return z.union([none, limit]).optional();
}

const count = z.int().min(1).max(1_000_000);
/** Rupees in the file, paise inside. */
const money = z.number().positive().max(1e12).transform(paiseFromRupees);

const then = z.enum(['lock', 'flatten']);

/** A limit, and what follows when it is reached; null where that is left to the default. */
export interface WithConsequence {
  readonly limit: number;
  readonly then: z.output<typeof then> | null;
}

/** A limit alone, or in a map that says what follows, or `none`. */
function orThen(
  limit: z.ZodType<number>,
  map: z.ZodType<WithConsequence>,
): z.ZodOptional<z.ZodType<WithConsequence | null>> {
  const none = z.literal('none').transform((): null => null);
  const alone = limit.transform((value): WithConsequence => ({ limit: value, then: null }));
  return z.union([none, alone, map]).optional();
}

const rupees = lazily(() =>
  orThen(
    money,
    z
      .strictObject({ rupees: money, then })
      .transform((map): WithConsequence => ({ limit: map.rupees, then: map.then })),
  ),
);
const lostTrips = z.int().min(1).max(1_000);
const trips = lazily(() =>
  orThen(
    lostTrips,
    z
      .strictObject({ trips: lostTrips, then })
      .transform((map): WithConsequence => ({ limit: map.trips, then: map.then })),
  ),
);

/** The limits of the gate, as people write them. */
export const riskSchema = z.lazy(() =>
  z.strictObject({
    ordersPerDay: orNone(count),
    ordersPerMinute: orNone(count),
    lotsPerOrder: orNone(count),
    valuePerOrder: orNone(money),
    priceDistancePercent: orNone(z.number().positive().max(1_000)),
    lotsPerRun: orNone(count),
    lotsOfAccount: orNone(count),
    premiumPerRun: orNone(money),
    premiumOfAccount: orNone(money),
    workingEntries: orNone(count),
    unknownOrders: orNone(count),
    entriesPerLeg: orNone(count),
    entriesPerLegWithin: durationMs('1s', '24h').optional(),
    duplicatesWithin: durationMs('0s', '1h').optional(),
    basketWithin: durationMs('1s', '1h').optional(),
    nakedNotice: durationMs('1s', '1h').optional(),
  }),
);

/** Protections, of the account or of one strategy. */
export const protectionsSchema = z.lazy(() =>
  z.strictObject({
    dayLoss: rupees(),
    weekLoss: rupees(),
    drawdown: rupees(),
    losingStreak: trips(),
    cooldown: durationMs('0s', '24h').optional(),
    openPremium: rupees(),
  }),
);

/** How a strategy wants doubtful cases to be treated. */
export const policiesSchema = z.lazy(() =>
  z.strictObject({
    foreignOrders: z.enum(['adopt', 'pause-leg', 'alert']).optional(),
    absentEntries: z.enum(['hold', 'resend-once']).optional(),
    duplicates: z.enum(['alert', 'flatten-extra']).optional(),
    lostCover: z.enum(['close-shorts', 'tell']).optional(),
    quarantine: z.enum(['square-off', 'hold']).optional(),
    carryOvernight: z.enum(['confirm', 'trust']).optional(),
    protections: protectionsSchema.optional(),
    broker: brokerName.optional(),
    ...STAGE_KEYS,
  }),
);

/** Protections as the engine knows them. */
export function buildProtections(raw: z.output<typeof protectionsSchema>): Protections {
  const { dayLoss, weekLoss, drawdown, losingStreak, openPremium } = raw;
  const asked = { dayLoss, weekLoss, drawdown, losingStreak, openPremium };
  const consequences = Object.entries(asked).map(([name, limit]) => {
    const byDefault = DEFAULT_CONSEQUENCES[name as LimitName];
    return [name, limit?.then ?? byDefault] as const;
  });
  const limitOf = (of: WithConsequence | null | undefined): number | null => of?.limit ?? null;
  return {
    dayLossPaiseMax: limitOf(dayLoss),
    weekLossPaiseMax: limitOf(weekLoss),
    drawdownPaiseMax: limitOf(drawdown),
    losingStreakMax: limitOf(losingStreak),
    cooldownMs: raw.cooldown ?? NO_PROTECTIONS.cooldownMs,
    openPremiumPaiseMax: limitOf(openPremium),
    then: Object.fromEntries(consequences) as Record<LimitName, LimitConsequence>,
  };
}

/** What a strategy's entry says; what it leaves out keeps its default. Which stage is in force, and the broker, are decided later. */
export function buildPolicies(raw: z.output<typeof policiesSchema>): Partial<RunPolicies> {
  const { foreignOrders, absentEntries, duplicates, lostCover, quarantine } = raw;
  const { protections, carryOvernight } = raw;
  return defined({
    ...{ foreignOrders, absentEntries, duplicates, lostCover, quarantine, carryOvernight },
    protections: protections === undefined ? undefined : buildProtections(protections),
  });
}
