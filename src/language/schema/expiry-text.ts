import { z } from 'zod';

import { isIstDate } from '../../model/ist.ts';
import { type ExpiryRule } from '../../streams/chain.ts';
import { wording } from './wording.ts';

const RULES = ['weekly', 'next-weekly', 'monthly', 'next-monthly'] as const;
const ALLOWED = [...RULES, 'a date YYYY-MM-DD'];

/** Which expiry: by rule, or by date. */
export const expiryText: z.ZodType<ExpiryRule, string> = z.union(
  [
    z.enum(RULES),
    z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .refine(isIstDate)
      .transform((date): ExpiryRule => ({ date })),
  ],
  { error: wording(ALLOWED, 'weekly') },
);
