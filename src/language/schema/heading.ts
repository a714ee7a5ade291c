import { z } from 'zod';

import { wording } from './wording.ts';

const NAME = ['1 to 32 characters of a-z 0-9 and -, beginning with a letter'];

/** The keys that every form begins with. */
export const heading = {
  name: z
    .string({ error: wording(NAME, 'short-straddle') })
    .regex(/^[a-z][a-z0-9-]{0,31}$/, { error: wording(NAME, 'short-straddle') })
    .meta({ description: 'Name of the strategy, part of every order’s tags' }),
  schemaVersion: z
    .literal(1, { error: wording(['1'], '1') })
    .meta({ description: 'Version of this language' }),
};
