/** An amount that is written as a number of rupees; only {@link rupees} makes one. */
export interface Rupees {
  readonly rupees: string;
}

/** `-1234.05`: whole paise as rupees, always two decimals, without groups or a sign of the currency. */
export function rupees(paise: number): Rupees {
  const size = Math.abs(paise);
  const fraction = (size % 100).toString().padStart(2, '0');
  return { rupees: `${paise < 0 ? '-' : ''}${String(Math.floor(size / 100))}.${fraction}` };
}
