import { z } from 'zod';

import { BROKER_NAME, BROKER_NAME_ALLOWED } from '../../model/runs/run-broker.ts';
import { type ClockTime, isClockTime } from '../../model/time/ist.ts';
import { LANGUAGE_VERSION } from '../migration/migrations.ts';
import { choice, textForm, wording } from '../../text/worded-schema.ts';

const NAME = ['1 to 32 characters of a-z 0-9 and -, beginning with a letter'];

/** The keys that every form begins with. */
export const heading = {
  name: z
    .string({ error: wording(NAME, 'short-straddle') })
    .regex(/^[a-z][a-z0-9-]{0,31}$/, { error: wording(NAME, 'short-straddle') })
    .meta({ description: 'Name of the strategy, part of every order’s tags' }),
  schemaVersion: z
    .literal(LANGUAGE_VERSION, {
      error: wording([String(LANGUAGE_VERSION)], String(LANGUAGE_VERSION)),
    })
    .meta({ description: 'Version of this language' }),
};

const BROKER = [`the name of a broker in the configuration: ${BROKER_NAME_ALLOWED}`];

/** The broker connection that a file trades through. */
export const brokerRule = z
  .string({ error: wording(BROKER, 'hedge-fund') })
  .regex(BROKER_NAME, { error: wording(BROKER, 'hedge-fund') })
  .meta({
    description:
      'Broker connection that every order goes to, by its name in the configuration; else the account’s own',
  });

/** A time of day in IST, `HH:MM` or `HH:MM:SS`. */
export function clockTimeText(example: ClockTime): z.ZodType<ClockTime, string> {
  return textForm({
    pattern: /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/,
    allowed: [`a time of day in IST such as ${example}`],
    example,
    read: (text) => (isClockTime(text) ? text : null),
  });
}

const MINUTES_MAX = 240;

/** A stretch of time in whole minutes: `15 minutes`. */
export function minutesText(example: string): z.ZodType<number, string> {
  return textForm({
    pattern: /^[1-9]\d{0,2} minutes?$/,
    allowed: [`1 to ${String(MINUTES_MAX)} minutes such as ${example}`],
    example,
    read: (text) => {
      const minutes = Number.parseInt(text, 10);
      return minutes <= MINUTES_MAX ? minutes : null;
    },
  });
}

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

/** From how many to how many days of the calendar before the expiry, both included. */
export interface DaysToExpiry {
  readonly from: number;
  readonly to: number;
}

const DAYS_MAX = 400;

/** Days of the calendar to the expiry on which a file trades: `0`, or `1-4`. */
export const daysToExpiryRule: z.ZodType<DaysToExpiry, string | number> = z.union(
  [
    z
      .int()
      .min(0)
      .max(DAYS_MAX)
      .transform((days): DaysToExpiry => ({ from: days, to: days })),
    z
      .string()
      .regex(/^\d{1,3}-\d{1,3}$/)
      .transform((text): DaysToExpiry => {
        const [from = 0, to = 0] = text.split('-').map(Number);
        return { from, to };
      })
      .refine(({ from, to }) => from <= to && to <= DAYS_MAX),
  ],
  { error: wording(['whole days such as 0', 'a range such as 1-4'], '0') },
);
