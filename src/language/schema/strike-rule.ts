import { z } from 'zod';

import { paiseFromRupees } from '../../model/money/money.ts';
import { type PremiumBounds } from '../../streams/chain.ts';
import { textForm, wording } from '../../text/worded-schema.ts';

/** How a leg's strike is chosen. */
export type StrikeRule =
  | { readonly kind: 'atm' }
  | { readonly kind: 'otm' | 'itm'; readonly steps: number }
  | { readonly kind: 'premium'; readonly premiumPaise: number }
  | { readonly kind: 'premium-within'; readonly bounds: PremiumBounds }
  | { readonly kind: 'delta'; readonly delta: number }
  /** Out of the money by a share of the index, or of the at-the-money straddle; negative is in the money. */
  | { readonly kind: 'spot' | 'straddle'; readonly percent: number }
  | { readonly kind: 'strike'; readonly strikePaise: number };

const STEPS_MAX = 50;
const SPOT_PERCENT_MAX = 20;
const STRADDLE_PERCENT_MAX = 500;
/** What `strike` may be, for messages. */
export const STRIKE_ALLOWED = [
  'ATM',
  `OTM1 to OTM${String(STEPS_MAX)}`,
  `ITM1 to ITM${String(STEPS_MAX)}`,
  'premium ~120',
  'premium >= 120',
  'premium <= 120',
  'premium 100-140',
  'delta 0.3',
  'spot 1%',
  'straddle 50%',
  'strike 24500',
];

type Read = (first: number, second: number) => StrikeRule | null;

const NUMBER = String.raw`(\d{1,7}(?:\.\d{1,4})?)`;
const SHARE = String.raw`(-?\d{1,3}(?:\.\d{1,2})?)%`;

/** Each form, and its meaning by the numbers in it; null when one is out of range. */
const FORMS: readonly (readonly [pattern: string, read: Read])[] = [
  ['ATM', () => ({ kind: 'atm' })],
  [String.raw`OTM([1-9]\d?)`, (steps) => stepsAway('otm', steps)],
  [String.raw`ITM([1-9]\d?)`, (steps) => stepsAway('itm', steps)],
  [`premium ~?${NUMBER}`, (rupees) => positive(rupees, near)],
  [`premium >= ?${NUMBER}`, (rupees) => positive(rupees, (fromPaise) => within({ fromPaise }))],
  [`premium <= ?${NUMBER}`, (rupees) => positive(rupees, (toPaise) => within({ toPaise }))],
  [`premium ${NUMBER} ?- ?${NUMBER}`, between],
  [`delta ${NUMBER}`, (delta) => (delta > 0 && delta < 1 ? { kind: 'delta', delta } : null)],
  [`spot ${SHARE}`, (percent) => share('spot', percent, SPOT_PERCENT_MAX)],
  [`straddle ${SHARE}`, (percent) => share('straddle', percent, STRADDLE_PERCENT_MAX)],
  [`strike ${NUMBER}`, (rupees) => positive(rupees, exactly)],
];
const PATTERNS = FORMS.map(([pattern, read]) => [new RegExp(`^${pattern}$`), read] as const);

const text = textForm<StrikeRule>({
  pattern: new RegExp(`^(${FORMS.map(([pattern]) => pattern).join('|')})$`),
  allowed: STRIKE_ALLOWED,
  example: 'ATM',
  read: readStrike,
});

/** `ATM`, `OTM2`, `ITM1`, `premium ~120`, `delta 0.3`, `spot 1%`, `strike 24500` and so on, or the strike as a number. */
export const strikeRule: z.ZodType<StrikeRule, string | number> = z.union(
  [
    text,
    z
      .number()
      .positive()
      .max(9_999_999)
      .transform((rupees) => exactly(paiseFromRupees(rupees))),
  ],
  { error: wording(STRIKE_ALLOWED, 'ATM') },
);

function readStrike(found: string): StrikeRule | null {
  for (const [pattern, read] of PATTERNS) {
    const match = pattern.exec(found);
    if (match !== null) return read(Number(match[1]), Number(match[2]));
  }
  return null;
}

function stepsAway(kind: 'otm' | 'itm', steps: number): StrikeRule | null {
  return steps <= STEPS_MAX ? { kind, steps } : null;
}

function positive(rupees: number, make: (paise: number) => StrikeRule): StrikeRule | null {
  return rupees > 0 ? make(paiseFromRupees(rupees)) : null;
}

function near(premiumPaise: number): StrikeRule {
  return { kind: 'premium', premiumPaise };
}

function within(bounds: PremiumBounds): StrikeRule {
  return { kind: 'premium-within', bounds };
}

function between(from: number, to: number): StrikeRule | null {
  if (from <= 0 || to < from) return null;
  return within({ fromPaise: paiseFromRupees(from), toPaise: paiseFromRupees(to) });
}

function share(kind: 'spot' | 'straddle', percent: number, percentMax: number): StrikeRule | null {
  return percent !== 0 && Math.abs(percent) <= percentMax ? { kind, percent } : null;
}

function exactly(strikePaise: number): StrikeRule {
  return { kind: 'strike', strikePaise };
}
