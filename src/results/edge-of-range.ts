import { type Json } from '../base/json.ts';

const QUANTITY = /^(-?\d+(?:\.\d+)?)( ?[A-Za-z%]*)$/;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/** Which end of a range a value is: numbers, quantities of one unit or times of day, in order. Null where it is none. */
export function edgeOfRange(values: readonly Json[], value: Json): 'first' | 'last' | null {
  if (values.length <= 2 || !isRange(values)) return null;
  const at = values.indexOf(value);
  if (at === 0) return 'first';
  return at === values.length - 1 ? 'last' : null;
}

interface Quantity {
  readonly size: number;
  readonly unit: string;
}

function isRange(values: readonly Json[]): boolean {
  const quantities = values.flatMap((value) => quantityOf(value) ?? []);
  if (quantities.length < values.length) return false;
  const steps = quantities.slice(1).map(({ size }, place) => {
    return size - (quantities[place]?.size ?? size);
  });
  const isOrdered = steps.every((step) => step > 0) || steps.every((step) => step < 0);
  return isOrdered && new Set(quantities.map(({ unit }) => unit)).size === 1;
}

function quantityOf(value: Json): Quantity | null {
  if (typeof value === 'number') return { size: value, unit: '' };
  if (typeof value !== 'string') return null;
  const [clock, hours, minutes, seconds = '0'] = CLOCK.exec(value) ?? [];
  if (clock !== undefined) {
    return { size: (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds), unit: 'clock' };
  }
  const [, size, unit = ''] = QUANTITY.exec(value) ?? [];
  return size === undefined ? null : { size: Number(size), unit: unit.trim() };
}
