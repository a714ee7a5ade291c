import { z } from 'zod';

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?$/;
const EPOCH = /^\d{9,13}(?:\.\d{1,6})?$/;
/** Numbers from here on are milliseconds, below seconds: it is the year 5138 in seconds and 1973 in milliseconds. */
const MILLISECONDS_FROM = 100_000_000_000;

/**
 * Reads an instant in any form that clients are known to write: a date-time with an offset or in IST without one, or
 * seconds or milliseconds since the epoch. Null when it is none of these.
 */
export function readInstant(text: string): number | null {
  const [, date, time, offset] = DATE_TIME.exec(text) ?? [];
  if (date !== undefined && time !== undefined) {
    const atMs = Date.parse(`${date}T${time}${offset ?? '+05:30'}`);
    return Number.isNaN(atMs) ? null : atMs;
  }
  if (!EPOCH.test(text)) return null;
  const number = Number(text);
  return Math.round(number < MILLISECONDS_FROM ? number * 1000 : number);
}

const dateTime = z.iso.datetime({ offset: true });
const WITH_SECONDS = /T\d{2}:\d{2}:\d{2}/;

/** Whether a text is a `date-time` of the interface: RFC 3339, with seconds and an offset. */
export function isDateTime(text: string): boolean {
  return WITH_SECONDS.test(text) && dateTime.safeParse(text).success;
}
