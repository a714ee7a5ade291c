import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Secret } from '../base/secret.ts';
import { type TransportRequest } from '../ports/transport.ts';
import { loadMarketKnowledge } from '../settings/market/market-knowledge.ts';
import { loadProfile } from '../settings/profile.ts';
import { connectPaper } from './connect-paper.ts';

const seen: string[] = [];
const server = createServer((request, response) => {
  seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
  response.writeHead(307, { location: '/api/webhook/custom-position/execution/start/live' });
  response.end();
});
let origin = '';

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});

afterAll(() => {
  server.close();
});

function connected(): ReturnType<typeof connectPaper> {
  return connectPaper({
    name: 'test',
    calendar: loadMarketKnowledge().calendar,
    seed: 'test',
    access: {
      hosts: {
        auth: origin,
        orders: origin,
        prices: origin,
        ordersWebhook: origin,
        webhook: origin,
      },
      profile: loadProfile('openbroker'),
      credentials: {
        phoneNumber: new Secret('+910000000000'),
        password: new Secret('test-password'),
        webhookToken: new Secret('test-webhook-token'),
        accessToken: new Secret('test-access-token'),
      },
      prices: { kind: 'none' },
      clock: { nowMs: () => 0 },
    },
  });
}

const START = '/api/webhook/custom-position/execution/start';

describe('a paper connection, as it is composed', () => {
  it.each<Pick<TransportRequest, 'role' | 'method' | 'path'>>([
    { role: 'orders', method: 'POST', path: '/place' },
    { role: 'orders', method: 'PUT', path: '/modify' },
    { role: 'orders', method: 'POST', path: '/cancel' },
    { role: 'webhook', method: 'POST', path: `${START}/live` },
    { role: 'ordersWebhook', method: 'POST', path: '/webhook/tv/tk-trade?token=t' },
  ])('lets no $method $path out of the process', async (route) => {
    const { connection } = connected();
    const result = await connection.transport.send({ ...route, headers: {}, body: '{}' });
    await connection.close();
    expect(result).toMatchObject({ kind: 'not-sent', reason: /^Paper mode has no route/ });
    expect(seen).toEqual([]);
  });

  it('does not follow the paper endpoint to a live one', async () => {
    const { venue, connection } = connected();
    const start = { alertName: 'a', exitAtMs: null, ticker: 'NIFTY', legs: [{}] };
    const answer = await venue.attempt({ kind: 'start-position', attemptId: 'a0', start }, 0);
    await connection.close();
    expect(answer.outcome).toMatchObject({ kind: 'unknown', cause: { reason: 'redirected' } });
    expect(seen.splice(0)).toEqual([`POST ${START}/paper`]);
  });
});
