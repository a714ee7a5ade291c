import { z } from 'zod';

import { paiseFromRupees } from '../../model/money/money.ts';
import { textForm, wording } from '../../text/worded-schema.ts';

/** How a leg's strike is chosen. */
export type StrikeRule =
  | { readonly kind: 'atm' }
  | { readonly kind: 'otm' | 'itm'; readonly steps: number }
  | { readonly kind: 'premium'; readonly premiumPaise: number }
  | { readonly kind: 'delta'; readonly delta: number }
  | { readonly kind: 'strike'; readonly strikePaise: number };

const STEPS_MAX = 50;
/** What `strike` may be, for messages. */
export const STRIKE_ALLOWED = [
  'ATM',
  `OTM1 to OTM${String(STEPS_MAX)}`,
  `ITM1 to ITM${String(STEPS_MAX)}`,
  'premium ~120',
  'delta 0.3',
  'strike 24500',
];

const text = textForm<StrikeRule>({
  pattern: /^(ATM|[OI]TM[1-9]\d?|(premium ~?|delta |strike )\d{1,7}(\.\d{1,4})?)$/,
  allowed: STRIKE_ALLOWED,
  example: 'ATM',
  read: readStrike,
});

/** `ATM`, `OTM2`, `ITM1`, `premium ~120`, `delta 0.3`, `strike 24500`, or the strike as a number. */
export const strikeRule: z.ZodType<StrikeRule, string | number> = z.union(
  [
    text,
    z
      .number()
      .positive()
      .max(9_999_999)
      .transform((rupees): StrikeRule => ({
        kind: 'strike',
        strikePaise: paiseFromRupees(rupees),
      })),
  ],
  { error: wording(STRIKE_ALLOWED, 'ATM') },
);

function readStrike(found: string): StrikeRule | null {
  if (found === 'ATM') return { kind: 'atm' };
  const [word = '', value = ''] = found.split(/ ~?/);
  return value === '' ? readSteps(found) : readAmount(word, Number(value));
}

function readSteps(found: string): StrikeRule | null {
  const steps = Number(found.slice(3));
  return steps <= STEPS_MAX ? { kind: found.startsWith('O') ? 'otm' : 'itm', steps } : null;
}

function readAmount(word: string, amount: number): StrikeRule | null {
  if (amount <= 0) return null;
  if (word === 'premium') return { kind: 'premium', premiumPaise: paiseFromRupees(amount) };
  if (word === 'strike') return { kind: 'strike', strikePaise: paiseFromRupees(amount) };
  return amount < 1 ? { kind: 'delta', delta: amount } : null;
}
