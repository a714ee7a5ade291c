import { once } from 'node:events';
import { connect } from 'node:net';

import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';

import { positionLeg } from '../../test/support/sample-leg.ts';
import { type HostRole, type TransportRequest } from '../ports/transport.ts';
import { type ServedSimulator, type ServeOptions, serveSimulator } from './http-shell.ts';
import { createInProcessTransport } from '../../test/support/in-process-transport.ts';
import { SampleSimulator, wireOrder } from '../../test/support/sample-simulator.ts';

const open: ServedSimulator[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((served) => served.close()));
});

async function serve(options: Partial<ServeOptions> = {}): Promise<ServedSimulator> {
  const { platform } = new SampleSimulator().simulator;
  const served = await serveSimulator({ platform, ...options });
  open.push(served);
  return served;
}

async function overHttp(served: ServedSimulator, request: TransportRequest) {
  const answer = await fetch(`${served.addresses[request.role]}${request.path}`, {
    method: request.method,
    headers: request.headers,
    body: request.body,
    redirect: 'manual',
  });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    date: answer.headers.get('date'),
    cookies: answer.headers.getSetCookie(),
    body: await answer.text(),
  };
}

async function inProcess(sample: SampleSimulator, request: TransportRequest) {
  const answer = await createInProcessTransport(sample.simulator.platform).send(request);
  if (answer.kind !== 'response') return expect.fail('The platform did not answer');
  const valuesOf = (wanted: string) =>
    answer.headers.filter(([name]) => name === wanted).map(([, value]) => value);
  return {
    status: answer.status,
    type: valuesOf('content-type')[0] ?? null,
    date: valuesOf('date').join(),
    cookies: valuesOf('set-cookie'),
    body: new TextDecoder().decode(answer.body),
  };
}

/** Sends raw bytes and gives all that comes back until the other end closes. */
function rawExchange(address: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (text += chunk));
    socket.on('close', () => {
      resolve(text);
    });
    socket.on('error', reject);
  });
}

const { credentials, brokerId } = new SampleSimulator().simulator;
const { phoneNumber, password, accessToken, webhookToken } = credentials;
const startBody = {
  access_token: accessToken,
  alert_name: 'a',
  strategy: { Ticker: 'NIFTY', Legs: [positionLeg()] },
};
const BODIES = [
  null,
  'x',
  '{}',
  '[]',
  JSON.stringify({ phoneNumber, password }),
  JSON.stringify({ broker_id: brokerId, orders: [wireOrder(), wireOrder({ symbol: 'é☂' })] }),
  JSON.stringify({ broker_id: brokerId, orders: [wireOrder({ user_tag: '"\\\u0001\u2028' })] }),
  JSON.stringify(startBody),
  'NIFTY1! buy 1',
];
const ROUTES: readonly Pick<TransportRequest, 'role' | 'method' | 'path'>[] = [
  { role: 'auth', method: 'POST', path: '/login' },
  { role: 'orders', method: 'POST', path: '/place' },
  { role: 'orders', method: 'PUT', path: '/modify' },
  { role: 'orders', method: 'POST', path: '/cancel' },
  { role: 'orders', method: 'GET', path: '/today-orders' },
  { role: 'orders', method: 'GET', path: '/order?order_id=%C3%A9' },
  { role: 'orders', method: 'GET', path: '/orders-by-user-tag?user_tag=entry-1' },
  { role: 'prices', method: 'GET', path: '/contracts?underlying=NIFTY' },
  { role: 'prices', method: 'GET', path: '/simulator/quotes?symbols=NIFTY,A%2CB' },
  {
    role: 'ordersWebhook',
    method: 'POST',
    path: `/webhook/tv/tk-trade?brokers=${brokerId}&tag=a&token=${webhookToken}`,
  },
  { role: 'webhook', method: 'POST', path: '/api/webhook/custom-position/execution/start/live' },
  {
    role: 'webhook',
    method: 'POST',
    path: '/api/webhook/custom-position/execution/square-off/a?b',
  },
  { role: 'webhook', method: 'GET', path: '/?' },
];

