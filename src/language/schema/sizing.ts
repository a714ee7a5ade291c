import { type z } from 'zod';

import { type RupeesLimit, type WholeLimit } from '../../strategy/whole.ts';
import { textForm, wholeNumber } from '../../text/worded-schema.ts';

/** Most lots of one leg that a file may ask for. */
export const LOTS_MAX = 1_000;
const UNITS_MAX = 1_000_000;
const PERCENT_MAX = 100;

/** A share of the capital. */
export type CapitalShare = Extract<WholeLimit, { readonly kind: 'percent' }>;

/** Lots of a leg, or of every leg. */
export const lotsNumber = wholeNumber('whole lots', LOTS_MAX).optional();

/** Units of a leg, or of every leg. */
const unitsNumber = wholeNumber('whole units', UNITS_MAX).optional();

/** What the legs of one entry may lose at their stops: `5000 rupees`, or `1%` of the capital. */
export const riskText: z.ZodType<WholeLimit, string> = textForm({
  pattern: /^\d{1,9}(\.\d{1,2})?(%| rupees?)$/,
  allowed: ['an amount such as 5000 rupees', 'a share of the capital up to 100% such as 1%'],
  example: '5000 rupees',
  read: (text) => (text.endsWith('%') ? readShare(text) : readRupees(text)),
});

/** What the bought legs of one entry may cost together: `20%` of the capital. */
export const shareText: z.ZodType<CapitalShare, string> = textForm({
  pattern: /^\d{1,3}(\.\d{1,2})?%$/,
  allowed: ['a share of the capital up to 100% such as 20%'],
  example: '20%',
  read: readShare,
});

/** What shares are taken of: `500000 rupees`. */
const capitalText: z.ZodType<RupeesLimit, string> = textForm({
  pattern: /^\d{1,9}(\.\d{1,2})? rupees?$/,
  allowed: ['an amount above 0 such as 500000 rupees'],
  example: '500000 rupees',
  read: readRupees,
});

function readRupees(text: string): RupeesLimit | null {
  const paise = Math.round(Number.parseFloat(text) * 100);
  return paise > 0 ? { kind: 'rupees', paise } : null;
}

function readShare(text: string): CapitalShare | null {
  const percent = Number.parseFloat(text);
  return percent > 0 && percent <= PERCENT_MAX ? { kind: 'percent', percent } : null;
}

/** What a leg says of its size. */
export const legSizeKeys = {
  lots: lotsNumber,
  units: unitsNumber.meta({
    description: 'Units of the leg instead of lots: whole lots of its contract at the entry',
  }),
};

/** What a file says of the size of its legs. */
export const fileSizeKeys = {
  lots: lotsNumber.meta({
    description: 'Lots of every leg that does not say its own; 1 by default',
  }),
  units: unitsNumber.meta({
    description: 'Units of every leg that does not say its own: whole lots of its contract',
  }),
  risk: riskText.optional().meta({
    description: 'Sizes each entry: what its legs may lose together at their stops',
  }),
  share: shareText.optional().meta({
    description: 'Sizes each entry of bought options: what they may cost together',
  }),
  capital: capitalText.optional().meta({ description: 'What "risk" and "share" are shares of' }),
  maxLots: wholeNumber('whole lots', LOTS_MAX).optional().meta({
    description: 'Most lots of a leg where "risk" or "share" sizes the entry',
  }),
};
