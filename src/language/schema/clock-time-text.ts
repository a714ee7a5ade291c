import { type z } from 'zod';

import { type ClockTime, isClockTime } from '../../model/ist.ts';
import { textForm } from './text-form.ts';

/** A time of day in IST, `HH:MM` or `HH:MM:SS`. */
export function clockTimeText(example: ClockTime): z.ZodType<ClockTime, string> {
  return textForm({
    pattern: /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/,
    allowed: [`a time of day in IST such as ${example}`],
    example,
    read: (text) => (isClockTime(text) ? text : null),
  });
}
