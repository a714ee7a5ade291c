import { z } from 'zod';

import { paiseFromRupees } from '../model/money.ts';
import { durationMs } from './field-schemas.ts';

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

/** The limits of the gate, as people write them. */
export const riskSchema = z.strictObject({
  ordersPerDay: orNone(count),
  ordersPerMinute: orNone(count),
  lotsPerOrder: orNone(count),
  valuePerOrder: orNone(money),
  priceDistancePercent: orNone(z.number().positive().max(1_000)),
  lotsPerRun: orNone(count),
  lotsOfAccount: orNone(count),
  workingEntries: orNone(count),
  unknownOrders: orNone(count),
  entriesPerLeg: orNone(count),
  entriesPerLegWithin: durationMs('1s', '24h').optional(),
  duplicatesWithin: durationMs('0s', '1h').optional(),
  basketWithin: durationMs('1s', '1h').optional(),
  nakedNotice: durationMs('1s', '1h').optional(),
});

/** Protections, of the account or of one strategy. */
export const protectionsSchema = z.strictObject({
  dayLoss: orNone(money),
  drawdown: orNone(money),
  losingStreak: orNone(z.int().min(1).max(1_000)),
  cooldown: durationMs('0s', '24h').optional(),
  openPremium: orNone(money),
});

/** How a strategy wants doubtful cases to be treated. */
export const policiesSchema = z.strictObject({
  foreignOrders: z.enum(['adopt', 'pause-leg', 'alert']).optional(),
  absentEntries: z.enum(['hold', 'resend-once']).optional(),
  duplicates: z.enum(['alert', 'flatten-extra']).optional(),
  protections: protectionsSchema.optional(),
});
