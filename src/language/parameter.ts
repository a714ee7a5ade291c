import { z } from 'zod';

import { alternatives } from './describe-issue.ts';
import { readWording } from './schema/wording.ts';

/** A key of the file that a configuration may override, in the words of the file. */
export function parameter<Value>(schema: z.ZodType<Value>, inFile: Value): z.ZodType<Value> {
  return z
    .unknown()
    .optional()
    .transform((found, context) => {
      if (found === undefined) return inFile;
      const read = schema.safeParse(found);
      if (read.success) return read.data;
      const allowed = readWording(read.error.issues[0]?.message ?? '')?.allowed ?? [];
      context.addIssue({ code: 'custom', message: `Allowed is ${alternatives(allowed)}` });
      return z.NEVER;
    });
}
