import { createServer as createTlsServer } from 'node:tls';
import { createServer, type AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { GET, POST, PUT, transportTo } from './sample-requests.ts';
import { answer, type Script, startScriptedServer } from './scripted-server.ts';

const head = (...lines: string[]): string => `HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`;

describe('what an HTTP answer becomes', () => {
  const cases: readonly [string, Script, object][] = [
    [
      'a whole answer',
      (socket) => socket.write(answer(200, '[]')),
      { kind: 'response', status: 200, body: new Uint8Array(Buffer.from('[]')) },
    ],
    [
      'an undocumented status with its body',
      (socket) => socket.write(answer(418, 'tea')),
      { kind: 'response', status: 418, body: new Uint8Array(Buffer.from('tea')) },
    ],
    [
      'a body shorter than its length',
      (socket) => socket.end(`${head('content-length: 10')}[1,2]`),
      { kind: 'interrupted', reason: 'body-truncated' },
    ],
    [
      'a body shorter than its length on a connection announced to close',
      (socket) => socket.end(`${head('content-length: 10', 'connection: close')}[1,2]`),
      { kind: 'interrupted', reason: 'body-truncated' },
    ],
    [
      'chunks without the last one',
      (socket) => socket.end(`${head('transfer-encoding: chunked')}5\r\n[1,2]\r\n`),
      { kind: 'interrupted', reason: 'body-truncated' },
    ],
    [
      'chunks without the last one on a connection announced to close',
      (socket) =>
        socket.end(`${head('transfer-encoding: chunked', 'connection: close')}5\r\n[1,2]\r\n`),
      { kind: 'interrupted', reason: 'body-truncated' },
    ],
    [
      'a chunk cut in its middle by a reset',
      (socket) => {
        socket.write(`${head('transfer-encoding: chunked')}ff\r\n[1,2`, () => {
          socket.resetAndDestroy();
        });
      },
      { kind: 'interrupted' },
    ],
    [
      'a body that only the end of the connection ends',
      (socket) => socket.end(`${head('connection: close')}[1,2]`),
      { kind: 'response', status: 200 },
    ],
    [
      'a body at the size limit',
      (socket) => socket.write(answer(200, 'x'.repeat(4_096))),
      { kind: 'response', status: 200 },
    ],
    [
      'a body one byte above the size limit',
      (socket) => socket.write(answer(200, 'x'.repeat(4_097))),
      { kind: 'interrupted', reason: 'body-too-large' },
    ],
    [
      'a body without end',
      (socket) => {
        socket.write(head('transfer-encoding: chunked'));
        const more = (): void => {
          if (socket.writable) socket.write(`400\r\n${'x'.repeat(1_024)}\r\n`, more);
        };
        more();
      },
      { kind: 'interrupted', reason: 'body-too-large' },
    ],
    [
      'a reset after the request',
      (socket) => socket.resetAndDestroy(),
      { kind: 'interrupted', reason: 'connection-lost', status: null },
    ],
    [
      'an end without an answer',
      (socket) => socket.end(),
      { kind: 'interrupted', reason: 'connection-lost', status: null },
    ],
    [
      'half a status line',
      (socket) => socket.end('HTTP/1.1 20'),
      { kind: 'interrupted', reason: 'connection-lost' },
    ],
    [
      'no HTTP at all',
      (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
      { kind: 'interrupted', reason: 'connection-lost' },
    ],
    [
      'headers without end',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}`),
      { kind: 'interrupted', reason: 'connection-lost' },
    ],
  ];

  it.each(cases)('%s', async (_what, script, expected) => {
    for (const request of [GET, POST, PUT]) {
      await using server = await startScriptedServer(script);
      await using transport = transportTo(server.origin);
      expect(await transport.send(request)).toMatchObject(expected);
      expect(server.requests).toHaveLength(1);
    }
  });

  it('repeated set-cookie lines stay apart', async () => {
    await using server = await startScriptedServer((socket) =>
      socket.write(answer(200, '{}', ['Set-Cookie: a=1', 'Set-Cookie: b=2; Path=/'])),
    );
    await using transport = transportTo(server.origin);
    const result = await transport.send(GET);
    expect(result.kind === 'response' ? result.headers : []).toEqual(
      expect.arrayContaining([
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2; Path=/'],
      ]),
    );
  });
});

describe('the deadline', () => {
  it.each<[string, Script]>([
    ['no answer', () => undefined],
    ['headers and no body', (socket) => socket.write(head('content-length: 10'))],
    [
      'one byte at a time',
      (socket) => {
        socket.write(head('content-length: 4000'));
        const drip = setInterval(() => socket.write(' '), 10);
        socket.on('close', () => {
          clearInterval(drip);
        });
      },
    ],
  ])('ends %s', async (_what, script) => {
    await using server = await startScriptedServer(script);
    await using transport = transportTo(server.origin, 120);
    const result = await transport.send(POST);
    expect(result).toMatchObject({ kind: 'interrupted', reason: 'timeout' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('what is certainly not sent', () => {
  it('a refused connection', async () => {
    const server = await startScriptedServer(() => undefined);
    await server[Symbol.asyncDispose]();
    await using transport = transportTo(server.origin);
    expect(await transport.send(POST)).toMatchObject({
      kind: 'not-sent',
      reason: expect.stringContaining('ECONNREFUSED') as string,
    });
  });

  it('an unknown host', async () => {
    await using transport = transportTo('https://nowhere.invalid');
    expect(await transport.send(POST)).toMatchObject({ kind: 'not-sent' });
  });

  it('a handshake that the other side breaks off', async () => {
    const server = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await using transport = transportTo(originOf(server.address() as AddressInfo));
    expect(await transport.send(POST)).toMatchObject({ kind: 'not-sent' });
    server.close();
  });

  it('a handshake without a common cipher', async () => {
    const server = createTlsServer({});
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await using transport = transportTo(originOf(server.address() as AddressInfo));
    expect(await transport.send(POST)).toMatchObject({ kind: 'not-sent' });
    server.close();
  });

  it('a header or a path that HTTP cannot carry', async () => {
    await using server = await startScriptedServer((socket) => socket.write(answer(200, '[]')));
    await using transport = transportTo(server.origin);
    const injected = { ...POST, headers: { cookie: 'a=b\r\nx-evil: 1' } };
    expect(await transport.send(injected)).toMatchObject({ kind: 'not-sent' });
    const spaced = { ...POST, path: '/a b HTTP/1.1\r\nx: y' };
    expect(await transport.send(spaced)).toMatchObject({ kind: 'not-sent' });
    expect(server.requests).toHaveLength(0);
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])(
    'a %i is an answer; nothing reaches the other origin',
    async (status) => {
      await using other = await startScriptedServer((socket) => socket.write(answer(200, '[]')));
      await using server = await startScriptedServer((socket) =>
        socket.write(answer(status, '', [`location: ${other.origin}/stolen`])),
      );
      await using transport = transportTo(server.origin);
      for (const request of [GET, POST, PUT]) {
        expect(await transport.send(request)).toMatchObject({ kind: 'response', status });
      }
      expect(other.connectionCount()).toBe(0);
      expect(server.requests).toHaveLength(3);
    },
  );
});

describe('connections', () => {
  it('are kept and used again', async () => {
    await using server = await startScriptedServer((socket) => socket.write(answer(200, '[]')));
    await using transport = transportTo(server.origin);
    for (const request of [GET, POST, PUT, GET]) {
      await transport.send(request);
      await connectionIdle();
    }
    expect(server.requests).toHaveLength(4);
    expect(server.connectionCount()).toBe(1);
  });

  it.each([GET, POST, PUT])(
    'a kept one that dies under $method is not tried again',
    async (request) => {
      await using server = await startScriptedServer((socket, { indexOnConnection }) => {
        if (indexOnConnection === 0) socket.write(answer(200, '[]'));
        else socket.resetAndDestroy();
      });
      await using transport = transportTo(server.origin);
      expect(await transport.send(request)).toMatchObject({ kind: 'response' });
      await connectionIdle();
      expect(await transport.send(request)).toMatchObject({
        kind: 'interrupted',
        reason: 'connection-lost',
      });
      expect(server.requests).toHaveLength(2);
      expect(server.connectionCount()).toBe(1);
    },
  );

  it('one that ends right after its answer costs nothing', async () => {
    await using server = await startScriptedServer((socket) => socket.end(answer(200, '[]')));
    await using transport = transportTo(server.origin);
    for (let round = 0; round < 5; round += 1) {
      expect(await transport.send(POST)).toMatchObject({ kind: 'response', status: 200 });
    }
    expect(server.requests).toHaveLength(5);
  });

  it('an answer nobody asked for is not taken for the next one', async () => {
    await using server = await startScriptedServer((socket, { indexOnConnection }) => {
      if (indexOnConnection > 0) return;
      socket.write(Buffer.concat([answer(200, '"first"'), answer(200, '"forged"')]));
    });
    await using transport = transportTo(server.origin, 300);
    await transport.send(GET);
    const second = await transport.send(GET);
    expect(second.kind === 'response' ? Buffer.from(second.body).toString() : '').not.toContain(
      'forged',
    );
  });
});

it('a base address may carry a path', async () => {
  await using server = await startScriptedServer((socket) => socket.write(answer(200, '[]')));
  await using transport = transportTo(`${server.origin}/api/orders/`);
  await transport.send(GET);
  expect(server.requests[0]?.path).toBe('/api/orders/today-orders');
});

it('no detail repeats what was sent', async () => {
  const seen: unknown[] = [];
  for (const script of [
    ((socket) => socket.resetAndDestroy()) satisfies Script,
    ((socket) => socket.end('canary-echo')) satisfies Script,
    (() => undefined) satisfies Script,
  ]) {
    await using server = await startScriptedServer(script);
    await using transport = transportTo(server.origin, 100);
    seen.push(await transport.send({ ...POST, path: '/webhook?token=canary-token' }));
  }
  expect(JSON.stringify(seen)).not.toContain('canary');
});

/** A connection is free again a turn of the event loop after its answer. */
async function connectionIdle(): Promise<void> {
  await turn();
  await turn();
}

function originOf({ port }: AddressInfo): string {
  return `https://127.0.0.1:${String(port)}`;
}
