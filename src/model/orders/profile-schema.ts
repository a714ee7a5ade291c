import { z } from 'zod';

import { lazily } from '../../base/lazily.ts';
import { provenance } from '../market/table-fields.ts';

const text = (allowed: string, pattern: RegExp): z.ZodString =>
  z.string().regex(pattern, { error: allowed });
const token = text(
  "letters, digits and any of !#$%&'*+.^_`|~-",
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/,
);
const word = text('1 to 64 visible characters', /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/);
const count = (min: number, max: number): z.ZodInt => z.int().min(min).max(max);
/** Which of the two webhook hosts serves a path. */
export const webhookRole = z.enum(['ordersWebhook', 'webhook']);
/**
 * How an instant is written. `iso-ist-second` is `YYYY-MM-DDTHH:MM:SS+05:30`, `iso-ist` the same with milliseconds,
 * `iso-utc` ends in `Z`; `ist-minute` is `YYYY-MM-DDTHH:MM`, which names no offset and so is no `date-time` of JSON schema.
 */
export const instantFormat = z.enum([
  'iso-ist-second',
  'iso-ist',
  'iso-utc',
  'ist-minute',
  'epoch-seconds',
  'epoch-ms',
]);
/** What the keys of the answers to modify and cancel are. `index` is the position in the request, from 0. */
const keyedBy = z.enum(['order-id', 'index']);
const DAY_MS = 86_400_000;

/** One schema for every key of a profile; `docs/platform.md` says what each one does. */
export const PROFILE = {
  /** How a session is carried and how long it lasts. */
  session: {
    /** Cookie that proves the login. */
    cookieName: token,
    /** Cookie whose value is repeated in the CSRF header. */
    csrfCookieName: token,
    csrfHeader: token,
    /** Whether a login carries the cookies and header of the session before it. */
    sendHeldOnLogin: z.boolean(),
    /** Whether orders endpoints get the cookies and the header. */
    ordersNeedSession: z.boolean(),
    /** Time of day, IST `HH:MM`, at which every session ends; null for none. */
    endsAtIst: text('a time HH:MM, or null', /^([01]\d|2[0-3]):[0-5]\d$/).nullable(),
    /** Logins that may be tried within `loginWindowMs`. */
    loginAttemptsMax: count(1, 10),
    loginWindowMs: count(1_000, DAY_MS),
  },
  webhooks: {
    tradeSignalHost: webhookRole,
    positionStartHost: webhookRole,
    squareOffHost: webhookRole,
    signalContentType: text('a media type', /^[a-z]+\/[a-z0-9.+-]+(; ?charset=[a-z0-9-]+)?$/i),
    exitTimeFormat: instantFormat,
  },
  /** The platform's words. Those of requests are closed, those of answers open. */
  words: {
    orderType: { market: word, limit: word, stop: word },
    product: { intraday: word, carryForward: word },
    side: { buy: word, sell: word },
    status: {
      placePending: word,
      open: word,
      triggerPending: word,
      modifyPending: word,
      cancelPending: word,
      cancelled: word,
      rejected: word,
      completed: word,
    },
    optionType: { call: word, put: word },
    /** Words of an order's `instrument_type` and a contract's `type`. */
    instrumentType: { option: z.array(word).min(1), future: z.array(word) },
  },
  /** How records are read. */
  records: {
    /** UTC offset, `+HH:MM`, of timestamps that name none. */
    zonelessOffset: text('an offset +HH:MM', /^[+-](0\d|1[0-4]):[0-5]\d$/),
    /** What `trade_time` is. Its format is not shown, so it is only kept out of the way. */
    tradeTime: z.literal('opaque'),
    /** Fields of an order record that may be null though the interface calls them strings and numbers. */
    nullableOrderFields: z.array(word),
    /** Fields of a contract that name it in an order; the first present one counts. */
    instrumentIdFields: z.array(word).min(1),
  },
  /** How orders are looked up by tag. */
  lookup: { sendRange: z.boolean(), rangeFormat: instantFormat },
  results: { modifyKeyedBy: keyedBy, cancelKeyedBy: keyedBy },
  /** Limits that the interface does not show. */
  limits: {
    cancelBatchMax: count(1, 10),
    tagLengthMax: count(8, 256),
    extraTagsMax: count(0, 64),
    extraTagKeyLengthMax: count(1, 256),
    extraTagValueLengthMax: count(1, 1_024),
    positionLegsMax: count(1, 100),
    bodyBytesMax: count(65_536, 268_435_456),
  },
  /** How long a call may take: to connect, and to the last byte of the answer. */
  deadlines: { connectMs: count(10, 60_000), totalMs: count(10, 120_000) },
  /** HTTP statuses, undocumented for the endpoint, that the platform sends only before it accepts anything. */
  rejections: { certainStatuses: z.array(count(400, 499)) },
};

/** A tree of schemas, without the types of its leaves. */
interface SchemaTree {
  readonly [key: string]: z.ZodType | SchemaTree;
}
type TreeSchema = z.ZodType<Readonly<Record<string, unknown>>>;

/** A profile file: every key, each with `value`, `source` and `confidence`. */
export const profileFileSchema: () => TreeSchema = lazily(() =>
  schemaOf(PROFILE, (value) => z.strictObject({ value, ...provenance })),
);

/** Overrides in a user's configuration: any of the keys, plain values. */
export const profileOverridesSchema: () => TreeSchema = lazily(() =>
  schemaOf(
    PROFILE,
    (value) => value.optional(),
    (branch) => branch.optional(),
  ),
);

function schemaOf(
  tree: SchemaTree,
  leaf: (schema: z.ZodType) => z.ZodType,
  branch: (schema: z.ZodType) => z.ZodType = (schema) => schema,
): TreeSchema {
  const entries = Object.entries(tree).map(([key, below]) => [
    key,
    below instanceof z.ZodType ? leaf(below) : branch(schemaOf(below, leaf, branch)),
  ]);
  return z.strictObject(Object.fromEntries(entries) as Record<string, z.ZodType>);
}
