import { InvalidArgumentError } from 'commander';

import { isoInstantMs } from '../../../model/time/instant.ts';
import { isIstDate, type IstDate } from '../../../model/time/ist.ts';

/**
 * Makes the parser of an option. `read` gives undefined for a text that is refused, with what is allowed.
 */
export function optionParser<Value>(
  allowed: string,
  read: (text: string) => Value | undefined,
): (text: string) => Value {
  return (text) => {
    const value = read(text);
    if (value !== undefined) return value;
    throw new InvalidArgumentError(`Allowed: ${allowed}`);
  };
}

/** A whole number within bounds; undefined for anything else. */
export function wholeWithin(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
}

const SPEED_MAX = 100_000;
/** Most characters of a reason: as many as a request may have. */
const REASON_CHARACTERS_MAX = 500;

function speedOf(text: string): number | undefined {
  const speed = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  return speed > 0 && speed <= SPEED_MAX ? speed : undefined;
}

/**
 * `YYYY-MM-DD`.
 *
 * @throws {InvalidArgumentError} for anything else, with the date that is likely meant
 */
export function parseDate(text: string): IstDate {
  if (isIstDate(text)) return text;
  throw new InvalidArgumentError(`Allowed: a date, YYYY-MM-DD${dateHint(text)}`);
}

function dateHint(text: string): string {
  const [month = ''] = /^\d{4}-\d{2}(?=-\d{2}$)/.exec(text) ?? [];
  const lastDay = [31, 30, 29, 28].find((day) => isIstDate(`${month}-${String(day)}`));
  if (lastDay !== undefined) return `; ${month} has ${String(lastDay)} days`;
  const parts = text.split(/[-./]/).map((part) => part.padStart(2, '0'));
  const [likely] = [parts, parts.toReversed()].map((each) => each.join('-')).filter(isIstDate);
  return likely === undefined ? '' : `, such as ${likely}`;
}

/** 2000 to 2100. */
export const parseYear = optionParser('a year, 2000 to 2100', (text) =>
  wholeWithin(text, 2000, 2100),
);

/** An IST date and time, as epoch milliseconds; 09:00 of a date alone. */
export const parseInstant = optionParser(
  'YYYY-MM-DDTHH:MM in IST, such as 2026-10-30T09:00',
  (text) => {
    const atMs = isoInstantMs(isIstDate(text) ? `${text}T09:00` : text);
    return Number.isNaN(atMs) ? undefined : atMs;
  },
);

/** Simulated seconds per real second, or `max`. */
export const parseSpeed = optionParser('max, or a number above 0 and at most 100000', (text) =>
  text === 'max' ? text : speedOf(text),
);

/** Simulated seconds per real second. */
export const parseFactor = optionParser('a number above 0 and at most 100000', speedOf);

/** A TCP port; 0 takes a free one. Four more follow it. */
export const parsePort = optionParser('0 to 65531', (text) => wholeWithin(text, 0, 65_531));

/** Units of a contract. */
export const parseUnits = optionParser('a whole number, at least 1', (text) =>
  wholeWithin(text, 1, 10_000_000),
);

/** 1 to 1000. */
export const parseCount = optionParser('a whole number, 1 to 1000', (text) =>
  wholeWithin(text, 1, 1000),
);

/** A symbol, made upper case. */
export const parseUnderlying = optionParser('a symbol, such as NIFTY', (text) =>
  /^[A-Za-z0-9]{1,20}$/.test(text) ? text.toUpperCase() : undefined,
);

/** A date, or `nearest`. */
export const parseExpiry = optionParser('a date, YYYY-MM-DD, or nearest', (text) =>
  text === 'nearest' || isIstDate(text) ? text : undefined,
);

/** Rupees above 0 with at most two decimals, as paise. */
export const parseRupees = optionParser('rupees above 0, with at most two decimals', (text) => {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  const paise = Number(match?.[1]) * 100 + Number((match?.[2] ?? '').padEnd(2, '0'));
  return Number.isSafeInteger(paise) && paise > 0 ? paise : undefined;
});

/** The operator's reason, in words. */
export const parseReason = optionParser(
  `some words, at most ${String(REASON_CHARACTERS_MAX)} characters`,
  (text) => {
    const reason = text.trim();
    return reason !== '' && reason.length <= REASON_CHARACTERS_MAX ? reason : undefined;
  },
);

const adding = new WeakSet<object>();

/** Marks a parser as one that adds a value to those before it: its option may be given again. */
export function addingUp<Value>(
  parser: (text: string, before?: Value) => Value,
): (text: string, before?: Value) => Value {
  adding.add(parser);
  return parser;
}

/** Whether a parser adds a value to those before it. */
export function isAddingUp(parser: object | undefined): boolean {
  return parser !== undefined && adding.has(parser);
}

/** Values of an option that is given again and again, one after another. */
export const parseMore = addingUp<readonly string[]>((text, before = []) => [...before, text]);
