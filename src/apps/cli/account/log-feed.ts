import { parsedJson } from '../../../base/json.ts';
import { getFromApi } from '../../../daemon/api/ask-api.ts';
import { logPageSchema } from '../../../daemon/api/log-routes.ts';
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
  /** What was written since the last call, in portions. @throws what the file system says, of files */
  readonly next: () => Portions | AsyncIterable<Iterable<ShownLogLine>>;
}

/** What is read. */
export interface LogFeedAsked {
  readonly choice: LogChoice;
  /** The day to begin with; null: the last. */
  readonly from: IstDate | null;
  /** At most so many of the last lines, and what follows them; null: all. */
  readonly linesMax: number | null;
}

/** The log through the API of a journal's program; null where it has none, writes no log, or does not answer. */
export async function logOfProgram(
  journalPath: string,
  asked: LogFeedAsked,
): Promise<LogFeed | null> {
  const first = await pageAt(journalPath, { ...asked, after: null });
  if (first === null) return null;
  let page: Page | null = first;
  let after = first.next;
  return {
    dates: first.dates,
    next: async function* () {
      for (;;) {
        page ??= await pageAt(journalPath, { ...asked, after });
        if (page === null) return;
        const { lines, next, hasMore } = page;
        page = null;
        after = next;
        yield lines;
        if (!hasMore) return;
      }
    },
  };
}

/** The log in its files. @throws what the file system says */
export function logInFiles(source: LogSource, { choice, from, linesMax }: LogFeedAsked): LogFeed {
  const dates = logDates(source);
  const reader = logLines({ ...source, from: from ?? dates.at(-1) ?? '' });
  let isFirst = true;
  return {
    dates,
    next: () => {
      const lines = reader.next(choice);
      const isTail = isFirst && linesMax !== null;
      isFirst = false;
      return [isTail ? lastOf(lines, linesMax) : lines];
    },
  };
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

async function pageAt(
  journalPath: string,
  { choice, from, linesMax, after }: LogFeedAsked & { readonly after: string | null },
): Promise<Page | null> {
  const query = new URLSearchParams({ level: choice.level });
  if (choice.run !== null) query.set('run', choice.run);
  if (after !== null) query.set('after', after);
  else if (linesMax !== null) query.set('tail', String(linesMax));
  else if (from !== null) query.set('sinceMs', String(startOfIstDay(from)));
  const answer = await getFromApi(journalPath, `/v1/logs?${query.toString()}`, PAGE_WITHIN_MS);
  const parsed = answer?.status === 200 ? logPageSchema.safeParse(parsedJson(answer.text)) : null;
  if (parsed?.success !== true) return null;
  const { lines, ...rest } = parsed.data;
  return { ...rest, lines: lines.map((line) => lineFrom(JSON.stringify(line))) };
}
