import { type z } from 'zod';

import { type Distance, percent, points } from '../../strategy/distance.ts';
import { textForm } from '../../text/worded-schema.ts';

/** How far a price must move, and which way. */
export interface LegMomentum {
  /** 1 up, -1 down. */
  readonly direction: 1 | -1;
  readonly distance: Distance;
  /** As messages name it: `up 10%`. */
  readonly text: string;
}

/** A rise of a premium by a distance, on which a leg is entered. */
export function rise(distance: MovedDistance): LegMomentum {
  return { direction: 1, distance, text: `up ${moved(distance)}` };
}

/** A fall of a premium by a distance, on which a leg is entered. */
export function fall(distance: MovedDistance): LegMomentum {
  return { direction: -1, distance, text: `down ${moved(distance)}` };
}

type MovedDistance = Exclude<Distance, { kind: 'rupees' }>;

function moved(distance: MovedDistance): string {
  if (distance.kind === 'percent') return `${String(distance.percent)}%`;
  return `${String(distance.paise / 100)} points`;
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
  const isRise = text.startsWith('up');
  const move = isRise ? rise : fall;
  const amount = Number.parseFloat(text.replace(/^\w+ /, ''));
  if (amount <= 0) return null;
  if (!text.endsWith('%')) return move(points(amount));
  // No premium falls by all that it is.
  if (amount > PERCENT_MAX || (!isRise && amount >= 100)) return null;
  return move(percent(amount));
}
