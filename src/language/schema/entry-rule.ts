import { z } from 'zod';

import { type ClockTime } from '../../model/ist.ts';
import { choice } from './choice.ts';
import { clockTimeText } from './clock-time-text.ts';
import { mapping } from './mapping.ts';
import { minutesText } from './minutes-text.ts';
import { wording } from './wording.ts';

/** Entry when the index leaves the range of the day's first minutes. */
export const breakoutRule = mapping('range, bar and before', {
  range: minutesText('15 minutes').meta({
    description: 'The first minutes of the session, whose high and low are the range',
  }),
  bar: minutesText('5 minutes').meta({
    description: 'The first bar of this length that closes outside of the range is the breakout',
  }),
  before: clockTimeText('14:00').meta({ description: 'From when on nothing is entered any more' }),
  otherSide: choice(['hold', 'exit'])
    .default('hold')
    .meta({ description: 'What happens when the index crosses to the other side of the range' }),
});

/** A breakout, read. */
export type BreakoutRule = z.output<typeof breakoutRule>;

const ALLOWED = [
  'a time of day in IST such as 09:20',
  'a breakout such as { range: 15 minutes, bar: 5 minutes, before: 14:00 }',
];

/** When legs are entered: at a time, or when the index leaves its opening range. */
export const entryRule: z.ZodType<ClockTime | BreakoutRule, string | z.input<typeof breakoutRule>> =
  z.union([clockTimeText('09:20'), breakoutRule], { error: wording(ALLOWED, '09:20') });
