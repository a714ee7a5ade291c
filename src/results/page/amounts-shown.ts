import { signedRupees, tone, UNDEFINED } from './amounts.ts';
import { type Markup, markup } from './markup.ts';

/** A signed amount in its colour, never broken over two lines; a dash for none. Paise. */
export function moneySpan(paise: number | null): Markup {
  if (paise === null) return markup`${UNDEFINED}`;
  return markup`<span class="amount ${tone(paise)}">${signedRupees(paise)}</span>`;
}
