import { type z } from 'zod';

import { mapping } from '../../text/worded-schema.ts';
import { legNames } from './leg-names.ts';

/** What happens to the other legs when a leg was closed by its stop, or by its target. */
export const afterClose = mapping('cost or exit', {
  cost: legNames.optional().meta({
    description: 'Moves the stops of these legs to their entry price; all: of all others',
  }),
  exit: legNames.optional().meta({
    description: 'Closes these legs; all: everything that is open, and entries under way',
  }),
});

/** What happens after a close, read. */
export type AfterClose = z.output<typeof afterClose>;
