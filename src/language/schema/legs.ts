import { z } from 'zod';

import { LEG_NAME } from '../../model/orders/leg-name.ts';
import { type ClockTime, isIstDate } from '../../model/time/ist.ts';
import { type Distance, percent, points } from '../../strategy/distance.ts';
import { rupees, type WholeLimit } from '../../strategy/whole.ts';
import { type ExpiryRule } from '../../streams/chain.ts';
import { choice, mapping, textForm, wording } from '../../text/worded-schema.ts';
import { afterClose } from './after-close.ts';
import { carryRule } from './carry.ts';
import { LEGS_MAX } from './leg-names.ts';
import { momentumText } from './momentum.ts';
import { protectionsRule } from './protections.ts';
import {
  brokerRule,
  clockTimeText,
  daysRule,
  daysToExpiryRule,
  heading,
  minutesText,
} from './shared-keys.ts';
import { fileSizeKeys, legSizeKeys } from './sizing.ts';
import { strikeRule } from './strike-rule.ts';

const RULES = ['weekly', 'next-weekly', 'monthly', 'next-monthly'] as const;
const EXPIRY_DAYS_MAX = 400;
/** What `expiry` may be, for messages. */
export const EXPIRY_ALLOWED = [...RULES, 'days such as 7 days', 'a date YYYY-MM-DD'];

/** Which expiry: by rule, by days from today, or by date. */
export const expiryText: z.ZodType<ExpiryRule, string> = z.union(
  [
    z.enum(RULES),
    z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .refine(isIstDate)
      .transform((date): ExpiryRule => ({ date })),
    z
      .string()
      .regex(/^\d{1,3} days?$/)
      .transform((text) => Number.parseInt(text, 10))
      .pipe(z.number().max(EXPIRY_DAYS_MAX))
      .transform((daysMin): ExpiryRule => ({ daysMin })),
  ],
  { error: wording(EXPIRY_ALLOWED, 'weekly') },
);

const PERCENT_MAX = 1_000;

/** An amount for the whole: `5000 rupees`, or `25%` of the net premium of all entries. */
export const amountText: z.ZodType<WholeLimit, string> = textForm({
  pattern: /^\d{1,9}(\.\d{1,2})?(%| rupees?)$/,
  allowed: ['an amount such as 5000 rupees', 'a share of the net premium such as 25%'],
  example: '5000 rupees',
  read: readAmount,
});

function readAmount(text: string): WholeLimit | null {
  const amount = Number.parseFloat(text);
  if (amount <= 0) return null;
  if (!text.endsWith('%')) return rupees(amount);
  return amount > PERCENT_MAX ? null : { kind: 'percent', percent: amount };
}

const POINTS_MAX = 100_000;

/** How far from a price, as a file says it: an amount in rupees is of a leg whose lots are not known yet. */
export type DistanceForm =
  Exclude<Distance, { kind: 'rupees' }> | { readonly kind: 'rupees'; readonly paise: number };

/** How far from a premium: `30%` of it, `40 points`, or `2000 rupees` of the whole leg. */
export const distanceText: z.ZodType<DistanceForm, string> = textForm({
  pattern: /^\d{1,9}(\.\d{1,2})?(%| points?| rupees?)$/,
  allowed: [
    'a share of the premium above 0% such as 30%',
    'an amount above 0 such as 40 points',
    'an amount for the leg such as 2000 rupees',
  ],
  example: '30%',
  read: readDistance,
});

/** An index moves no further in a day: its market is halted by then. */
const INDEX_PERCENT_MAX = 20;

/** How far from the level of the index: `0.5%` of it, or `100 points`. */
export const indexDistanceText: z.ZodType<Exclude<Distance, { kind: 'rupees' }>, string> = textForm(
  {
    pattern: /^\d{1,6}(\.\d{1,2})?(%| points?)$/,
    allowed: [
      'points of the index such as 100 points',
      `a share of its level up to ${String(INDEX_PERCENT_MAX)}% such as 0.5%`,
    ],
    example: '100 points',
    read: (text) => {
      const distance = readShareOrPoints(text);
      const isFar = distance?.kind === 'percent' && distance.percent > INDEX_PERCENT_MAX;
      return isFar ? null : distance;
    },
  },
);

function readDistance(text: string): DistanceForm | null {
  if (!/rupees?$/.test(text)) return readShareOrPoints(text);
  const amount = Number.parseFloat(text);
  return amount > 0 ? { kind: 'rupees', paise: Math.round(amount * 100) } : null;
}

function readShareOrPoints(text: string): Exclude<Distance, { kind: 'rupees' }> | null {
  const isShare = text.endsWith('%');
  const amount = Number.parseFloat(text);
  if (amount <= 0 || amount > (isShare ? PERCENT_MAX : POINTS_MAX)) return null;
  return isShare ? percent(amount) : points(amount);
}

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

const ENTRIES_MAX = 20;
const ENTRY_ALLOWED = [
  'a time of day in IST such as 09:20',
  'a list of times such as [09:20, 11:00]',
  'a breakout such as { range: 15 minutes, bar: 5 minutes, before: 14:00 }',
];

