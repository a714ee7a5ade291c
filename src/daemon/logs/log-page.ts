import { statSync } from 'node:fs';
import { join } from 'node:path';

import { type LogPart } from '../../adapters/logs/log-names.ts';
import { linesAt, logParts } from '../../adapters/logs/log-reader.ts';
import { type IstDate } from '../../model/time/ist.ts';
import {
  isLineChosen,
  lineFrom,
  type LogChoice,
  type LogSource,
  type ShownLogLine,
} from './read-log.ts';

/** So much of a file is read for one page: an answer takes milliseconds. */
const PAGE_BYTES = 256 * 1024;

/** A place in a log: what comes after it has not been read. */
export interface LogPlace {
  readonly date: IstDate;
  /** Of the files of the date, from 0. */
  readonly part: number;
  readonly offsetBytes: number;
}

/** Some lines of a log. */
export interface LogPage {
  readonly lines: readonly ShownLogLine[];
  /** Where the next page begins; null where there is no file. */
  readonly next: LogPlace | null;
  /** Whether there is more already. */
  readonly hasMore: boolean;
}

/** What is asked of a log. */
export interface LogPageAsked {
  readonly choice: LogChoice;
  /** Where it was left, or the date to begin with; null: the last day. */
  readonly from: LogPlace | IstDate | null;
}

/**
 * The lines from a place on, as many as a page has. A file that was removed meanwhile is passed over.
 *
 * @throws what the file system says
 */
export function logPage(source: LogSource, { choice, from }: LogPageAsked): LogPage {
  const parts = logParts(source.directory, source.name);
  const place = beginning(parts, from);
  if (place === null) return { lines: [], next: null, hasMore: false };
  const left = parts.filter((of) => !isBefore(of, place));
  const [first, following] = left;
  if (first === undefined) return { lines: [], next: place, hasMore: false };
  const isThere = first.date === place.date && first.part === place.part;
  const offsetBytes = isThere ? place.offsetBytes : 0;
  const file = join(source.directory, first.file);
  const { texts, bytes, isEnd } = linesAt(file, { offsetBytes, bytesMax: PAGE_BYTES });
  const lines = texts.map(lineFrom).filter((line) => isLineChosen(line, choice));
  const next = { date: first.date, part: first.part, offsetBytes: offsetBytes + bytes };
  if (!isEnd) return { lines, next, hasMore: true };
  if (following === undefined) return { lines, next, hasMore: false };
  return { lines, next: { ...following, offsetBytes: 0 }, hasMore: true };
}

/**
 * The last lines that are wanted, at most `linesMax` of those in the last 256 KiB of the newest file.
 *
 * @throws what the file system says
 */
export function logTail(
  source: LogSource,
  { choice, linesMax }: { readonly choice: LogChoice; readonly linesMax: number },
): LogPage {
  const last = logParts(source.directory, source.name).at(-1);
  if (last === undefined) return { lines: [], next: null, hasMore: false };
  const file = join(source.directory, last.file);
  const skippedBytes = Math.max(0, statSync(file).size - PAGE_BYTES);
  const read = linesAt(file, { offsetBytes: skippedBytes, bytesMax: PAGE_BYTES });
  // The first of them began before.
  const texts = skippedBytes === 0 ? read.texts : read.texts.slice(1);
  const lines = texts.map(lineFrom).filter((line) => isLineChosen(line, choice));
  const { date, part } = last;
  const next = { date, part, offsetBytes: skippedBytes + read.bytes };
  return { lines: lines.slice(-linesMax), next, hasMore: false };
}

function beginning(parts: readonly LogPart[], from: LogPageAsked['from']): LogPlace | null {
  if (from !== null && typeof from !== 'string') return from;
  const date = from ?? parts.at(-1)?.date ?? null;
  return date === null ? null : { date, part: 0, offsetBytes: 0 };
}

function isBefore({ date, part }: LogPart, place: LogPlace): boolean {
  return date < place.date || (date === place.date && part < place.part);
}
