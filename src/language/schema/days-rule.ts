import { z } from 'zod';

import { choice } from './choice.ts';
import { wording } from './wording.ts';

/** Days of the week in the order of `weekday()`: Sunday is 0. */
export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

/** A day of the week by name. */
export type Weekday = (typeof WEEKDAYS)[number];

const weekdays = z
  .array(choice(WEEKDAYS), { error: wording(['a list of weekdays'], '[monday, friday]') })
  .min(1, { error: wording(['a list of at least one weekday'], '[monday, friday]') });

/** On which trading days: a list of weekdays; every one when absent. */
export const weekdaysRule: z.ZodType<readonly Weekday[], readonly string[]> = weekdays;

/** On which trading days: a list of weekdays, or the day on which the options expire. */
export type DaysRule = readonly Weekday[] | 'expiry';

const DAYS_ALLOWED = ['expiry', 'a list of weekdays such as [monday, friday]'];

/** The schema of {@link DaysRule}: `expiry`, or `[monday, friday]`. */
export const daysRule: z.ZodType<DaysRule, readonly string[] | string> = z.union(
  [z.literal('expiry'), weekdays],
  { error: wording(DAYS_ALLOWED, 'expiry') },
);
