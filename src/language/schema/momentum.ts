import { type z } from 'zod';

import { type Distance, percent, points } from '../../strategy/distance.ts';
import { textForm } from '../../text/worded-schema.ts';

/** How far a price must move, and which way. */
export interface LegMomentum {
  /** 1 up, -1 down. */
  readonly direction: 1 | -1;
  readonly distance: Distance;
  /** As it is written. */
  readonly text: string;
}

const PERCENT_MAX = 1_000;

/** A move of a premium: `up 10%`, `down 20 points`. */
export const momentumText: z.ZodType<LegMomentum, string> = textForm({
  pattern: /^(up|down) \d{1,6}(\.\d{1,2})?(%| points?)$/,
  allowed: ['a rise such as up 10%', 'a fall such as down 20 points'],
  example: 'up 10%',
  read: readMomentum,
});

function readMomentum(text: string): LegMomentum | null {
  const direction = text.startsWith('up') ? 1 : -1;
  const amount = Number.parseFloat(text.replace(/^\w+ /, ''));
  if (amount <= 0) return null;
  if (!text.endsWith('%')) return { direction, distance: points(amount), text };
  // No premium falls by all that it is.
  if (amount > PERCENT_MAX || (direction < 0 && amount >= 100)) return null;
  return { direction, distance: percent(amount), text };
}
