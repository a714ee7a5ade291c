import { type DeclaredInput, type InputTypeName } from '../schema/blueprint.ts';

/** What a key of a file gets for an input: the words that may stand there. */
export type InputValue = string | number;

interface InputType {
  readonly what: string;
  readonly example: string;
  readonly pattern: RegExp;
  /** Behind a number that a configuration or a sweep gives alone. @default such a number is refused */
  readonly unit?: string;
  /** A value as a number, to compare it with a bound. @default it has no order */
  readonly sizeOf?: (text: string) => number;
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

function durationSeconds(text: string): number {
  return Number.parseFloat(text) * (SECONDS[text.at(-1) ?? ''] ?? NaN);
}

function timeSeconds(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * 60 + seconds;
}

const TYPES: Readonly<Record<InputTypeName, InputType>> = {
  number: { what: 'a number', example: '2', pattern: /^-?\d{1,9}(\.\d{1,6})?$/, sizeOf: Number },
  percent: {
    what: 'a percentage',
    example: '30%',
    pattern: /^-?\d{1,9}(\.\d{1,4})?%$/,
    unit: '%',
    sizeOf: Number.parseFloat,
  },
  points: {
    what: 'points',
    example: '40 points',
    pattern: /^-?\d{1,9}(\.\d{1,2})? points?$/,
    unit: ' points',
    sizeOf: Number.parseFloat,
  },
  money: {
    what: 'an amount in rupees',
    example: '5000 rupees',
    pattern: /^-?\d{1,9}(\.\d{1,2})? rupees?$/,
    unit: ' rupees',
    sizeOf: Number.parseFloat,
  },
  time: {
    what: 'a time of day in IST',
    example: '09:20',
    pattern: /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/,
    sizeOf: timeSeconds,
  },
  duration: {
    what: 'a duration',
    example: '5m',
    pattern: /^\d{1,5}(\.\d{1,3})?(s|m|h)$/,
    sizeOf: durationSeconds,
  },
  minutes: {
    what: 'minutes',
    example: '15 minutes',
    pattern: /^[1-9]\d{0,2} minutes?$/,
    unit: ' minutes',
    sizeOf: Number.parseFloat,
  },
  text: { what: 'a text', example: 'ATM', pattern: /\S/ },
  choice: { what: 'one of its choices', example: 'weekly', pattern: /\S/ },
  symbol: {
    what: 'a symbol in capitals',
    example: 'NIFTY',
    pattern: /^[A-Z][A-Z0-9]{1,19}$/,
  },
};

/** A value of the form of an input's type, whatever its bounds; null for another. */
export function valueOfType(type: InputTypeName, written: unknown): InputValue | null {
  if (typeof written === 'number' && type !== 'number') return null;
  if (typeof written !== 'string' && typeof written !== 'number') return null;
  if (!TYPES[type].pattern.test(String(written))) return null;
  return type === 'number' ? Number(written) : written;
}

/** The value that a file gives an input; null for one that it may not have. */
export function inputValueOf(declared: DeclaredInput, written: unknown): InputValue | null {
  const value = valueOfType(declared.type, written);
  if (value === null) return null;
  if (declared.choices?.includes(String(value)) === false) return null;
  return isBeyond(declared, value) ? null : value;
}

/** The same of a configuration or a sweep, where a number alone is in the unit of the input. */
export function givenInputValue(declared: DeclaredInput, given: unknown): InputValue | null {
  const { unit } = TYPES[declared.type];
  const isBare =
    typeof given === 'number' || (typeof given === 'string' && /^-?[\d.]+$/.test(given));
  const written = isBare && unit !== undefined ? `${String(given)}${unit}` : given;
  return inputValueOf(declared, written);
}

/** Whether a value is less or more than one of a type that has an order; null where there is none between them. */
export function comparedValues(type: InputTypeName, one: unknown, other: unknown): number | null {
  const { sizeOf } = TYPES[type];
  const [left, right] = [one, other].map((value) => valueOfType(type, value));
  if (sizeOf === undefined || left === null || right === null) return null;
  return sizeOf(String(left)) - sizeOf(String(right));
}

/** Whether values of a type have an order, so that they can have bounds. */
export function hasOrder(type: InputTypeName): boolean {
  return TYPES[type].sizeOf !== undefined;
}

/** What a type is in words, with its example. */
export function typeText(type: InputTypeName): string {
  return `${TYPES[type].what} such as ${TYPES[type].example}`;
}

/** What an input may be, in words. */
export function allowedInput({ type, min, max, choices }: DeclaredInput): string {
  if (choices !== undefined) return choices.join(', ');
  const from = min === undefined ? '' : ` from ${String(min)}`;
  const to = max === undefined ? '' : ` to ${String(max)}`;
  return from + to === '' ? typeText(type) : `${TYPES[type].what}${from}${to}`;
}

/** One value that an input may have. */
export function exampleInput({ type, choices, default: own, min }: DeclaredInput): string {
  return String(own ?? choices?.[0] ?? min ?? TYPES[type].example);
}

function isBeyond({ type, min, max }: DeclaredInput, value: InputValue): boolean {
  const under = min === undefined ? null : comparedValues(type, value, min);
  const over = max === undefined ? null : comparedValues(type, value, max);
  return (under ?? 0) < 0 || (over ?? 0) > 0;
}
