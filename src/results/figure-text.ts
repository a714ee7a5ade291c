import { counted } from '../base/counted.ts';
import { formatPaise } from '../model/money.ts';
import { type Figure } from './figures.ts';

/** A figure for people: `₹1,200.00`, `12.50 %`, `1.84`, `3 days`; a dash where it is not defined. */
export function figureText({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
  if (value === null) return '–';
  switch (unit) {
    case 'paise':
      return formatPaise(value);
    case 'share':
      return `${decimals(value * 100)} %`;
    case 'ratio':
      return decimals(value);
    case 'days':
      return counted(value, 'day');
    case 'count':
      return String(value);
  }
}

/** Two decimals, and no `-0.00`. */
function decimals(value: number): string {
  const text = value.toFixed(2);
  return Number(text) === 0 ? '0.00' : text;
}
