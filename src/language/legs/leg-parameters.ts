import { z } from 'zod';

import { type ClockTime } from '../../model/time/ist.ts';
import { breakoutRule, legsForm } from '../schema/legs.ts';
import { clockTimeText } from '../schema/shared-keys.ts';
import { fileSizeKeys } from '../schema/sizing.ts';

/** What strategies with legs let a configuration change, with the values that they have without one. */
export interface LegDefaults {
  /** Symbol of the index: `NIFTY`. */
  readonly underlying: string;
  /** When the legs are entered. */
  readonly entry?: ClockTime;
  /** Of a breakout: the first minutes of the session, `15 minutes`. */
  readonly range?: string;
  /** Of a breakout: the length of a bar, `5 minutes`. */
  readonly bar?: string;
  /** Of a breakout: from when on nothing is entered any more. */
  readonly before?: ClockTime;
  /** When everything is closed; after the entry. */
  readonly exit: ClockTime;
  /** Lots of each leg, 1 to 1,000. */
  readonly lots?: number;
  /** Units of each leg instead of lots: whole lots of its contract at the entry. */
  readonly units?: number;
  /** What the legs of one entry may lose together at their stops: `5000 rupees`, or `1%` of the capital. */
  readonly risk?: string;
  /** What bought options of one entry may cost together: `20%` of the capital. */
  readonly share?: string;
  /** What shares are taken of: `500000 rupees`. */
  readonly capital?: string;
  /** Most lots of a leg where an entry is sized by its risk or its share, 1 to 1,000. */
  readonly maxLots?: number;
  /** Of each leg: `30%`, `40 points` or `2000 rupees`. */
  readonly stop?: string;
  /** Of each leg, as the stop. */
  readonly target?: string;
}

/** What else is known of the legs. */
export interface LegParametersOptions {
  /** Whether legs are carried overnight: the exit may then be earlier in the day than the entry. `@default` false */
  readonly carries?: boolean;
  /** Other parameters of the strategy, each with its default. `@default` none */
  readonly own?: Readonly<Record<string, z.ZodType>>;
  /** Lots of the largest leg in a set, where entries are sized: `maxLots` cannot be less. `@default` 1 */
  readonly largestLots?: number;
}

/** What a strategy gets of them: the default, or what a configuration says. */
type LegValues<Keys extends keyof LegDefaults> = {
  readonly [Key in Keys]-?: NonNullable<LegDefaults[Key]>;
};

/**
 * The parameters of a strategy with legs, as files of YAML have them: those that are given, with their defaults. They stay as a
 * configuration writes them; another value, or an exit that is not after the entry, is refused with what is allowed.
 */
export function legParameters<const Defaults extends LegDefaults>(
  defaults: Defaults,
  { carries = false, own = {}, largestLots = 1 }: LegParametersOptions = {},
): z.ZodType<LegValues<keyof Defaults & keyof LegDefaults>> {
  const shape: Record<string, z.ZodType> = { ...own };
  for (const [key, value] of Object.entries(defaults)) {
    shape[key] = parameter(WRITTEN[key as keyof LegDefaults], value as string | number);
  }
  // Of the strategy's words, not of parameters of its own that are called so.
  const isSized = 'risk' in defaults || 'share' in defaults;
  const read = z
    .strictObject(shape)
    .refine(carries ? () => true : isInOrder, {
      path: ['exit'],
      error: 'The exit must come after the entry',
    })
    .refine((params) => !isSized || hasCapital(params), {
      path: ['risk'],
      error: 'A share of the capital needs "capital" in the strategy, found none',
    })
    .refine((params) => !isSized || allows(params, largestLots), {
      path: ['maxLots'],
      error: `A leg has ${String(largestLots)} lots in a set: wanted at least so many`,
    })
    .refine((params) => !isSized || !isAmount(params, 'stop'), {
      path: ['stop'],
      error: OF_UNKNOWN,
    })
    .refine((params) => !isSized || !isAmount(params, 'target'), {
      path: ['target'],
      error: OF_UNKNOWN,
    });
  // Each key was given the schema of its own values, which types do not follow through the loop.
  return read as unknown as z.ZodType<LegValues<keyof Defaults & keyof LegDefaults>>;
}

/** What each parameter may be. */
const WRITTEN: Readonly<
  Record<keyof LegDefaults, z.ZodType<unknown, string | number | undefined>>
> = {
  underlying: legsForm.shape.underlying,
  entry: clockTimeText('09:20'),
  range: breakoutRule.shape.range,
  bar: breakoutRule.shape.bar,
  before: breakoutRule.shape.before,
  exit: legsForm.shape.exit,
  ...fileSizeKeys,
  stop: legsForm.shape.stop,
  target: legsForm.shape.target,
};

/** Times of one length compare as text; those with seconds come after those without. */
function isInOrder(params: object): boolean {
  const { entry, before, exit } = params as LegDefaults;
  return (entry ?? before ?? '') < exit;
}

function hasCapital(params: object): boolean {
  const { risk, capital } = params as LegDefaults;
  return risk?.endsWith('%') !== true || capital !== undefined;
}

/** With fewer, no set could ever be entered. */
function allows(params: object, largestLots: number): boolean {
  const { maxLots } = params as LegDefaults;
  return maxLots === undefined || maxLots >= largestLots;
}

const OF_UNKNOWN =
  'An amount in rupees is of a leg of known lots, and these are decided at the entry: wanted a share such as 30%, or points';

function isAmount(params: object, key: 'stop' | 'target'): boolean {
  return (params as LegDefaults)[key]?.includes('rupee') === true;
}

/** A key of the file that a configuration may override. It stays as it is written, so that people can read it. */
function parameter<Written extends string | number>(
  schema: z.ZodType<unknown, Written | undefined>,
  inFile: Written,
): z.ZodType<Written> {
  return z
    .unknown()
    .optional()
    .transform((found, context) => {
      if (found === undefined) return inFile;
      const read = schema.safeParse(found);
      // What the schema reads is what it says it takes in.
      if (read.success) return found as Written;
      context.addIssue({ code: 'custom', message: read.error.issues[0]?.message ?? '' });
      return z.NEVER;
    });
}
