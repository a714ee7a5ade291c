import { z } from 'zod';

import { isClockTime } from '../model/time/ist.ts';

/** zod, so that a strategy describes its parameters without a dependency of its own. */
export { z };

/** A time of day in IST: `HH:MM` or `HH:MM:SS`. */
export function clockTime(): z.ZodString {
  return z.string().refine(isClockTime, {
    error: ({ input }) =>
      `Wanted a time of day HH:MM or HH:MM:SS (24 hours, IST), found "${String(input)}"`,
  });
}

/** A number of lots: whole, at least 1. */
export function lots(): z.ZodNumber {
  return z
    .number()
    .int({ error: ({ input }) => `Wanted whole lots, found ${String(input)}` })
    .min(1, { error: ({ input }) => `Lots must be >= 1, found ${String(input)}` });
}

/** A percentage: above 0, at most 1,000. */
export function percentNumber(): z.ZodNumber {
  const message = ({ input }: { readonly input?: unknown }): string =>
    `Wanted a percentage above 0 and at most 1000, found ${String(input)}`;
  return z.number().gt(0, { error: message }).max(1000, { error: message });
}
