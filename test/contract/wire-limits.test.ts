import { describe, expect, it } from 'vitest';

import { type Json } from '../../src/base/json.ts';
import { sampleContract, sampleInstant } from '../support/sample-world.ts';
import { type TransportRequest, type TransportResult } from '../../src/ports/transport.ts';
import { type PlatformHarness, PLATFORMS } from './platform-harness.ts';

const POSITION = '/api/webhook/custom-position/execution';

/** What the adapters refuse themselves never reaches the platform through them, so here it goes without them. */
describe.each(PLATFORMS)('requests on the wire of the platform %s', (_name, start) => {
  const order = {
    user_tag: 'wire-1',
    extra_tags: {},
    instrument_id: sampleContract('CE').instrumentId,
    symbol: sampleContract('CE').symbol,
    side: 'PositionType.Buy',
    quantity: 65,
    product_type: 'ProductType.MIS',
    order_info: { order_type: 'OrderType.Limit', price: 50 },
  };
  const id = (index: number): string =>
    `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => id(index));
  const many = <Item>(count: number, item: Item): Item[] =>
    Array.from({ length: count }, () => item);
  const tags = (count: number, key = (index: number) => `k${String(index)}`): Json =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [key(index), 'v']));
  const place = (change: object, brokerId: Json = 'b'): Json => ({
    orders: [{ ...order, ...change }],
    broker_id: brokerId,
  });
  const change = { order_id: id(1), order_info: order.order_info };

  it.each(
    pairs<[string, Json | null, 200 | 422]>([
      ['1 order', 'POST /place', { orders: [order], broker_id: 'b' }, 200],
      ['10 orders', 'POST /place', { orders: many(10, order), broker_id: 'b' }, 200],
      ['0 orders', 'POST /place', { orders: [], broker_id: 'b' }, 422],
      ['11 orders', 'POST /place', { orders: many(11, order), broker_id: 'b' }, 422],
      ['a broker id of 32', 'POST /place', place({}, 'b'.repeat(32)), 200],
      ['a broker id of 33', 'POST /place', place({}, 'b'.repeat(33)), 422],
      ['a broker id of 0', 'POST /place', place({}, ''), 422],
      ['a broker id with _', 'POST /place', place({}, 'a_B_9'), 200],
      ['a broker id with -', 'POST /place', place({}, 'a-b'), 422],
      ['a broker id with a line end', 'POST /place', place({}, 'ab\n'), 422],
      ['a broker id that is a number', 'POST /place', place({}, 7), 422],
      ['no broker id', 'POST /place', { orders: [order] }, 422],
      ['no orders', 'POST /place', { broker_id: 'b' }, 422],
      ['another field', 'POST /place', { orders: [order], broker_id: 'b', dry_run: true }, 422],
      ['a tag of 32', 'POST /place', place({ user_tag: 't'.repeat(32) }), 200],
      ['a tag of 33', 'POST /place', place({ user_tag: 't'.repeat(33) }), 422],
      ['3 extra tags', 'POST /place', place({ extra_tags: tags(3) }), 200],
      ['4 extra tags', 'POST /place', place({ extra_tags: tags(4) }), 422],
      ['an extra key of 20', 'POST /place', place({ extra_tags: { ['k'.repeat(20)]: 'v' } }), 200],
      ['an extra key of 21', 'POST /place', place({ extra_tags: { ['k'.repeat(21)]: 'v' } }), 422],
      ['an extra value of 30', 'POST /place', place({ extra_tags: { k: 'v'.repeat(30) } }), 200],
      ['an extra value of 31', 'POST /place', place({ extra_tags: { k: 'v'.repeat(31) } }), 422],
      ['an extra value that is a number', 'POST /place', place({ extra_tags: { k: 1 } }), 422],
      ['an unknown side', 'POST /place', place({ side: 'BUY' }), 422],
      ['an unknown product', 'POST /place', place({ product_type: 'MIS' }), 422],
      ['an unknown order type', 'POST /place', place({ order_info: { order_type: 'x' } }), 422],
      ['half a unit', 'POST /place', place({ quantity: 0.5 }), 422],
      ['a quantity as text', 'POST /place', place({ quantity: '65' }), 422],
      ['a list in place of an object', 'POST /place', [], 422],
      ['no body', 'POST /place', null, 422],
      ['1 change', 'PUT /modify', { orders: [change] }, 200],
      ['10 changes', 'PUT /modify', { orders: many(10, change) }, 200],
      ['0 changes', 'PUT /modify', { orders: [] }, 422],
      ['11 changes', 'PUT /modify', { orders: many(11, change) }, 422],
      ['a change with a name', 'PUT /modify', { orders: [{ ...change, order_id: 'x' }] }, 422],
      ['another field', 'PUT /modify', { orders: [change], broker_id: 'b' }, 422],
      ['1 id', 'POST /cancel', ids(1), 200],
      ['10 ids', 'POST /cancel', ids(10), 200],
      ['11 ids', 'POST /cancel', ids(11), 422],
      ['the same id twice', 'POST /cancel', [id(1), id(1)], 422],
      [
        'the same id in capitals',
        'POST /cancel',
        ['a'.repeat(8) + id(1).slice(8), 'A'.repeat(8) + id(1).slice(8)],
        422,
      ],
      ['an id that is no uuid', 'POST /cancel', ['1'], 422],
      ['an object of ids', 'POST /cancel', { ids: ids(1) }, 422],
      ['no order id', 'GET /order', null, 422],
      ['no tag', 'GET /orders-by-user-tag', null, 422],
      ['a tag', 'GET /orders-by-user-tag?user_tag=x', null, 200],
      ['a wrong time', 'GET /orders-by-user-tag?user_tag=x&start_ts=soon', null, 422],
    ]),
  )('%s', async (_what, [route, body, status]) => {
    await using platform = await start();
    const answer = await send(platform, `orders ${route}`, body);
    expect(answer.status).toBe(status);
    if (status !== 422) return;
    expect(answer.body).toMatchObject({
      detail: expect.arrayContaining([
        {
          loc: expect.any(Array) as unknown,
          msg: expect.any(String) as unknown,
          type: expect.any(String) as unknown,
        },
      ]) as unknown,
    });
  });

  it.each(
    pairs<[string, Json, number]>([
      ['a body that is no JSON', 'auth POST /login', '{', 400],
      ['a phone number without +', 'auth POST /login', { phoneNumber: '1', password: 'x' }, 400],
      ['no password', 'auth POST /login', { phoneNumber: '+910000000000' }, 400],
      [
        'a wrong password',
        'auth POST /login',
        { phoneNumber: '+910000000000', password: 'x' },
        401,
      ],
      ['no underlying', 'prices GET /contracts', '', 400],
      ['an unknown underlying', 'prices GET /contracts?underlying=X', '', 400],
      [
        'a signal without token',
        'ordersWebhook POST /webhook/tv/tk-trade?brokers=b&tag=t',
        'x',
        401,
      ],
      ['an unknown position', `webhook POST ${POSITION}/square-off/nobody`, 'with-token', 404],
    ]),
  )('%s is answered by the error envelope', async (_what, [route, body, status]) => {
    await using platform = await start();
    const withToken = { access_token: platform.simulator.credentials.accessToken };
    const answer = await send(platform, route, body === 'with-token' ? withToken : body);
    expect(answer).toMatchObject({
      status,
      body: {
        success: false,
        error: { code: expect.any(String) as string, message: expect.any(String) as string },
      },
    });
  });

  it('contracts without a session are answered by 401 and the error envelope', async () => {
    await using platform = await start();
    const request = requestOf('prices GET /contracts?underlying=NIFTY', '');
    expect(decode(await platform.transport.send(request))).toMatchObject({
      status: 401,
      body: { success: false, error: {} },
    });
  });

  it.each(['live', 'paper'])(
    'a %s start outside the window is answered by 503 and msg',
    async (mode) => {
      await using platform = await start();
      platform.setTime(sampleInstant('08:14'));
      const body = {
        access_token: platform.simulator.credentials.accessToken,
        alert_name: 'n',
        strategy: { Ticker: 'NIFTY', Legs: [{}] },
      };
      const answer = await send(platform, `webhook POST ${POSITION}/start/${mode}`, body);
      expect(answer).toEqual({ status: 503, body: { msg: expect.any(String) as string } });
    },
  );
});

/** The name of a case beside all the rest of it. */
function pairs<Rest extends unknown[]>(
  cases: readonly (readonly [name: string, ...rest: Rest])[],
): (readonly [name: string, rest: Rest])[] {
  return cases.map(([name, ...rest]) => [name, rest] as const);
}

/** Logs in, then sends. A string body goes as it is. */
async function send(
  platform: PlatformHarness,
  route: string,
  body: Json | null,
): Promise<{ status: number; body: unknown }> {
  const { phoneNumber, password } = platform.simulator.credentials;
  const login = await platform.transport.send(
    requestOf('auth POST /login', { phoneNumber, password }),
  );
  const cookies = login.kind === 'response' ? login.headers : [];
  const pairs = cookies
    .filter(([name]) => name === 'set-cookie')
    .map(([, value]) => value.split(';')[0] ?? '');
  const csrf = pairs.find((pair) => pair.startsWith('csrf_access_token='))?.split('=')[1] ?? '';
  const request = requestOf(route, body);
  const headers = { ...request.headers, cookie: pairs.join('; '), 'x-csrf-token-access': csrf };
  return decode(await platform.transport.send({ ...request, headers }));
}

function requestOf(route: string, body: Json | null): TransportRequest {
  const [role, method, path] = route.split(' ');
  return {
    role: role as TransportRequest['role'],
    method: method as TransportRequest['method'],
    path: path ?? '',
    headers: { 'content-type': 'application/json' },
    body:
      method === 'GET' || body === null
        ? null
        : typeof body === 'string'
          ? body
          : JSON.stringify(body),
  };
}

function decode(result: TransportResult): { status: number; body: unknown } {
  if (result.kind !== 'response') return { status: 0, body: result };
  return { status: result.status, body: JSON.parse(Buffer.from(result.body).toString('utf8')) };
}
