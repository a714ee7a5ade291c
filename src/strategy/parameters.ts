import { z } from 'zod';

import { isClockTime } from '../model/time/ist.ts';

/** zod, so that a strategy describes its parameters without a dependency of its own. */
export { z };

/** A time of day in IST: `HH:MM` or `HH:MM:SS`. */
export function clockTime(): z.ZodString {
  return z.string().refine(isClockTime, {
    error: 'Wanted a time of day',
    params: { allowed: 'HH:MM or HH:MM:SS (24 hours, IST)', next: 'Write for example 09:30' },
  });
}

/** A number of lots: whole, at least 1. */
export function lots(): z.ZodNumber {
  return z.number().int({ error: 'Wanted whole lots' }).min(1, { error: 'Wanted at least 1 lot' });
}

/** A percentage: above 0, at most 1,000. */
export function percentNumber(): z.ZodNumber {
  const error = 'Wanted a percentage above 0 and at most 1000';
  return z.number().gt(0, { error }).max(1000, { error });
}
