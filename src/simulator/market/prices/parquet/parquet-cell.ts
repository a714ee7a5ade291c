import { type SchemaElement } from 'hyparquet';

/** Turns a value of one column into the text that a CSV file would have. */
export type CellText = (value: unknown) => string;

/** Digits that a 32-bit float holds for certain: with more, 104.55 becomes 104.55000305175781. */
const FLOAT_DIGITS = 7;
const UNIT_PER_SECOND: Readonly<Record<string, number>> = {
  MILLIS: 1e3,
  MICROS: 1e6,
  NANOS: 1e9,
};

/**
 * How the values of a column are written: decimals digit by digit, times that tell their zone with `Z` and others without, so
 * that these are of IST or `--time-zone`. What is null is empty.
 */
export function cellText(element: SchemaElement): CellText {
  const write = writerOf(element);
  return (value) => (value === null || value === undefined ? '' : write(value));
}

function writerOf(element: SchemaElement): CellText {
  const { type, converted_type: converted, scale = 0 } = element;
  const time = timeWriterOf(element);
  if (time !== null) return time;
  if (converted === 'DECIMAL') return (value) => Number(value).toFixed(scale);
  if (type === 'FLOAT') return (value) => String(Number(Number(value).toPrecision(FLOAT_DIGITS)));
  return plainText;
}

/** How times and dates are written; null for a column of others. */
function timeWriterOf({
  type,
  converted_type: converted = 'UTF8',
  logical_type: logical,
}: SchemaElement): CellText | null {
  if (logical?.type === 'TIMESTAMP') return (value) => instantText(value, logical.isAdjustedToUTC);
  if (logical?.type === 'TIME') {
    const perSecond = UNIT_PER_SECOND[logical.unit] ?? 1e3;
    return (value) => timeText(Number(value) / perSecond);
  }
  // Old writers say no zone: what they call a timestamp is of UTC by the format's definition, INT96 is not.
  if (converted.startsWith('TIMESTAMP_')) return (value) => instantText(value, true);
  if (type === 'INT96') return (value) => instantText(value, false);
  return converted === 'DATE' ? (value) => instantText(value, false).slice(0, 10) : null;
}

function instantText(value: unknown, isUtc: boolean): string {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return plainText(value);
  const text = value.toISOString().replace('.000Z', 'Z');
  return isUtc ? text : text.slice(0, -1);
}

function timeText(seconds: number): string {
  return new Date(Math.round(seconds * 1e3)).toISOString().slice(11, 19);
}

function plainText(value: unknown): string {
  const text = isPlain(value) ? String(value) : JSON.stringify(value);
  return /[",\r\n]/.test(text)
    ? `"${text.replaceAll('"', '""').replaceAll(/[\r\n]/g, ' ')}"`
    : text;
}

function isPlain(value: unknown): value is string | number | bigint | boolean {
  return typeof value !== 'object';
}
