import { type z } from 'zod';

import { paiseFromRupees } from '../../model/money/money.ts';
import { InvalidCommand } from '../../strategy/commands.ts';
import { readWording } from '../../text/worded-schema.ts';
import { type DistanceForm, distanceText } from '../schema/legs.ts';
import { type Sizing, sizingOf, type SizingWords, type UnusableSizing } from '../legs/leg-size.ts';
import { minutesText } from '../schema/shared-keys.ts';
import { fileSizeKeys } from '../schema/sizing.ts';
import { type StrikeRule } from '../schema/strike-rule.ts';

/** How far from a premium, as a configuration writes it: `30%`, `40 points`, or `2000 rupees` of the whole leg. `@throws {InvalidCommand}` for another text */
export function distance(text: string): DistanceForm {
  return read(distanceText, text);
}

/** Whole minutes, as a configuration writes them: `15 minutes`. `@throws {InvalidCommand}` for another text */
export function minutes(text: string): number {
  return read(minutesText('15 minutes'), text);
}

/**
 * Sizes the entries of a desk by what their legs may lose together at their stops, or by what bought options may cost:
 * `legSizing({ risk: '1%', capital: '500000 rupees', maxLots: 10 })`.
 *
 * @throws {InvalidCommand} for another text, without `maxLots`, and for a share without `capital`
 */
export function legSizing(words: SizingWords): Sizing {
  const { risk, share, capital, maxLots } = words;
  const texts = { risk, share, capital, maxLots };
  for (const [key, value] of Object.entries(texts)) {
    if (value !== undefined) read<unknown>(fileSizeKeys[key as keyof typeof texts], value);
  }
  const sizing = sizingOf(words);
  if (typeof sizing === 'object') return sizing;
  throw new InvalidCommand(`Cannot size legs: ${UNUSABLE[sizing]}`);
}

const UNUSABLE: Readonly<Record<UnusableSizing, string>> = {
  'two-sizes': 'wanted "risk" or "share", found both',
  'no-size': 'wanted "risk" or "share", found neither',
  'no-bound': 'wanted "maxLots", the most lots of one leg',
  'no-capital': 'a share needs "capital"',
};

function read<Value>(schema: z.ZodType<Value>, text: string | number): Value {
  const found = schema.safeParse(text);
  if (found.success) return found.data;
  const { allowed = [] } = readWording(found.error.issues[0]?.message ?? '') ?? {};
  throw new InvalidCommand(`Cannot read "${String(text)}": wanted ${allowed.join(', ')}`);
}

/** How the strike of a leg is chosen at its entry. Prices are in points, `percent` in percent. */
export const strike = {
  /** The strike nearest to the index. */
  atm: (): StrikeRule => ({ kind: 'atm' }),
  /** So many listed strikes out of the money, 1 to 50. */
  otm: (steps: number): StrikeRule => ({ kind: 'otm', steps }),
  /** So many listed strikes in the money, 1 to 50. */
  itm: (steps: number): StrikeRule => ({ kind: 'itm', steps }),
  /** The option whose premium is nearest to this. */
  premium: (points: number): StrikeRule => ({
    kind: 'premium',
    premiumPaise: paiseFromRupees(points),
  }),
  /** The option whose premium is within bounds; with one bound, the nearest to it. */
  premiumWithin: ({ from, to }: { readonly from?: number; readonly to?: number }): StrikeRule => ({
    kind: 'premium-within',
    bounds: {
      ...(from === undefined ? {} : { fromPaise: paiseFromRupees(from) }),
      ...(to === undefined ? {} : { toPaise: paiseFromRupees(to) }),
    },
  }),
  /** The option whose delta, 0 to 1, is nearest to this. */
  delta: (delta: number): StrikeRule => ({ kind: 'delta', delta }),
  /** Out of the money by a share of the index; below 0 in the money. */
  ofSpot: (percent: number): StrikeRule => ({ kind: 'spot', percent }),
  /** Out of the money by a share of the at-the-money straddle; below 0 in the money. */
  ofStraddle: (percent: number): StrikeRule => ({ kind: 'straddle', percent }),
  /** This strike. */
  at: (points: number): StrikeRule => ({ kind: 'strike', strikePaise: paiseFromRupees(points) }),
} as const;
