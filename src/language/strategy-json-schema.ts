import { z } from 'zod';

import { legsForm } from './schema/legs.ts';
import { positionForm } from './schema/position.ts';
import { signalsForm } from './schema/signals.ts';

/** The JSON schema (draft 7) of strategy files: gives editors completion and marks mistakes while typing. */
export function strategyJsonSchema(): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(
    z
      .union([legsForm, positionForm, signalsForm])
      .meta({ title: 'Strategy', description: 'A trading strategy in YAML' }),
    { target: 'draft-07', io: 'input' },
  );
}
