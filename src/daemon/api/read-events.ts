import { request } from 'node:http';

import { apiSocketOf, apiTokenFileOf } from './api-place.ts';
import { readToken } from './api-token.ts';

/** One event of the API. */
export interface ApiEvent {
  readonly event: string;
  /** Null where it has no place of its own. */
  readonly id: string | null;
  readonly data: unknown;
}

/** What to read. */
export interface EventsAsked {
  /** The last event that was read; null for all that is kept. */
  readonly lastId: string | null;
  readonly signal: AbortSignal;
  /** Returns false to read no more. */
  readonly take: (event: ApiEvent) => boolean;
}

/** How reading ended: there is no API, it refused, the reader had enough, or the line was cut. */
export type EventsEnd = 'none' | 'refused' | 'enough' | 'cut';

/** Reads events of a journal's program until it has had enough. */
export function readEvents(journalPath: string, asked: EventsAsked): Promise<EventsEnd> {
  const token = readToken(apiTokenFileOf(journalPath));
  if (token === null) return Promise.resolve('none');
  const { lastId, signal, take } = asked;
  const headers = {
    authorization: `Bearer ${token.reveal()}`,
    ...(lastId === null ? {} : { 'last-event-id': lastId }),
  };
  return new Promise((resolve) => {
    const way = { socketPath: apiSocketOf(journalPath), path: '/v1/events?from=start' };
    const sent = request({ ...way, headers, signal, agent: false }, (response) => {
      if (response.statusCode !== 200) {
        resolve('refused');
        sent.destroy();
        return;
      }
      let rest = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop() ?? '';
        if (blocks.every((block) => takeBlock(block, take))) return;
        resolve('enough');
        sent.destroy();
      });
      response.on('close', () => {
        resolve('cut');
      });
      response.on('error', () => {
        resolve('cut');
      });
    });
    sent.on('error', (error) => {
      resolve('code' in error && isNoServer(String(error.code)) ? 'none' : 'cut');
    });
    sent.end();
  });
}

function isNoServer(code: string): boolean {
  return code === 'ENOENT' || code === 'ECONNREFUSED';
}

/** False where the reader has had enough. */
function takeBlock(block: string, take: EventsAsked['take']): boolean {
  const field = (name: string): string | null =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null;
  const data = field('data');
  if (data === null) return true;
  return take({ event: field('event') ?? '', id: field('id'), data: JSON.parse(data) as unknown });
}
