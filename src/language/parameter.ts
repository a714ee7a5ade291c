import { z } from 'zod';

import { alternatives } from './describe-issue.ts';
import { readWording } from './schema/wording.ts';

/** A key of the file that a configuration may override. It stays as it is written, so that people can read it. */
export function parameter<Written extends string | number>(
  schema: z.ZodType<unknown, Written | undefined>,
  inFile: Written,
): z.ZodType<Written> {
  return z
    .unknown()
    .optional()
    .transform((found, context) => {
      if (found === undefined) return inFile;
      const read = schema.safeParse(found);
      // What the schema reads is what it says it takes in.
      if (read.success) return found as Written;
      const allowed = readWording(read.error.issues[0]?.message ?? '')?.allowed ?? [];
      context.addIssue({ code: 'custom', message: `Allowed is ${alternatives(allowed)}` });
      return z.NEVER;
    });
}
