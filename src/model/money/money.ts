/**
 * Money and prices are integers in paise (1 rupee = 100 paise). Products of a price and a quantity
 * stay below 2^53 paise (about 90 lakh crore rupees), so plain numbers are exact.
 */

/** Rupees as the wire writes them (up to two decimals) to paise, rounded to the nearest paisa. */
export function paiseFromRupees(rupees: number): number {
  return Math.round(rupees * 100);
}

/** Paise to rupees, for the wire only. */
export function rupeesFromPaise(paise: number): number {
  return paise / 100;
}

/** `-₹1,23,456.05`: Indian digit groups, always two decimals. */
export function formatPaise(paise: number): string {
  const whole = Math.floor(Math.abs(paise) / 100).toString();
  const last = whole.slice(-3);
  const head = whole.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',');
  const fraction = (Math.abs(paise) % 100).toString().padStart(2, '0');
  return `${paise < 0 ? '-' : ''}₹${head === '' ? last : `${head},${last}`}.${fraction}`;
}

/** `+₹1,200.00`, `-₹35.50`, `₹0.00`: paise with their sign. */
export function formatSignedPaise(paise: number): string {
  return paise > 0 ? `+${formatPaise(paise)}` : formatPaise(paise);
}

/** How a price that is no multiple of the tick is made one. */
export type Rounding = 'down' | 'up' | 'nearest';

/** Moves a price to a multiple of the tick. `tickPaise` is at least 1. */
export function roundToTick(pricePaise: number, tickPaise: number, rounding: Rounding): number {
  const ticks = pricePaise / tickPaise;
  if (rounding === 'down') return Math.floor(ticks) * tickPaise;
  if (rounding === 'up') return Math.ceil(ticks) * tickPaise;
  return Math.round(ticks) * tickPaise;
}
