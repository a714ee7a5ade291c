import { z } from 'zod';

import { lazily } from '../../base/lazily.ts';
import { WEEKDAY_NAMES } from '../time/ist.ts';
import {
  ascending,
  date,
  freeNote,
  inOrder,
  paise,
  provenance,
  table,
  timeSpan,
  time,
  underlying,
  units,
} from './table-fields.ts';

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

/** Ordinary hours of a market segment from a date on. */
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

/** A date without the ordinary session. */
const holiday = { date, name: z.string().min(1) };
/** A date whose sessions are not the ordinary ones. */
const specialSession = lazily(() => ({
  ...holiday,
  /** A `muhurat` session is a token hour on a holiday: contracts do not expire on it. */
  kind: z.enum(['full', 'split', 'muhurat']),
  preOpen: timeSpan.optional(),
  /** In time order; absent when the hours are not known. */
  sessions: spans().optional(),
}));

/** `calendar.yaml`: the exchanges' days, from `verifiedFrom` to `verifiedThrough`, both covered. */
export const calendarSchema = lazily(() =>
  table({
    verifiedFrom: date,
    checkedOn: date,
    activationWindow: z
      .strictObject({ from: time, to: time, ...provenance })
      .refine(({ from, to }) => from < to, 'The window must end after it begins'),
    sessionHours: z.strictObject({
      /** Index options and futures. */
      derivatives: hours(),
      /** The shares that an index is made of. */
      underlyingShares: hours(),
    }),
    holidays: distinctDates(z.strictObject({ ...holiday, ...provenance })),
    specialSessions: distinctDates(z.strictObject({ ...specialSession(), ...provenance })),
  }).refine(
    ({ verifiedFrom, verifiedThrough }) => verifiedFrom <= verifiedThrough,
    '"verifiedThrough" must not be before "verifiedFrom"',
  ),
);

/** The weekdays of expiry for contracts whose nominal expiry is `from` to `until`, both included. */
const expiryRows = lazily(() =>
  ascending(
    z.strictObject({
      from: date,
      until: date.optional(),
      /** Its contracts are listed on this date and later, and not before. */
      on: date.optional(),
      /** 0 Sunday to 6 Saturday. */
      weekday: z.enum(WEEKDAYS).transform((word) => WEEKDAYS.indexOf(word)),
      ...provenance,
    }),
  ),
);

/** `expiries.yaml`: how the contracts of each underlying expire. */
export const expiriesSchema = lazily(() =>
  table({
    underlyings: z.record(
      underlying,
      z.strictObject({
        exchange: z.enum(['NSE', 'BSE']),
        /** How many expiries of each cycle are listed at a time. */
        listed: z.strictObject({
          weeklies: z.int().min(0).max(52),
          monthlies: z.int().min(0).max(12),
        }),
        weekly: expiryRows(),
        /** The last such weekday of the month. */
        monthly: expiryRows(),
      }),
    ),
  }),
);

/** `lots.yaml`: units of a lot. The last row that fits holds. */
export const lotsSchema = lazily(() => {
  const row = z.strictObject({
    fromExpiry: date,
    /** Holds only for trading on this date or later. */
    on: date.optional(),
    /** Holds only for contracts of this cycle. */
    cycle: z.enum(['weekly', 'monthly']).optional(),
    units,
    ...provenance,
  });
  return table({ lots: z.record(underlying, inOrder(z.array(row).min(1), 'fromExpiry')) });
});

/** `freeze.yaml`: most units of one order, by underlying, from a date on. */
export const freezeSchema = lazily(() =>
  table({
    freeze: ascending(
      z.strictObject({ from: date, units: z.record(underlying, units), ...provenance }),
    ),
  }),
);

/** `strikes.yaml`: steps and ticks of each underlying's options, and ticks of futures at an index level. */
export const strikesSchema = lazily(() =>
  table({
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

/** For how long trading stops when the move comes at `since` or later, until the next row's `since`. */
const halts = lazily(() =>
  z
    .array(
      z.strictObject({
        since: time,
        /** 0 when trading continues. */
        haltMinutes: z.union([z.int().min(0).max(1440), z.literal('rest-of-day')]),
        /** The call auction before trading resumes. */
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

/** `circuit-breakers.yaml`: when trading stops for the whole market. */
export const circuitBreakersSchema = lazily(() =>
  table({
    /** Indexes whose moves count: whichever moves so far first. */
    watched: z.array(underlying).min(1),
    rules: ascending(
      z.strictObject({
        from: date,
        /** The halts of moves by so many percent from the previous close, up or down. */
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
    holidays: distinctDates(z.strictObject({ ...holiday, ...ownProvenance })).optional(),
    specialSessions: distinctDates(
      z.strictObject({ ...specialSession(), sessions: spans(), ...ownProvenance }),
    ).optional(),
  }),
);
