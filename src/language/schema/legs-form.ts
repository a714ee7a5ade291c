import { z } from 'zod';

import { amountText } from './amount-text.ts';
import { choice } from './choice.ts';
import { clockTimeText } from './clock-time-text.ts';
import { daysRule } from './days-rule.ts';
import { distanceText } from './distance-text.ts';
import { entryRule } from './entry-rule.ts';
import { expiryText } from './expiry-text.ts';
import { heading } from './heading.ts';
import { LEG_NAME } from './leg-name.ts';
import { mapping } from './mapping.ts';
import { strikeRule } from './strike-rule.ts';
import { wholeNumber } from './whole-number.ts';
import { wording } from './wording.ts';

/** Most legs of one strategy. */
export const LEGS_MAX = 20;
const LOTS_MAX = 1_000;
const UNDERLYING = ['a symbol in capitals such as NIFTY'];
const NO_LEGS = wording(
  [`a mapping of 1 to ${String(LEGS_MAX)} legs by name`],
  '{ ce: { side: sell, type: CE, strike: ATM } }',
);

const lots = wholeNumber('whole lots', LOTS_MAX).optional();

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
};

const leg = mapping('side, type and strike', {
  when: choice(['above', 'below']).optional().meta({
    description: 'Side of the range on which a breakout enters this leg; both by default',
  }),
  side: choice(['buy', 'sell']),
  type: choice(['CE', 'PE']),
  strike: strikeRule,
  expiry: expiryText.optional(),
  lots,
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
  underlying: z
    .string({ error: wording(UNDERLYING, 'NIFTY') })
    .regex(/^[A-Z][A-Z0-9]{1,19}$/, { error: wording(UNDERLYING, 'NIFTY') }),
  days: daysRule.optional().meta({ description: 'Which trading days; all of them by default' }),
  entry: entryRule,
  exit: clockTimeText('15:10'),
  product: choice(['intraday', 'carry-forward']).default('intraday'),
  expiry: expiryText.default('weekly'),
  lots: lots.meta({ description: 'Lots of every leg that does not say its own; 1 by default' }),
  ...protection,
  legs: z
    .record(z.string(), leg, { error: NO_LEGS })
    .refine((legs) => Object.keys(legs).length > 0, { error: NO_LEGS })
    .refine((legs) => Object.keys(legs).length <= LEGS_MAX, { error: NO_LEGS })
    .meta({ propertyNames: { pattern: LEG_NAME.source } }),
  whole: whole.optional().meta({ description: 'Limits on profit and loss of all legs together' }),
});

/** A strategy of the `legs` form, read. */
export type LegsForm = z.output<typeof legsForm>;
/** One leg of it. */
export type LegForm = LegsForm['legs'][string];
