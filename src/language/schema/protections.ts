import { type z } from 'zod';

import { type StrategyProtections } from '../../strategy/strategy-protections.ts';
import { type RupeesLimit } from '../../strategy/whole.ts';
import { mapping, textForm, wholeNumber } from '../../text/worded-schema.ts';
import { minutesText } from './shared-keys.ts';

const TRIPS_MAX = 100;

/** An amount of money; paise. */
const rupeesText: z.ZodType<number, string> = textForm({
  pattern: /^\d{1,9}(\.\d{1,2})? rupees?$/,
  allowed: ['an amount above 0 such as 5000 rupees'],
  example: '5000 rupees',
  read: (text) => {
    const paise = Math.round(Number.parseFloat(text) * 100);
    return paise > 0 ? paise : null;
  },
});

/** What locks the entries of a file for the day, or for the week. */
export const protectionsRule = mapping('dayLoss, weekLoss, drawdown, losingStreak or cooldown', {
  dayLoss: rupeesText.optional().meta({
    description: 'Loss of the day before costs at which everything is closed and nothing entered',
  }),
  weekLoss: rupeesText.optional().meta({
    description:
      'Loss of the week, Monday to Sunday, at which everything is closed and nothing entered until it ends',
  }),
  drawdown: rupeesText.optional().meta({
    description: 'The same for a fall from the highest profit of the day',
  }),
  losingStreak: wholeNumber('losing round trips', TRIPS_MAX).optional().meta({
    description: 'After so many round trips lost in a row nothing is entered any more',
  }),
  cooldown: minutesText('30 minutes').optional().meta({
    description: 'How long a streak, or without one each loss, keeps entries out; else the day',
  }),
});

/** What a file says of its limits, in the words of a strategy. */
export function readProtections(written: z.output<typeof protectionsRule>): StrategyProtections {
  const { dayLoss, weekLoss, drawdown, losingStreak, cooldown } = written;
  return {
    ...(dayLoss === undefined ? {} : { dayLoss: inPaise(dayLoss) }),
    ...(weekLoss === undefined ? {} : { weekLoss: inPaise(weekLoss) }),
    ...(drawdown === undefined ? {} : { drawdown: inPaise(drawdown) }),
    ...(losingStreak === undefined ? {} : { losingStreak }),
    ...(cooldown === undefined ? {} : { cooldownMinutes: cooldown }),
  };
}

function inPaise(paise: number): RupeesLimit {
  return { kind: 'rupees', paise };
}