type EntryForm = ClockTime | BreakoutRule | readonly ClockTime[];
type WrittenEntry = string | z.input<typeof breakoutRule> | readonly string[];

/** When legs are entered: at a time, at several, or when the index leaves its opening range. */
const entryRule: z.ZodType<EntryForm, WrittenEntry> = z.union(
  [
    clockTimeText('09:20'),
    breakoutRule,
    z.array(clockTimeText('09:20')).min(1).max(ENTRIES_MAX).readonly(),
  ],
  { error: wording(ENTRY_ALLOWED, '09:20') },
);

const UNDERLYING = ['a symbol in capitals such as NIFTY'];
const NO_LEGS = wording(
  [`a mapping of 1 to ${String(LEGS_MAX)} legs by name`],
  '{ ce: { side: sell, type: CE, strike: ATM } }',
);

const trail = mapping('move and step', {
  move: distanceText.meta({ description: 'Each time the premium has moved this far in favour …' }),
  step: distanceText.meta({ description: '… the stop follows by this much' }),
});

const protection = {
  stop: distanceText.optional().meta({
    description:
      'Loss at which a leg is closed, measured on its premium: a stop order of the platform',
  }),
  target: distanceText.optional().meta({
    description: 'Profit at which a leg is closed, measured on its premium; watched on prices',
  }),
  trail: trail.optional(),
  momentum: momentumText.optional().meta({
    description: 'Move of its premium, from where it is at the entry, on which a leg is entered',
  }),
  indexStop: indexDistanceText.optional().meta({
    description:
      'How far the index may go against a leg from its level at entry; watched on prices',
  }),
  indexTarget: indexDistanceText.optional().meta({
    description: 'How far the index goes in favour of a leg until it is closed; watched on prices',
  }),
  onStop: afterClose.optional().meta({
    description: 'What happens to the other legs when the stop of a leg has closed it',
  }),
  onTarget: afterClose.optional().meta({
    description: 'What happens to the other legs when the target of a leg has closed it',
  }),
};

const underlyingText = z
  .string({ error: wording(UNDERLYING, 'NIFTY') })
  .regex(/^[A-Z][A-Z0-9]{1,19}$/, { error: wording(UNDERLYING, 'NIFTY') });

const leg = mapping('side, type and strike', {
  when: choice(['above', 'below']).optional().meta({
    description: 'Side of the range on which a breakout enters this leg; both by default',
  }),
  underlying: underlyingText.optional().meta({
    description: 'Index whose options this leg trades; that of the file by default',
  }),
  side: choice(['buy', 'sell']),
  type: choice(['CE', 'PE', 'FUT']),
  strike: strikeRule.optional(),
  expiry: expiryText.optional(),
  ...legSizeKeys,
  ...protection,
});

const whole = mapping('stop, target or trail', {
  stop: amountText.optional(),
  target: amountText.optional(),
  trail: mapping('move and step', { move: amountText, step: amountText }).optional(),
});

/** The `legs` form: options entered together, protected one by one and as a whole. */
export const legsForm = mapping('the keys of a strategy', {
  ...heading,
  underlying: underlyingText,
  days: daysRule.optional().meta({ description: 'Which trading days; all of them by default' }),
  daysToExpiry: daysToExpiryRule.optional().meta({
    description: 'Days of the calendar to the nearest expiry of the legs on which they are entered',
  }),
  entry: entryRule,
  exit: clockTimeText('15:10'),
  lastEntry: clockTimeText('14:00').optional().meta({
    description: 'From when on no leg is entered again, and none that waits for a momentum',
  }),
  product: choice(['intraday', 'carry-forward']).default('intraday'),
  broker: brokerRule.optional(),
  carry: carryRule.optional().meta({
    description:
      'Keeps legs open overnight: until "exit" so many days after their entry, or on the day they expire',
  }),
  expiry: expiryText.default('weekly'),
  ...fileSizeKeys,
  ...protection,
  legs: z
    .record(z.string(), leg, { error: NO_LEGS })
    .refine((legs) => Object.keys(legs).length > 0, { error: NO_LEGS })
    .refine((legs) => Object.keys(legs).length <= LEGS_MAX, { error: NO_LEGS })
    .meta({ propertyNames: { pattern: LEG_NAME.source } }),
  whole: whole.optional().meta({ description: 'Limits on profit and loss of all legs together' }),
  protections: protectionsRule.optional().meta({
    description: 'Limits of the day; a configuration can only tighten them',
  }),
});

/** A strategy of the `legs` form, read. */
export type LegsForm = z.output<typeof legsForm>;
/** One leg of it. */
export type LegForm = LegsForm['legs'][string];
/** What forms with legs have in common: how legs are entered apart. */
export type LegsBody = Omit<LegsForm, 'entry' | 'lastEntry'> &
  Partial<Pick<LegsForm, 'entry' | 'lastEntry'>>;
