import { type z } from 'zod';

import { rupees, type WholeLimit } from '../../strategy/whole.ts';
import { textForm } from './text-form.ts';

const PERCENT_MAX = 1_000;

/** An amount for the whole: `5000 rupees`, or `25%` of the net premium of all entries. */
export const amountText: z.ZodType<WholeLimit, string> = textForm({
  pattern: /^\d{1,9}(\.\d{1,2})?(%| rupees?)$/,
  allowed: ['an amount such as 5000 rupees', 'a share of the net premium such as 25%'],
  example: '5000 rupees',
  read: readAmount,
});

function readAmount(text: string): WholeLimit | null {
  const amount = Number.parseFloat(text);
  if (amount <= 0) return null;
  if (!text.endsWith('%')) return rupees(amount);
  return amount > PERCENT_MAX ? null : { kind: 'percent', percent: amount };
}
