import { type z } from 'zod';

import { type Distance, percent, points } from '../../strategy/distance.ts';
import { textForm } from './text-form.ts';

const PERCENT_MAX = 1_000;
const POINTS_MAX = 100_000;

/** How far from a premium: `30%` of it, or `40 points`. */
export const distanceText: z.ZodType<Distance, string> = textForm({
  pattern: /^\d{1,6}(\.\d{1,2})?(%| points?)$/,
  allowed: ['a share of the premium above 0% such as 30%', 'an amount above 0 such as 40 points'],
  example: '30%',
  read: readDistance,
});

function readDistance(text: string): Distance | null {
  const isShare = text.endsWith('%');
  const amount = Number.parseFloat(text);
  if (amount <= 0 || amount > (isShare ? PERCENT_MAX : POINTS_MAX)) return null;
  return isShare ? percent(amount) : points(amount);
}
