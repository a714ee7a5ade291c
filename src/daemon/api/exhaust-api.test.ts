import { connect, type Socket } from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ApiDesk, NotedDay } from './testing/api-desk.ts';

/** See `listen-locally.ts` and `event-feed.ts`. */
const CONNECTIONS_MAX = 32;
const READERS_MAX = 16;

let day: NotedDay;
let desk: ApiDesk;
const sockets: Socket[] = [];
beforeEach(async () => {
  day = new NotedDay();
  desk = await new ApiDesk().open(day);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await desk[Symbol.asyncDispose]();
});

/** A connection that sends some text as it is. */
function dialled(text: string): Socket {
  const socket = connect(desk.api.port ?? 0, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
}

/** What came over it until the other side ended it. */
function untilEnded(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.on('close', () => {
      resolve(text);
    });
  });
}

const head = (line: string, more = ''): string =>
  `${line} HTTP/1.1\r\nHost: 127.0.0.1:${String(desk.api.port)}\r\nAuthorization: Bearer ${desk.token}\r\n${more}\r\n`;
const statusOf = (text: string): string => /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'closed';

describe('a stranger that does not keep to the form of requests', () => {
  it.each([
    ['a tunnel', () => head('CONNECT evil.example:443'), /^(closed|4\d\d)$/],
    ['a whole address', () => head('GET http://evil.example/v1/account'), /^400$/],
    ['a head above 8 KiB', () => head('GET /v1/account', `X: ${'x'.repeat(9_000)}\r\n`), /^431$/],
    [
      'two lengths',
      () => head('POST /v1/halt', 'Content-Length: 1\r\nContent-Length: 2\r\n'),
      /^400$/,
    ],
    [
      'a length and pieces',
      () => head('POST /v1/halt', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'),
      /^400$/,
    ],
    ['no HTTP', () => `${'\0'.repeat(100)}\r\n\r\n`, /^400$/],
    ['TLS', () => '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n', /^400$/],
  ])('gets nothing done: %s', async (_what, textOf, expected) => {
    const socket = dialled(textOf());
    const ended = untilEnded(socket);
    socket.end();
    expect(statusOf(await ended)).toMatch(expected);
    expect(day.asked).toEqual([]);
  });

  it('is answered as if it had no body where a question has one', async () => {
    const body = '{"state":"halted","reason":"x"}';
    const length = `Content-Length: ${String(body.length)}\r\n`;
    const more = `${length}Content-Type: application/json\r\nConnection: close\r\n`;
    expect(statusOf(await untilEnded(dialled(head('GET /v1/account', more) + body)))).toMatch(
      /^(200|4\d\d)$/,
    );
    expect(day.asked).toEqual([]);
  });

  it('is cut off where it sends its head drop by drop, and holds no one up meanwhile', async () => {
    const startedMs = performance.now();
    const slow = dialled('GET /v1/account HTTP/1.1\r\nHost: ');
    const drip = setInterval(() => slow.write('x'), 200);
    const ended = untilEnded(slow);
    expect((await desk.get('/v1/account')).status).toBe(200);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    expect(statusOf(await ended)).toMatch(/^(408|closed)$/);
    clearInterval(drip);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });
});

it('has room for so many connections, and their end makes room', async () => {
  const held = Array.from({ length: CONNECTIONS_MAX }, () => dialled(''));
  await Promise.all(
    held.map((socket) => new Promise((resolve) => socket.once('connect', resolve))),
  );
  expect(await untilEnded(dialled(head('GET /v1/account')))).toBe('');
  // The socket has a room of its own: the owner is not shut out.
  expect((await desk.get('/v1/account')).status).toBe(200);
  for (const socket of held) socket.destroy();
  await expect
    .poll(async () =>
      statusOf(await untilEnded(dialled(head('GET /v1/account', 'Connection: close\r\n')))),
    )
    .toBe('200');
});

it('has room for so many readers of events, and one that leaves makes room', async () => {
  const line = (): string => head('GET /v1/events');
  const readers = Array.from({ length: READERS_MAX }, () => dialled(line()));
  await Promise.all(
    readers.map((socket) => new Promise((resolve) => socket.once('data', resolve))),
  );
  const full = await untilEnded(dialled(head('GET /v1/events', 'Connection: close\r\n')));
  expect(full).toContain('too-many-readers');
  readers[0]?.destroy();
  await expect
    .poll(async () => {
      const next = dialled(line());
      const first = await new Promise<string>((resolve) => {
        next.once('data', (bytes) => {
          resolve(bytes.toString());
        });
      });
      if (statusOf(first) !== '200') next.destroy();
      return statusOf(first);
    })
    .toBe('200');
});
