import { z } from 'zod';

import { legsForm } from './schema/legs-form.ts';
import { positionForm } from './schema/position-form.ts';
import { signalsForm } from './schema/signals-form.ts';

/** The JSON schema (draft 7) of strategy files: gives editors completion and marks mistakes while typing. */
export function strategyJsonSchema(): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(
    z
      .union([legsForm, positionForm, signalsForm])
      .meta({ title: 'Strategy', description: 'A trading strategy in YAML' }),
    { target: 'draft-07', io: 'input' },
  );
}
