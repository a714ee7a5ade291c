import { type z } from 'zod';

import { textForm } from './text-form.ts';

const MINUTES_MAX = 240;

/** A stretch of time in whole minutes: `15 minutes`. */
export function minutesText(example: string): z.ZodType<number, string> {
  return textForm({
    pattern: /^[1-9]\d{0,2} minutes?$/,
    allowed: [`1 to ${String(MINUTES_MAX)} minutes such as ${example}`],
    example,
    read: (text) => {
      const minutes = Number.parseInt(text, 10);
      return minutes <= MINUTES_MAX ? minutes : null;
    },
  });
}
