import { z } from 'zod';

import { lazily } from '../../base/lazily.ts';
import {
  ascending,
  date,
  freeNote,
  paise,
  provenance,
  schemaVersion,
  timeSpan,
  time,
  underlying,
  units,
} from './table-fields.ts';
import { WEEKDAY_NAMES } from '../../model/time/ist.ts';

const WEEKDAYS = WEEKDAY_NAMES.map((name) => name.toLowerCase());
const spans = lazily(() =>
  z
    .array(timeSpan)
    .min(1)
    .refine(
      (list) => list.every(({ from }, index) => index === 0 || (list[index - 1]?.to ?? '') <= from),
      'Sessions must be in time order and must not overlap',
    ),
);

function distinctDates<Row extends { readonly date: string }>(
  row: z.ZodType<Row>,
): z.ZodType<Row[]> {
  return z.array(row).refine((rows) => new Set(rows.map((of) => of.date)).size === rows.length, {
    error: 'The same date twice',
  });
}

const hours = lazily(() =>
  ascending(
    z.strictObject({
      from: date,
      continuous: timeSpan,
      preOpen: timeSpan.optional(),
      closingAuction: timeSpan.optional(),
      note: freeNote,
      ...provenance,
    }),
  ).refine((rows) => rows.length > 0, 'At least one row of hours is needed'),
);

const specialSession = lazily(() => ({
  date,
  name: z.string().min(1),
  kind: z.enum(['full', 'split', 'muhurat']),
  preOpen: timeSpan.optional(),
  sessions: spans().optional(),
}));

/** `calendar.yaml`. */
export const calendarSchema = lazily(() =>
  z
    .strictObject({
      schemaVersion,
      verifiedFrom: date,
      verifiedThrough: date,
      checkedOn: date,
      activationWindow: z
        .strictObject({ from: time, to: time, ...provenance })
        .refine(({ from, to }) => from < to, 'The window must end after it begins'),
      sessionHours: z.strictObject({ derivatives: hours(), underlyingShares: hours() }),
      holidays: distinctDates(z.strictObject({ date, name: z.string().min(1), ...provenance })),
      specialSessions: distinctDates(z.strictObject({ ...specialSession(), ...provenance })),
    })
    .refine(
      ({ verifiedFrom, verifiedThrough }) => verifiedFrom <= verifiedThrough,
      '"verifiedThrough" must not be before "verifiedFrom"',
    ),
);

const expiryRows = lazily(() =>
  ascending(
    z.strictObject({
      from: date,
      until: date.optional(),
      on: date.optional(),
      weekday: z.enum(WEEKDAYS).transform((word) => WEEKDAYS.indexOf(word)),
      ...provenance,
    }),
  ),
);

/** `expiries.yaml`. */
export const expiriesSchema = lazily(() =>
  z.strictObject({
    schemaVersion,
    verifiedThrough: date,
    underlyings: z.record(
      underlying,
      z.strictObject({
        exchange: z.enum(['NSE', 'BSE']),
        listed: z.strictObject({
          weeklies: z.int().min(0).max(52),
          monthlies: z.int().min(0).max(12),
        }),
        weekly: expiryRows(),
        monthly: expiryRows(),
      }),
    ),
  }),
);

/** `lots.yaml`. */
export const lotsSchema = lazily(() =>
  z.strictObject({
    schemaVersion,
    verifiedThrough: date,
    lots: z.record(
      underlying,
      z
        .array(
          z.strictObject({
            fromExpiry: date,
            on: date.optional(),
            cycle: z.enum(['weekly', 'monthly']).optional(),
            units,
            ...provenance,
          }),
        )
        .min(1)
        .refine(
          (rows) =>
            rows.every(
              ({ fromExpiry }, index) =>
                index === 0 || (rows[index - 1]?.fromExpiry ?? '') <= fromExpiry,
            ),
          'Rows must ascend by "fromExpiry"',
        ),
    ),
  }),
);

/** `freeze.yaml`. */
export const freezeSchema = lazily(() =>
  z.strictObject({
    schemaVersion,
    verifiedThrough: date,
    freeze: ascending(
      z.strictObject({ from: date, units: z.record(underlying, units), ...provenance }),
    ),
  }),
);

/** `strikes.yaml`. */
export const strikesSchema = lazily(() =>
  z.strictObject({
    schemaVersion,
    verifiedThrough: date,
    strikes: z.record(
      underlying,
      z
        .strictObject({ stepPoints: paise, optionTickRupees: paise, ...provenance })
        .transform(({ stepPoints, optionTickRupees, ...row }) => ({
          ...row,
          strikeStepPaise: stepPoints,
          optionTickPaise: optionTickRupees,
        })),
    ),
    futureTicks: ascending(
      z
        .strictObject({ from: date, fromLevelPoints: paise, tickRupees: paise, ...provenance })
        .transform(({ fromLevelPoints, tickRupees, ...row }) => ({
          ...row,
          fromLevelPaise: fromLevelPoints,
          tickPaise: tickRupees,
        })),
    ),
  }),
);

const halts = lazily(() =>
  z
    .array(
      z.strictObject({
        since: time,
        haltMinutes: z.union([z.int().min(0).max(1440), z.literal('rest-of-day')]),
        preOpenMinutes: z.int().min(0).max(240).default(0),
      }),
    )
    .refine(
      (rows) =>
        rows.every(({ since }, at) =>
          at === 0 ? since === '00:00' : since > (rows[at - 1]?.since ?? ''),
        ),
      'Halts must ascend by "since", from 00:00 on',
    ),
);

/** `circuit-breakers.yaml`. */
export const circuitBreakersSchema = lazily(() =>
  z.strictObject({
    schemaVersion,
    verifiedThrough: date,
    watched: z.array(underlying).min(1),
    rules: ascending(
      z.strictObject({
        from: date,
        steps: z
          .array(z.strictObject({ percent: z.int().min(1).max(99), halts: halts() }))
          .refine(
            (steps) => steps.every(({ percent }, at) => (steps[at - 1]?.percent ?? 0) < percent),
            'Steps must ascend by "percent"',
          ),
        ...provenance,
      }),
    ),
  }),
);

const ownProvenance = {
  source: z.string().min(1).default('your own configuration'),
  confidence: provenance.confidence.default('P'),
};

/** What users add to the calendar: late holidays, extra sessions, and how far they have checked it. */
export const calendarAdditionsSchema = lazily(() =>
  z.strictObject({
    verifiedThrough: date.optional(),
    holidays: distinctDates(
      z.strictObject({ date, name: z.string().min(1), ...ownProvenance }),
    ).optional(),
    specialSessions: distinctDates(
      z.strictObject({ ...specialSession(), sessions: spans(), ...ownProvenance }),
    ).optional(),
  }),
);
