import { z } from 'zod';

import { mapping, wording } from '../../text/worded-schema.ts';
import { writtenValue } from './expression-texts.ts';

const PARAMETERS_MAX = 50;
const DESCRIPTION_CHARS_MAX = 200;
const WHAT = wording(
  [`a mapping of 1 to ${String(PARAMETERS_MAX)} parameters`],
  '{ level: { default: 24500 points } }',
);
const DESCRIPTION = {
  error: wording([`a text of 1 to ${String(DESCRIPTION_CHARS_MAX)} characters`], 'Where it enters'),
};

const declared = mapping('default', {
  default: writtenValue.meta({ description: 'Its value, whose unit is that of all others' }),
  min: writtenValue
    .optional()
    .meta({ description: 'The least value that a configuration may give' }),
  max: writtenValue.optional().meta({ description: 'The largest one' }),
  description: z
    .string(DESCRIPTION)
    .min(1, DESCRIPTION)
    .max(DESCRIPTION_CHARS_MAX, DESCRIPTION)
    .optional()
    .meta({ description: 'What it is for' }),
});

/** A parameter as a file declares it. */
export type DeclaredForm = z.output<typeof declared>;

/** Values that a configuration may give instead of those of the file. */
export const parametersRule: z.ZodType<Readonly<Record<string, DeclaredForm>>> = z
  .record(z.string(), declared, { error: WHAT })
  .refine((all) => Object.keys(all).length > 0, { error: WHAT })
  .refine((all) => Object.keys(all).length <= PARAMETERS_MAX, { error: WHAT });
