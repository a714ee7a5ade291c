import { z } from 'zod';

import { mapping, wording } from '../../text/worded-schema.ts';
import { clockTimeText, heading, weekdaysRule } from './shared-keys.ts';

const TEXT = wording(['a text of 1 to 64 characters'], 'morning-straddle');
const LEGS = wording(['a list of 1 to 10 legs in the platform’s words'], '[{ … }]');

/** The `position` form: a custom position of the platform, started and squared off at fixed times. */
export const positionForm = z.lazy(() =>
  mapping('the keys of a strategy', {
    ...heading,
    days: weekdaysRule.optional(),
    position: mapping('ticker, start, squareOff and legs', {
      ticker: z.string({ error: TEXT }).min(1, { error: TEXT }).max(64, { error: TEXT }),
      alertName: z
        .string({ error: TEXT })
        .min(1, { error: TEXT })
        .max(64, { error: TEXT })
        .optional(),
      start: clockTimeText('09:20'),
      squareOff: clockTimeText('15:10'),
      exitTime: clockTimeText('15:15').optional().meta({
        description: 'When the platform closes the position by itself, as a second safety',
      }),
      legs: z
        .array(z.record(z.string(), z.json(), { error: wording(['a mapping'], '{ … }') }), {
          error: LEGS,
        })
        .min(1, { error: LEGS })
        .max(10, { error: LEGS }),
    }),
  }),
);

/** A strategy of the `position` form, read. */
export type PositionForm = z.output<typeof positionForm>;
