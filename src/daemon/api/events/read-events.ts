import { type IncomingMessage, request } from 'node:http';

import { apiSocketOf, apiTokenFileOf } from '../api-place.ts';
import { readToken } from '../api-token.ts';

/** One event of the API. */
export interface ApiEvent {
  readonly event: string;
  /** Null where it has no place of its own. */
  readonly id: string | null;
  readonly data: unknown;
}

/** What to read. */
export interface EventsAsked {
  /** The route, with its query. */
  readonly path: string;
  /** The last event that was read; null for what the route begins with. */
  readonly lastId: string | null;
  readonly signal: AbortSignal;
  /** Gives false to read no more. Nothing further is read from the line until it has. */
  readonly take: (event: ApiEvent) => boolean | Promise<boolean>;
}

/** How reading ended: there is no API, it refused, the reader had enough, or the line was cut. */
export type EventsEnd = 'none' | 'refused' | 'enough' | 'cut';

/**
 * Reads events of a journal's program until it has had enough.
 *
 * @throws what `take` throws
 */
export async function readEvents(journalPath: string, asked: EventsAsked): Promise<EventsEnd> {
  const { take } = asked;
  const response = await answerOf(journalPath, asked);
  if (typeof response === 'string') return response;
  const texts = chunksOf(response);
  let rest = '';
  for await (const text of texts) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventIn(block);
      // Leaving the loop cuts the line.
      if (event !== null && !(await take(event))) return 'enough';
    }
  }
  return 'cut';
}

function answerOf(
  journalPath: string,
  { path, lastId, signal }: EventsAsked,
): Promise<IncomingMessage | EventsEnd> {
  const token = readToken(apiTokenFileOf(journalPath));
  if (token === null) return Promise.resolve('none');
  const headers = {
    authorization: `Bearer ${token.reveal()}`,
    ...(lastId === null ? {} : { 'last-event-id': lastId }),
  };
  const way = { socketPath: apiSocketOf(journalPath), path };
  return new Promise((resolve) => {
    const sent = request({ ...way, headers, signal, agent: false }, (response) => {
      if (response.statusCode === 200) {
        resolve(response);
        return;
      }
      resolve('refused');
      sent.destroy();
    });
    sent.on('error', (error) => {
      resolve('code' in error && isNoServer(String(error.code)) ? 'none' : 'cut');
    });
    sent.end();
  });
}

/** What comes, until the line is cut. */
async function* chunksOf(response: IncomingMessage): AsyncGenerator<string> {
  try {
    for await (const text of response.setEncoding('utf8')) yield text as string;
  } catch {
    // Cut: the reader comes back with the last event that it had.
  }
}

function isNoServer(code: string): boolean {
  return code === 'ENOENT' || code === 'ECONNREFUSED';
}

/** Null for a comment. */
function eventIn(block: string): ApiEvent | null {
  const field = (name: string): string | null =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null;
  const data = field('data');
  if (data === null) return null;
  return { event: field('event') ?? '', id: field('id'), data: JSON.parse(data) as unknown };
}
