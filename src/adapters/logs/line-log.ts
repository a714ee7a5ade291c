import { pino } from 'pino';

import { isRecord, type Json } from '../../base/json.ts';
import { SECRET_MASK } from '../../base/secret.ts';
import { type IstDate, istDate, istTimestamp } from '../../model/time/ist.ts';
import { createScrub, type Scrub, scrubJson } from '../shared/scrub.ts';
import { RotatingFile, type RotatingFileOptions } from './rotating-file.ts';

/** How much a line matters, least first. */
export const LOG_LEVELS = ['debug', 'info', 'warning', 'critical'] as const;

/** One of them. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A log of JSON lines. */
export interface LineLog {
  /** Writes a line, unless its level is too low. Never throws, never waits. */
  readonly write: (line: LogLine) => void;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A line. */
export interface LogLine {
  readonly level: LogLevel;
  readonly atMs: number;
  /** What it is, for programs. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** For people. */
  readonly message: string;
}

/** How a log is written. */
export interface LineLogOptions extends RotatingFileOptions {
  /** Lines below it are left out. */
  readonly level: LogLevel;
  /** In each line. */
  readonly base: Readonly<Record<string, string>>;
  /** What must not be in it, in any encoding; asked for at each line. */
  readonly secrets: () => readonly string[];
}

const LEVEL_NUMBERS = { debug: 20, info: 30, warning: 40, critical: 50 };

/** Opens a log. Secrets are masked in the whole line as it leaves, wherever in it they stand. */
export function openLineLog(options: LineLogOptions): LineLog {
  const file = new RotatingFile(options);
  const scrub = createScrub(options.secrets);
  let date: IstDate = '';
  const logger = pino(
    {
      level: options.level,
      customLevels: LEVEL_NUMBERS,
      useOnlyCustomLevels: true,
      base: options.base,
      timestamp: false,
      messageKey: 'message',
      formatters: { level: (level) => ({ level }) },
      hooks: { streamWrite: (line) => scrubLine(line, scrub) },
    },
    {
      write: (line) => {
        file.write(date, line.trimEnd());
      },
    },
  );
  return {
    write: ({ level, atMs, fields, message }) => {
      date = istDate(atMs);
      try {
        logger[level]({ atMs, time: istTimestamp(atMs), ...fields }, message);
      } catch {
        // As for a value that refuses to be read. What happened is in the journal.
        logger.warning({ atMs, time: istTimestamp(atMs), kind: 'unloggable' }, 'Not loggable');
      }
    },
    flush: () => file.flush(),
    close: () => file.close(),
  };
}

/** A line of JSON without secrets, and still JSON. */
export function scrubLine(line: string, scrub: Scrub): string {
  if (scrub(line) === line) return line;
  const { level, ...parsed } = JSON.parse(line) as Readonly<Record<string, Json>>;
  // A level is a word of ours, and what programs filter by.
  const shown = JSON.stringify({ level, ...textOf(scrubNumbers(scrubJson(parsed, scrub), scrub)) });
  const isClean = scrub(shown) === shown;
  return `${isClean ? shown : JSON.stringify({ level, message: SECRET_MASK })}\n`;
}

function textOf(value: Json): Readonly<Record<string, Json>> {
  return isRecord(value) ? value : { message: SECRET_MASK };
}

/** A phone number may be logged as a number. */
function scrubNumbers(value: Json, scrub: Scrub): Json {
  if (typeof value === 'number') {
    return scrub(String(value)) === String(value) ? value : SECRET_MASK;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => scrubNumbers(item, scrub));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, scrubNumbers(item, scrub)]),
  );
}
