import { InvalidArgumentError } from 'commander';

import { isoInstantMs } from '../../../model/time/instant.ts';
import { isIstDate, type IstDate } from '../../../model/time/ist.ts';

/**
 * A date of the command line.
 *
 * @throws {InvalidArgumentError} for anything else
 */
export function parseDate(text: string): IstDate {
  if (isIstDate(text)) return text;
  throw new InvalidArgumentError('Allowed: a date, YYYY-MM-DD');
}

/**
 * A year of the command line, 2000 to 2100.
 *
 * @throws {InvalidArgumentError} for anything else
 */
export function parseYear(text: string): number {
  const year = /^\d{4}$/.test(text) ? Number(text) : NaN;
  if (year >= 2000 && year <= 2100) return year;
  throw new InvalidArgumentError('Allowed: a year, 2000 to 2100');
}

/**
 * An IST date and time of the command line, as epoch milliseconds.
 *
 * @throws {InvalidArgumentError} for anything else
 */
export function parseInstant(text: string): number {
  const atMs = isoInstantMs(isIstDate(text) ? `${text}T09:00` : text);
  if (!Number.isNaN(atMs)) return atMs;
  throw new InvalidArgumentError('Allowed: YYYY-MM-DDTHH:MM in IST, such as 2026-10-30T09:00');
}

/**
 * A speed of the command line: simulated seconds per real second, or `max`.
 *
 * @throws {InvalidArgumentError} for anything else
 */
export function parseSpeed(text: string): number | 'max' {
  if (text === 'max') return 'max';
  const speed = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (speed > 0 && speed <= 100_000) return speed;
  throw new InvalidArgumentError('Allowed: max, or a number above 0 and at most 100000');
}

/**
 * A TCP port of the command line; 0 takes a free one.
 *
 * @throws {InvalidArgumentError} for anything else
 */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (port <= 65_531) return port;
  throw new InvalidArgumentError('Allowed: 0 to 65531');
}

/**
 * A count of the command line, 1 to 1000.
 *
 * @throws {InvalidArgumentError} for anything else
 */
export function parseCount(text: string): number {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
  if (count >= 1 && count <= 1000) return count;
  throw new InvalidArgumentError('Allowed: a whole number, 1 to 1000');
}

/**
 * A symbol of an underlying, made upper case.
 *
 * @throws {InvalidArgumentError} for anything else
 */
export function parseUnderlying(text: string): string {
  if (/^[A-Za-z0-9]{1,20}$/.test(text)) return text.toUpperCase();
  throw new InvalidArgumentError('Allowed: a symbol, such as NIFTY');
}

/**
 * A speed of the command line that is a number: simulated seconds per real second.
 *
 * @throws {InvalidArgumentError} for anything else
 */
export function parseFactor(text: string): number {
  const speed = text === 'max' ? 'max' : parseSpeed(text);
  if (speed !== 'max') return speed;
  throw new InvalidArgumentError('Allowed: a number above 0 and at most 100000');
}

/**
 * An expiry of the command line: a date, or `nearest`.
 *
 * @throws {InvalidArgumentError} for anything else
 */
export function parseExpiry(text: string): string {
  if (text === 'nearest' || isIstDate(text)) return text;
  throw new InvalidArgumentError('Allowed: a date, YYYY-MM-DD, or nearest');
}

/**
 * Rupees of the command line, above 0 and with at most two decimals, as paise.
 *
 * @throws {InvalidArgumentError} for anything else
 */
export function parseRupees(text: string): number {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  const paise = Number(match?.[1]) * 100 + Number((match?.[2] ?? '').padEnd(2, '0'));
  if (Number.isSafeInteger(paise) && paise > 0) return paise;
  throw new InvalidArgumentError('Allowed: rupees above 0, with at most two decimals');
}

/** Most characters of a reason: as many as a request may have. */
const REASON_CHARACTERS_MAX = 500;

/**
 * Why the operator asks something, in words.
 *
 * @throws {InvalidArgumentError} for nothing, or too much
 */
export function parseReason(text: string): string {
  const reason = text.trim();
  if (reason !== '' && reason.length <= REASON_CHARACTERS_MAX) return reason;
  const allowed = `some words, at most ${String(REASON_CHARACTERS_MAX)} characters`;
  throw new InvalidArgumentError(`Allowed: ${allowed}`);
}

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