describe('over HTTP and in process', () => {
  const step = fc.record({
    route: fc.constantFrom(...ROUTES),
    body: fc.constantFrom(...BODIES),
    hasSession: fc.boolean(),
    afterMs: fc.nat(60_000),
  });

  test('any requests have the same answers, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const [left, right] = [new SampleSimulator(), new SampleSimulator()];
        const served = await serveSimulator({ platform: left.simulator.platform });
        const cookies = left
          .login()
          .headers.flatMap(([name, value]) =>
            name === 'set-cookie' ? [value.split(';')[0] ?? ''] : [],
          );
        right.login();
        const session = {
          cookie: cookies.join('; '),
          'x-csrf-token-access': cookies[1]?.split('=')[1] ?? '',
        };
        try {
          for (const { route, body, hasSession, afterMs } of steps) {
            left.nowMs += afterMs;
            right.nowMs += afterMs;
            const headers = hasSession ? session : {};
            const request = { ...route, headers, body: route.method === 'GET' ? null : body };
            expect(await overHttp(served, request)).toEqual(await inProcess(right, request));
          }
        } finally {
          await served.close();
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('the HTTP shell', () => {
  test('dates its answers by the simulated clock, also those that never reach the platform', async () => {
    const sample = new SampleSimulator();
    const { platform } = sample.simulator;
    const served = await serve({ platform });
    const date = new Date(Math.floor(platform.nowMs() / 1_000) * 1_000).toUTCString();
    for (const path of ['/nothing-here', '/today-orders']) {
      const request = { role: 'orders', method: 'GET', path, headers: {}, body: null } as const;
      expect((await overHttp(served, request)).date).toBe(date);
    }
    const raw = await fetch(served.addresses.auth);
    expect(raw.headers.get('date')).toBe(date);
  });

  test('gives each role its own port and the orders host a path prefix', async () => {
    const { addresses } = await serve();
    const ports = Object.values(addresses).map((address) => new URL(address).port);
    expect(new Set(ports).size).toBe(5);
    expect(new URL(addresses.orders).pathname).toBe('/api/orders');
    const { origin } = new URL(addresses.orders);
    expect((await fetch(`${origin}/today-orders`)).status).toBe(404);
    expect((await fetch(`${origin}/api/orders`)).status).toBe(404);
    expect((await fetch(`${origin}/api/orders/today-orders`)).status).toBe(401);
  });

  test('takes a body of 1 MiB and refuses a longer one', async () => {
    const { addresses } = await serve();
    const post = (body: string) => fetch(`${addresses.auth}/login`, { method: 'POST', body });
    expect((await post('x'.repeat(1_048_576))).status).toBe(400);
    expect((await post('x'.repeat(1_048_577))).status).toBe(413);
  });

  test('refuses a body that is no UTF-8', async () => {
    const { addresses } = await serve();
    const body = new Uint8Array([0x22, 0xff, 0x22]);
    const answer = await fetch(`${addresses.auth}/login`, { method: 'POST', body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ success: false });
  });

  test('answers what is no HTTP by 400', async () => {
    const { addresses } = await serve();
    expect(await rawExchange(addresses.auth, 'NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('survives a request that is cut off in the body', async () => {
    const { addresses } = await serve();
    const head = 'POST /login HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{';
    const { hostname, port } = new URL(addresses.auth);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(head, () => {
          socket.destroy();
        });
      });
      socket.on('close', () => {
        resolve();
      });
    });
    expect((await fetch(`${addresses.auth}/login`, { method: 'POST', body: '{}' })).status).toBe(
      400,
    );
  });

  test('serves on ports that are asked for, and says when one is taken', async () => {
    const first = await serve();
    const port = Number(new URL(first.addresses.prices).port);
    const { platform } = new SampleSimulator().simulator;
    await expect(serveSimulator({ platform, ports: { prices: port } })).rejects.toThrow(
      'EADDRINUSE',
    );
    await first.close();
    const second = await serveSimulator({ platform, ports: { prices: port } });
    open.push(second);
    expect(new URL(second.addresses.prices).port).toBe(String(port));
  });

  test('uses a connection for many requests', async () => {
    const { addresses } = await serve();
    const request = 'GET /contracts HTTP/1.1\r\nhost: a\r\n\r\n';
    const last = 'GET /contracts HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';
    const answers = await rawExchange(addresses.prices, `${request}${request}${last}`);
    expect(answers.match(/HTTP\/1\.1 401 /g)).toHaveLength(3);
  });
});

describe('connections that nobody uses', () => {
  const REQUEST = 'GET /contracts HTTP/1.1\r\nhost: a\r\n\r\n';
  const FOREVER = 3_600_000;
  const limits = { keepAliveMs: FOREVER, headMs: FOREVER, requestMs: FOREVER, silentMs: FOREVER };

  test('close after their time without another request', async () => {
    const { addresses } = await serve({ limits: { ...limits, keepAliveMs: 20 } });
    expect(await rawExchange(addresses.prices, REQUEST)).toMatch(/^HTTP\/1\.1 401 /);
  });

  test.each([
    ['that never say anything', '', { headMs: 20 }],
    ['that never end their head', 'GET /contracts HTTP/1.1\r\nhost: a\r\n', { headMs: 20 }],
    [
      'that never end their body',
      'POST /login HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{',
      { headMs: 20, requestMs: 40 },
    ],
  ])('%s are answered by 408 and closed', async (_what, bytes, shorter) => {
    const { addresses } = await serve({ limits: { ...limits, ...shorter } });
    expect(await rawExchange(addresses.auth, bytes)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('close when no byte comes or goes', async () => {
    const { addresses } = await serve({ limits: { ...limits, silentMs: 20 } });
    const head = 'POST /login HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{';
    expect(await rawExchange(addresses.auth, head)).toBe('');
  });

  test('are no more than a port bears: the next one is closed unread', async () => {
    const { addresses } = await serve({ limits: { ...limits, connectionsMax: 1 } });
    const { hostname, port } = new URL(addresses.prices);
    const first = connect(Number(port), hostname);
    await once(first, 'connect');
    expect(await rawExchange(addresses.prices, REQUEST)).toBe('');
    first.destroy();
  });
});

const ROLES: readonly HostRole[] = ['auth', 'orders', 'prices', 'ordersWebhook', 'webhook'];

test.each(ROLES)('closing frees the %s port', async (role) => {
  const served = await serve();
  await served.close();
  await expect(fetch(served.addresses[role])).rejects.toThrow();
});
