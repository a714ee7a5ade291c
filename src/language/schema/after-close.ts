import { type z } from 'zod';

import { choice, mapping, wholeNumber } from '../../text/worded-schema.ts';
import { legNames } from './leg-names.ts';

const TIMES_MAX = 20;

/** How a leg is entered again. */
const reenter = mapping('how', {
  how: choice(['immediately', 'at-cost', 'on-momentum']).meta({
    description:
      'At once by its strike; when its contract is back at its entry price; or after its momentum',
  }),
  direction: choice(['same', 'reversed']).default('same').meta({
    description: 'Whether it is bought again where it was bought, or sold',
  }),
  times: wholeNumber('times', TIMES_MAX)
    .default(1)
    .meta({ description: 'How often in a day at most; once by default' }),
});

/** What happens to the other legs when a leg was closed by its stop, or by its target. */
export const afterClose = mapping('cost, exit or reenter', {
  cost: legNames.optional().meta({
    description: 'Moves the stops of these legs to their entry price; all: of all others',
  }),
  exit: legNames.optional().meta({
    description: 'Closes these legs; all: everything that is open, and entries under way',
  }),
  reenter: reenter.optional(),
});

/** What happens after a close, read. */
export type AfterClose = z.output<typeof afterClose>;
