import { type InstantFormat } from '../orders/platform-profile.ts';
import { IST_OFFSET_MS, istTimestamp } from './ist.ts';

/** Milliseconds of an offset `+HH:MM`. */
export function offsetMs(offset: string): number {
  const sign = offset.startsWith('-') ? -1 : 1;
  return sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))) * 60_000;
}

/** Writes an instant in a form that a profile names. */
export function formatInstant(atMs: number, format: InstantFormat): string {
  switch (format) {
    case 'ist-minute':
      return istTimestamp(atMs).slice(0, 16);
    case 'iso-ist-second':
      return `${istTimestamp(atMs).slice(0, 19)}+05:30`;
    case 'iso-ist':
      return istTimestamp(atMs);
    case 'iso-utc':
      return new Date(atMs).toISOString();
    case 'epoch-seconds':
      return String(Math.floor(atMs / 1_000));
    case 'epoch-ms':
      return String(Math.floor(atMs));
  }
}

const DATE_AND_TIME =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?$/i;
const DIGIT_0 = 0x30;
const COLON = 0x3a;
const DOT = 0x2e;
const LETTER_T = 0x54;

/** Reads an ISO 8601 date and time. Where it names no zone, `zonelessOffsetMs` is its offset from UTC. */
export class InstantReader {
  readonly #zonelessOffsetMs: number;
  // Nearly all instants of a poll share their date and their zone.
  #date = '0000-00-00';
  #dateMs = NaN;
  #zone = 'Z';
  #zoneMs = 0;

  constructor(zonelessOffsetMs: number) {
    this.#zonelessOffsetMs = zonelessOffsetMs;
  }

  /** Epoch milliseconds, rounded down; NaN when the text is no date and time. */
  read(text: string): number {
    const quickMs = text.startsWith(this.#date) ? this.#readQuick(text) : NaN;
    return Number.isNaN(quickMs) ? this.#readAny(text) : quickMs;
  }

  /** The last date and zone again, with a time `THH:MM:SS` and any fraction; NaN for every other form. */
  #readQuick(text: string): number {
    const timeMs = timeOfDayMs(text);
    const zoneAt = text.charCodeAt(19) === DOT ? endOfDigits(text, 20) : 19;
    if (zoneAt + this.#zone.length !== text.length || !text.endsWith(this.#zone)) return NaN;
    const milliseconds = zoneAt === 19 ? 0 : fractionMs(text);
    return this.#dateMs + timeMs + milliseconds - this.#zoneMs;
  }

  #readAny(text: string): number {
    const match = DATE_AND_TIME.exec(text);
    if (match === null) return NaN;
    const [, date = '', hours, minutes, seconds = '0', fraction = '', zone = ''] = match;
    const zoneMs = this.#offsetOf(zone);
    const dateMs = realDateMs(date);
    if (!Number.isNaN(dateMs)) {
      this.#date = date;
      this.#dateMs = dateMs;
      this.#zone = zone;
      this.#zoneMs = zoneMs;
    }
    const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
    return (
      dateMs + ofDayMs(Number(hours), Number(minutes), Number(seconds)) + milliseconds - zoneMs
    );
  }

  #offsetOf(zone: string): number {
    if (zone === '') return this.#zonelessOffsetMs;
    return zone.toUpperCase() === 'Z' ? 0 : offsetMs(zone);
  }
}

/** Epoch milliseconds of an ISO 8601 date and time, read in IST where it names no zone; NaN when it is none. */
export function isoInstantMs(text: string): number {
  return new InstantReader(IST_OFFSET_MS).read(text);
}

function realDateMs(date: string): number {
  const atMs = Date.parse(`${date}T00:00:00Z`);
  // 2026-02-30 is either refused or moved to March, depending on the engine.
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(date) ? atMs : NaN;
}

/** Time of day of a text with `THH:MM:SS` behind its date; NaN for any other form. */
function timeOfDayMs(text: string): number {
  if (text.charCodeAt(10) !== LETTER_T) return NaN;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return NaN;
  return ofDayMs(twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17));
}

function ofDayMs(hours: number, minutes: number, seconds: number): number {
  if (hours > 23 || minutes > 59 || seconds > 59) return NaN;
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}

function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - DIGIT_0;
  return value >= 0 && value <= 9 ? value : NaN;
}

/** NaN for no digit or more than nine. */
function endOfDigits(text: string, from: number): number {
  let at = from;
  while (!Number.isNaN(digit(text, at))) at += 1;
  return at === from || at > from + 9 ? NaN : at;
}

/** The first three digits behind the point, as milliseconds. */
function fractionMs(text: string): number {
  return or0(digit(text, 20)) * 100 + or0(digit(text, 21)) * 10 + or0(digit(text, 22));
}

function or0(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}
