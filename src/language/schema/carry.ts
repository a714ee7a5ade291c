import { z } from 'zod';

import { wording } from '../../text/worded-schema.ts';

/** Until when legs stay open: so many days of the calendar after their entry, or the day on which their contract expires. */
export type Carry = 'expiry' | { readonly days: number };

const DAYS_MAX = 60;
const ALLOWED = ['expiry', `1 to ${String(DAYS_MAX)} days such as 1 day`];

/** The schema of {@link Carry}: `1 day`, or `expiry`. */
export const carryRule: z.ZodType<Carry, string> = z.union(
  [
    z.literal('expiry'),
    z
      .string()
      .regex(/^[1-9]\d? days?$/)
      .transform((text) => Number.parseInt(text, 10))
      .pipe(z.number().max(DAYS_MAX))
      .transform((days): Carry => ({ days })),
  ],
  { error: wording(ALLOWED, '1 day') },
);
