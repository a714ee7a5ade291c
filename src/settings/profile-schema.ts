import { z } from 'zod';

import { lazily } from '../base/lazily.ts';
import { type Profile } from '../model/orders/platform-profile.ts';

type Leaf = string | number | boolean | null | readonly unknown[];
type Schemas<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends Leaf ? z.ZodType<Tree[Key]> : Schemas<Tree[Key]>;
};
/** A tree of schemas, without the types of its leaves. */
interface SchemaTree {
  readonly [key: string]: z.ZodType | SchemaTree;
}

const text = (allowed: string, pattern: RegExp): z.ZodType<string> =>
  z.string().regex(pattern, { error: allowed });
const token = text(
  "letters, digits and any of !#$%&'*+.^_`|~-",
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/,
);
const word = text('1 to 64 visible characters', /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/);
const count = (min: number, max: number): z.ZodType<number> => z.int().min(min).max(max);
const webhookRole = z.enum(['ordersWebhook', 'webhook']);
const instantFormat = z.enum([
  'iso-ist-second',
  'iso-ist',
  'iso-utc',
  'ist-minute',
  'epoch-seconds',
  'epoch-ms',
]);
const keyedBy = z.enum(['order-id', 'index']);
const DAY_MS = 86_400_000;

/** One schema for every key of a profile. */
const VALUES: Schemas<Omit<Profile, 'name'>> = {
  session: {
    cookieName: token,
    csrfCookieName: token,
    csrfHeader: token,
    sendHeldOnLogin: z.boolean(),
    ordersNeedSession: z.boolean(),
    endsAtIst: text('a time HH:MM, or null', /^([01]\d|2[0-3]):[0-5]\d$/).nullable(),
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
    instrumentType: { option: z.array(word).min(1), future: z.array(word) },
  },
  records: {
    zonelessOffset: text('an offset +HH:MM', /^[+-](0\d|1[0-4]):[0-5]\d$/),
    tradeTime: z.literal('opaque'),
    nullableOrderFields: z.array(word),
    instrumentIdFields: z.array(word).min(1),
  },
  lookup: { sendRange: z.boolean(), rangeFormat: instantFormat },
  results: { modifyKeyedBy: keyedBy, cancelKeyedBy: keyedBy },
  limits: {
    cancelBatchMax: count(1, 10),
    tagLengthMax: count(8, 256),
    extraTagsMax: count(0, 64),
    extraTagKeyLengthMax: count(1, 256),
    extraTagValueLengthMax: count(1, 1_024),
    positionLegsMax: count(1, 100),
    bodyBytesMax: count(65_536, 268_435_456),
  },
  deadlines: { connectMs: count(10, 60_000), totalMs: count(10, 120_000) },
  rejections: { certainStatuses: z.array(count(400, 499)) },
};

/** How sure a value is: published, several third parties, one third party, guessed. */
export type Confidence = 'P' | 'S' | 'T' | 'G';

/** A value with where it comes from. */
export interface DocumentedValue {
  readonly value: unknown;
  readonly source: string;
  readonly confidence: Confidence;
}

/** A profile file: every key, each with `value`, `source` and `confidence`. */
export const profileFileSchema: () => z.ZodType<Readonly<Record<string, unknown>>> = lazily(() =>
  z.strictObject(
    map(VALUES, (value) =>
      z.strictObject({
        value,
        source: z.string().min(1),
        confidence: z.enum(['P', 'S', 'T', 'G']),
      }),
    ),
  ),
);

/** Overrides in a user's configuration: any of the keys, plain values. */
export const profileOverridesSchema: () => z.ZodType<Readonly<Record<string, unknown>>> = lazily(
  () =>
    z.strictObject(
      map(
        VALUES,
        (value) => value.optional(),
        (branch) => branch.optional(),
      ),
    ),
);

/** Dotted names of all keys of a profile. */
export const PROFILE_KEYS: readonly string[] = keysOf(VALUES);

function map(
  tree: SchemaTree,
  leaf: (schema: z.ZodType) => z.ZodType,
  branch: (schema: z.ZodType) => z.ZodType = (schema) => schema,
): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(tree).map(([key, below]) => [
      key,
      below instanceof z.ZodType ? leaf(below) : branch(z.strictObject(map(below, leaf, branch))),
    ]),
  );
}

function keysOf(tree: SchemaTree, above = ''): readonly string[] {
  return Object.entries(tree).flatMap(([key, below]) =>
    below instanceof z.ZodType ? [`${above}${key}`] : keysOf(below, `${above}${key}.`),
  );
}
