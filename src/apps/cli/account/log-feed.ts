import { setTimeout as sleep } from 'node:timers/promises';

import { parsedJson } from '../../../base/json.ts';
import { getFromApi } from '../../../daemon/api/ask-api.ts';
import { logEventSchemas, logPageSchema } from '../../../daemon/api/logs/log-routes.ts';
import { readEvents } from '../../../daemon/api/events/read-events.ts';
import {
  lineFrom,
  type LogChoice,
  logDates,
  logLines,
  type LogSource,
  type ShownLogLine,
} from '../../../daemon/logs/read-log.ts';
import { type IstDate, startOfIstDay } from '../../../model/time/ist.ts';

type Portions = Iterable<Iterable<ShownLogLine>>;

/** A log as a command reads it. */
export interface LogFeed {
  /** Dates of which there are lines, ascending. */
  readonly dates: readonly IstDate[];
  /** What is there, in portions. @throws what the file system says, of files */
  readonly present: () => Portions | AsyncIterable<Iterable<ShownLogLine>>;
  /** Hands on what comes after that, until the signal. @throws what the file system says, of files */
  readonly follow: (
    signal: AbortSignal,
    take: (lines: Iterable<ShownLogLine>) => Promise<void>,
  ) => Promise<void>;
}

/** What is read. */
export interface LogFeedAsked {
  readonly choice: LogChoice;
  /** The day to begin with; null: the last. */
  readonly from: IstDate | null;
  /** At most so many of the last lines, and what follows them; null: all. */
  readonly linesMax: number | null;
}

/** Files are looked at so often for more, and a program that is gone for one that is started again. */
const LOOK_EVERY_MS = 250;

/** The log through the API of a journal's program; null where it has none, writes no log, or does not answer. */
export async function logOfProgram(
  journalPath: string,
  asked: LogFeedAsked,
): Promise<LogFeed | null> {
  const first = await pageAt(journalPath, { ...asked, after: null });
  if (first === null) return null;
  let after = first.next;
  return {
    dates: first.dates,
    present: async function* () {
      for (let page: Page | null = first; page !== null;) {
        after = page.next;
        yield page.lines;
        page = page.hasMore ? await pageAt(journalPath, { ...asked, after }) : null;
      }
    },
    follow: async (signal, take) => {
      while (!signal.aborted) {
        const path = `/v1/logs/follow?${queryOf({ ...asked, after: null }).toString()}`;
        await readEvents(journalPath, {
          ...{ path, lastId: after, signal },
          take: async ({ event, id, data }) => {
            if (event === 'lines') await take(linesIn(data));
            after = id ?? after;
            return !signal.aborted;
          },
        });
        await pause(signal);
      }
    },
  };
}

/** The log in its files. @throws what the file system says */
export function logInFiles(source: LogSource, { choice, from, linesMax }: LogFeedAsked): LogFeed {
  const dates = logDates(source);
  const reader = logLines({ ...source, from: from ?? dates.at(-1) ?? '' });
  return {
    dates,
    present: () => {
      const lines = reader.next(choice);
      return [linesMax === null ? lines : lastOf(lines, linesMax)];
    },
    follow: async (signal, take) => {
      while (!signal.aborted) {
        await take(reader.next(choice));
        await pause(signal);
      }
    },
  };
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
}

function lastOf(lines: Iterable<ShownLogLine>, linesMax: number): readonly ShownLogLine[] {
  const last: ShownLogLine[] = [];
  for (const line of lines) {
    last.push(line);
    if (last.length > linesMax) last.shift();
  }
  return last;
}

interface Page {
  readonly lines: readonly ShownLogLine[];
  readonly next: string | null;
  readonly hasMore: boolean;
  readonly dates: readonly IstDate[];
}

/** So long a page may take: a program that does not answer has its files read. */
const PAGE_WITHIN_MS = 2_000;

type PageAsked = LogFeedAsked & { readonly after: string | null };

async function pageAt(journalPath: string, asked: PageAsked): Promise<Page | null> {
  const path = `/v1/logs?${queryOf(asked).toString()}`;
  const answer = await getFromApi(journalPath, path, PAGE_WITHIN_MS);
  const parsed = answer?.status === 200 ? logPageSchema.safeParse(parsedJson(answer.text)) : null;
  if (parsed?.success !== true) return null;
  return { ...parsed.data, lines: linesIn(parsed.data) };
}

function queryOf({ choice, from, linesMax, after }: PageAsked): URLSearchParams {
  const query = new URLSearchParams({ level: choice.level });
  if (choice.run !== null) query.set('run', choice.run);
  if (after !== null) query.set('after', after);
  else if (linesMax !== null) query.set('tail', String(linesMax));
  else if (from !== null) query.set('sinceMs', String(startOfIstDay(from)));
  return query;
}

/** Of an answer, or an event, of the API. */
function linesIn(data: unknown): readonly ShownLogLine[] {
  const parsed = logEventSchemas.lines.safeParse(data);
  const lines = parsed.success ? parsed.data.lines : [];
  return lines.map((line) => lineFrom(JSON.stringify(line)));
}
