import { z } from 'zod';

import { isIstDate } from '../../../model/time/ist.ts';

/** Own bound: no underlying has a longer name. */
const UNDERLYING_LENGTH_MAX = 32;
/** Records that are explained when they cannot be read: a hostile list must not cost minutes. */
export const EXPLAINED_MAX = 100;

/** Query of `GET /contracts`. */
export const underlyingWire = z
  .string()
  .min(1)
  .max(UNDERLYING_LENGTH_MAX)
  .regex(/^[A-Z0-9&_-]*$/i, { error: 'must be letters, digits, &, _ or -' });

/**
 * A contract record. Below the interface's fields stand those that some deployments add; they are used where they are
 * there. Other fields are ignored.
 */
export const contractWire = z.looseObject({
  symbol: z.string().min(1),
  exchange: z.string(),
  type: z.string(),
  underlying: z.string(),
  expiry: z.string().refine(isIstDate, { error: 'not a date YYYY-MM-DD' }),
  strike: z.number().min(0).nullable(),
  lot_size: z.int().min(1),
  tick_size: z.number().positive(),
  option_type: z.string().nullish(),
  max_qty_in_order: z.number().nullish(),
  is_tradable: z.boolean().nullish(),
});

/** A record that has the interface's fields. */
export type ContractWire = z.infer<typeof contractWire>;
