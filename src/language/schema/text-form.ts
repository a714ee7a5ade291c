import { z } from 'zod';

import { wording } from './wording.ts';

/** A text of a fixed form, and what it means. */
export interface TextForm<Value> {
  readonly pattern: RegExp;
  /** The choices, in words. */
  readonly allowed: readonly string[];
  readonly example: string;
  /** The meaning of a text that matches; null when it is out of range after all. */
  readonly read: (text: string) => Value | null;
}

/** The schema of a text form: the file says a text, the strategy gets its meaning. */
export function textForm<Value>(form: TextForm<Value>): z.ZodType<Value, string> {
  const error = wording(form.allowed, form.example);
  return z
    .string({ error })
    .regex(form.pattern, { error })
    .transform((text, context) => {
      const value = form.read(text);
      if (value !== null) return value;
      context.addIssue({ code: 'custom', message: error });
      return z.NEVER;
    })
    .meta({ description: `Allowed: ${form.allowed.join('; ')}`, examples: [form.example] });
}
