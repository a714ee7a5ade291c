import { formatSignedPaise } from '../../../model/money/money.ts';

/** An amount with its sign: `+₹1,200.00`, `-₹35.50`; a dash for none. */
export function signedPaise(paise: number | null): string {
  return paise === null ? '–' : formatSignedPaise(paise);
}

/** A price without the currency: `123.45`; a dash for none. */
export function priceText(paise: number | null): string {
  return paise === null ? '–' : (paise / 100).toFixed(2);
}
