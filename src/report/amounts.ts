import { formatPaise } from '../model/money/money.ts';
import { type Markup, markup } from './markup.ts';

/** What stands where a figure is not defined. */
export const UNDEFINED = '–';
const MINUS = '\u2212';

/** `−₹1,23,456.05`, or with `+` where it is above 0. Paise. */
export function signedRupees(paise: number): string {
  const text = formatPaise(Math.abs(paise));
  return `${signOf(paise)}${text}`;
}

/** `−12.35`: pointsText of a price, from paise. */
export function pointsText(paise: number): string {
  return withMinus(paise / 100, 2);
}

/** `₹1,23,456.05`, with a minus sign where it is below 0. Paise; null is not defined. */
export function rupeesText(paise: number | null): string {
  if (paise === null) return UNDEFINED;
  return `${paise < 0 ? MINUS : ''}${formatPaise(Math.abs(paise))}`;
}

/** Names of powers of ten in rupeesText, greatest first. */
const GRAINS = [
  [1e7, 'Cr'],
  [1e5, 'L'],
  [1e3, 'k'],
] as const;

/** For axes and marks: `−₹1.25L`, `₹12.3k`, `₹950`; three significant digits. Paise. */
export function shortRupees(paise: number): string {
  const size = Math.abs(paise) / 100;
  const sign = paise < 0 ? MINUS : '';
  for (const [grain, name] of GRAINS) {
    if (size >= grain * 0.9995) return `${sign}₹${threeDigits(size / grain)}${name}`;
  }
  return `${sign}₹${threeDigits(size)}`;
}

/** `71.3 %`. A share, 0.713; null is not defined. */
export function percentText(share: number | null, digits = 1): string {
  if (share === null) return UNDEFINED;
  return `${withMinus(share * 100, digits)} %`;
}

/** `1.46`. Null is not defined. */
export function ratio(value: number | null, digits = 2): string {
  return value === null ? UNDEFINED : withMinus(value, digits);
}

/** `58,127`: a whole number, Indian digit groups. */
export function count(value: number): string {
  return value.toLocaleString('en-IN');
}

/** `1 day`, `2 days`. */
export function countedText(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** `gain`, `loss` or nothing: how an amount is coloured, beside its sign. */
export function tone(value: number): string {
  if (value > 0) return 'gain';
  return value < 0 ? 'loss' : '';
}

function signOf(value: number): string {
  if (value > 0) return '+';
  return value < 0 ? MINUS : '';
}

function withMinus(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `${MINUS}${text}` : text;
}

function threeDigits(value: number): string {
  return value >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

/** A signed amount in its colour, never broken over two lines; a dash for none. Paise. */
export function moneySpan(paise: number | null): Markup {
  if (paise === null) return markup`${UNDEFINED}`;
  return markup`<span class="amount ${tone(paise)}">${signedRupees(paise)}</span>`;
}

/** `09:15` of 555: minutes since midnight, 0 to 1,440. */
export function clockOfMinute(minute: number): string {
  const hours = String(Math.floor(minute / 60)).padStart(2, '0');
  return `${hours}:${String(Math.floor(minute % 60)).padStart(2, '0')}`;
}
