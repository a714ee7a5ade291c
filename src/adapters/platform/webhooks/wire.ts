import { z } from 'zod';

import { isRecord, type Json } from '../../../base/json.ts';
import { kept } from '../../../base/kept.ts';

/** Own bound on trades of one signal: the text has to stay readable for people. */
const SIGNAL_TRADES_MAX = 50;
/** A ticker of the signal's grammar: a share, `!` futures, or an option's symbol. */
const TICKER = /^[A-Z][A-Z0-9&_-]{0,39}(?:\d!)?$/;
/** Identifiers and names that we send. */
const NAME_LENGTH_MAX = 128;
/** A position identifier that can stand in a path without becoming another path. */
const POSITION_ID = /^(?!\.{1,2}$)[\x21-\x7e]{1,128}$/;

const LEG_DEPTH_MAX = 32;

const leg = z.custom<Json>((value) => isRecord(value) && isShallow(value, LEG_DEPTH_MAX), {
  error: 'must be an object of JSON values, not nested too deeply',
});
const accessToken = z.string().min(1).max(4_096);
const name = z.string().trim().min(1).max(NAME_LENGTH_MAX);

const startWires = new Map<number, z.ZodType>();

/** Body of a position start. Legs are in the platform's words, and not checked. */
export function positionStartWire(legsMax: number): z.ZodType {
  return kept(startWires, legsMax, () =>
    z.strictObject({
      access_token: accessToken,
      alert_name: name,
      exit_time: z.string().optional(),
      strategy: z.strictObject({
        Ticker: z.string().regex(TICKER, { error: 'must be an underlying in capitals' }),
        Legs: z.array(leg).min(1).max(legsMax),
      }),
    }),
  );
}

/** Answer to a position start. */
export const positionStartedWire = z.object({ id: z.string().regex(POSITION_ID) });

/** Body of a position square-off. */
export const positionSquareOffWire = z.strictObject({ access_token: accessToken });

/** The position that is squared off. */
export const positionIdWire = z
  .string()
  .regex(POSITION_ID, { error: 'must be 1 to 128 visible characters' });

/** Answer to a square-off. */
export const squaredOffWire = z.object({ success: z.boolean(), message: z.string() });

/** A trade signal before it is text. */
export const signalRequestWire = z.strictObject({
  trades: z
    .array(
      z.strictObject({
        ticker: z.string().regex(TICKER, { error: 'must be a ticker in capitals' }),
        side: z.enum(['buy', 'sell']),
        quantity: z.int().min(1).max(10_000_000),
      }),
    )
    .min(1)
    .max(SIGNAL_TRADES_MAX),
  signalTag: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, { error: 'must be an identifier' }),
  brokerIds: z
    .array(z.string().regex(/^[a-zA-Z0-9_]{1,32}$/, { error: 'must be a broker id' }))
    .min(1)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'must name each broker once' }),
});

/** Answer to a trade signal. Without an order, the identifier may be empty or null. */
export const signalAnswerWire = z.object({
  success: z.boolean(),
  order_id: z.string().nullable(),
  message: z.string(),
});

/** Bounded before anything walks through it without bounds, JSON.stringify among them. */
function isShallow(value: unknown, depthMax: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) {
    return value === null || typeof value === 'string' || typeof value === 'boolean';
  }
  return depthMax > 0 && Object.values(value).every((below) => isShallow(below, depthMax - 1));
}
