import { z } from 'zod';

import { whyUnreadable } from '../../../base/problem.ts';
import { fail, ok, type Result } from '../../../base/result.ts';
import { parsedJson } from '../../../base/json.ts';
import { istDate } from '../../../model/time/ist.ts';
import { logPage, type LogPage, type LogPlace, logTail } from '../../logs/log-page.ts';
import { LOG_LEVELS, logDates, type LogSource, type ShownLogLine } from '../../logs/read-log.ts';
import { type ApiProblem } from '../api-problem.ts';
import { getRoute, type JsonRoute, type RouteDeclaration } from '../api-route.ts';

const LINES_MAX = 1_000;
const PLACE = /^(\d{4}-\d\d-\d\d)\.(\d{1,9})\.(\d{1,15})$/;

const query = z.strictObject({
  level: z.enum(LOG_LEVELS).default('info').describe('lines of this level and above'),
  run: z.exactOptional(z.string().min(1).max(200)).describe('lines of one run, by name or id'),
  sinceMs: z
    .exactOptional(z.coerce.number().int().nonnegative().max(8.64e15))
    .describe('lines of this instant and later, epoch milliseconds'),
  tail: z
    .exactOptional(z.coerce.number().int().min(1).max(LINES_MAX))
    .describe('the last lines alone, of the last 256 KiB of the newest file'),
  after: z.exactOptional(z.string().regex(PLACE)).describe('"next" of an earlier answer'),
});

/** A page of a log. */
export const logPageSchema = z
  .object({
    lines: z
      .array(z.looseObject({ message: z.string() }))
      .describe('as they are in the file, secrets masked; see docs/logs.md'),
    next: z.string().nullable().describe('ask again with it as "after"; null where no file is'),
    hasMore: z.boolean().describe('whether there is more to read at once'),
    dates: z.array(z.iso.date()).describe('every day that the log has'),
  })
  .meta({ id: 'LogPage' });

/** The log of the process: what `sauda logs` shows. */
export const LOG_ROUTES: readonly JsonRoute[] = [
  getRoute({
    path: '/v1/logs',
    summary: 'Lines of the log by pages: of the last day, from an instant on, or the last ones',
    query,
    answer: logPageSchema,
    refusals: ['no-log'],
    run: ({ log }, { query: asked }) =>
      log === null ? fail({ code: 'no-log' }) : page(log, asked),
  }),
];

/** The data of the events of a log that is followed, by their names. */
export const logEventSchemas = {
  lines: logPageSchema.pick({ lines: true }),
  live: z.object({}).describe('all that was there has been sent'),
} as const;

/** The log as it is written, which never ends by itself. */
export const LOG_EVENTS: RouteDeclaration = {
  method: 'GET',
  path: '/v1/logs/follow',
  summary:
    'Lines of the log as they are written, as server-sent events: "lines", and "live" once all that was there is sent',
  query: query.omit({ after: true }),
  body: null,
  answer: z.union(Object.values(logEventSchemas)).meta({ id: 'LogEvent' }),
  contentType: 'text/event-stream',
  refusals: ['no-log', 'too-many-readers'],
};

/** Which lines of a log are asked for, and from where on. */
export type LogAsked = z.infer<typeof query>;

/** Whether a text names a place in a log. */
export function isLogPlace(text: string): boolean {
  return PLACE.test(text);
}

/** Lines of a log, as the API has them. */
export interface LogLines {
  readonly lines: readonly object[];
  /** The place after them; null where no file is. */
  readonly next: string | null;
  readonly hasMore: boolean;
}

/** Reads at most a page. @throws what the file system says */
export function logLinesOf(log: LogSource, asked: LogAsked): LogLines {
  const { lines, next, hasMore } = read(log, asked);
  const { sinceMs = 0 } = asked;
  return {
    lines: lines.map(lineShown).filter((line) => isSince(line, sinceMs)),
    next: next === null ? null : `${next.date}.${String(next.part)}.${String(next.offsetBytes)}`,
    hasMore,
  };
}

function page(log: LogSource, asked: LogAsked): Result<object, ApiProblem> {
  try {
    return ok({ ...logLinesOf(log, asked), dates: logDates(log) });
  } catch (error) {
    return fail({ code: 'no-log', detail: whyUnreadable(error) });
  }
}

function read(log: LogSource, asked: LogAsked): LogPage {
  const { level, run = null, sinceMs, tail, after } = asked;
  const choice = { level, run };
  if (after !== undefined) return logPage(log, { choice, from: placeOf(after) });
  if (tail !== undefined) return logTail(log, { choice, linesMax: tail });
  return logPage(log, { choice, from: sinceMs === undefined ? null : istDate(sinceMs) });
}

function placeOf(text: string): LogPlace {
  const [, date = '', part, offset] = PLACE.exec(text) ?? [];
  return { date, part: Number(part), offsetBytes: Number(offset) };
}

/** A line that is torn is shown as a message of its own. */
function lineShown({ text }: ShownLogLine): object {
  const parsed = logPageSchema.shape.lines.element.safeParse(parsedJson(text));
  return parsed.success ? parsed.data : { level: 'critical', kind: 'torn', message: text };
}

function isSince(line: object, sinceMs: number): boolean {
  return !('atMs' in line) || typeof line.atMs !== 'number' || line.atMs >= sinceMs;
}
