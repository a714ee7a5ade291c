import { type LogLevel, LOG_LEVELS } from '../../adapters/logs/line-log.ts';
import { logParts, LogReader } from '../../adapters/logs/log-reader.ts';
import { isRecord, parsedJson } from '../../base/json.ts';
import { runName } from '../../model/runs/run.ts';
import { type IstDate } from '../../model/time/ist.ts';

export { LOG_LEVELS, type LogLevel };

/** A line of a log as it is shown. */
export interface ShownLogLine {
  /** As it is in the file. */
  readonly text: string;
  readonly time: string;
  readonly level: LogLevel;
  readonly kind: string;
  /** Null where it is of no run. */
  readonly runId: string | null;
  readonly code: string | null;
  readonly message: string;
}

/** Which lines are wanted. */
export interface LogChoice {
  /** At least so important. */
  readonly level: LogLevel;
  /** A run by its name or id; null: all, and what is of no run. */
  readonly run: string | null;
}

/** A log to read. */
export interface LogSource {
  readonly directory: string;
  /** See `logNameOf`. */
  readonly name: string;
}

/** Dates of which there are lines, ascending. @throws what the file system says */
export function logDates({ directory, name }: LogSource): readonly IstDate[] {
  return [...new Set(logParts(directory, name).map(({ date }) => date))];
}

/** Reads a log from a date on, again and again: each call brings what was written since. */
export function logLines(source: LogSource & { readonly from: IstDate }): {
  /** @throws what the file system says */
  readonly next: (choice: LogChoice) => Generator<ShownLogLine>;
} {
  const reader = new LogReader(source);
  return {
    next: function* (choice) {
      for (const text of reader.next()) {
        const line = lineFrom(text);
        if (isLineChosen(line, choice)) yield line;
      }
    },
  };
}

/** Whether a line is wanted. */
export function isLineChosen({ level, runId }: ShownLogLine, choice: LogChoice): boolean {
  if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(choice.level)) return false;
  return choice.run === null || (runId !== null && [runId, runName(runId)].includes(choice.run));
}

/** A line of a file. What is torn, as after a full disk, is shown as it is. */
export function lineFrom(text: string): ShownLogLine {
  const parsed = parsedJson(text);
  const fields = isRecord(parsed) ? parsed : { message: text, kind: 'torn' };
  const { level, runId, code, kind, time, message } = fields;
  return {
    text,
    time: typeof time === 'string' ? time : '',
    level: LOG_LEVELS.find((of) => of === level) ?? 'critical',
    kind: typeof kind === 'string' ? kind : '',
    runId: typeof runId === 'string' ? runId : null,
    code: typeof code === 'string' ? code : null,
    message: typeof message === 'string' ? message : text,
  };
}
