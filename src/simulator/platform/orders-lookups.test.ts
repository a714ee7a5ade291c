import { describe, expect, test } from 'vitest';

import { type Json } from '../../base/json.ts';
import { sampleInstant } from '../../../test/support/sample-world.ts';
import { SampleSimulator, wireOrder } from '../../../test/support/sample-simulator.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const RESTING = { order_type: 'OrderType.Limit', price: 90 };
const STOP = { order_type: 'OrderType.StopLoss', trigger_price: 120, limit_price: 125.5 };

function loggedIn(): SampleSimulator {
  const sample = new SampleSimulator();
  sample.login();
  return sample;
}

function today(sample: SampleSimulator): Json[] {
  return JSON.parse(sample.send('orders GET /today-orders').body) as Json[];
}

function placeOne(sample: SampleSimulator, change: Readonly<Record<string, Json>> = {}): string {
  const orders = [wireOrder({ order_info: RESTING, ...change })];
  const body = { broker_id: sample.simulator.brokerId, orders };
  const answer = sample.send('orders POST /place', body);
  const [placed] = JSON.parse(answer.body) as { order_id: string }[];
  return placed?.order_id ?? '';
}

describe('PUT /modify and POST /cancel', () => {
  test('answer by order id, unknown ones too', () => {
    const sample = loggedIn();
    const id = placeOne(sample);
    sample.nowMs += 1_000;
    const modified = sample.send('orders PUT /modify', {
      orders: [
        { order_id: id.toUpperCase(), order_info: { ...RESTING, price: 91 } },
        { order_id: UNKNOWN_ID, order_info: RESTING },
      ],
    });
    expect(JSON.parse(modified.body)).toEqual({
      [id]: { success: true, msg: 'Modify requested' },
      [UNKNOWN_ID]: { success: false, msg: 'Order not found' },
    });
    sample.nowMs += 1_000;
    const cancelled = sample.send('orders POST /cancel', [id, UNKNOWN_ID]);
    expect(JSON.parse(cancelled.body)).toEqual({
      [id]: { success: true, msg: 'Cancel requested' },
      [UNKNOWN_ID]: { success: false, msg: 'Order not found' },
    });
    sample.nowMs += 1_000;
    expect(today(sample)).toMatchObject([
      { status: 'Canceled', order_info: { ...RESTING, price: 91 } },
    ]);
  });

  const ids = (count: number) =>
    Array.from(
      { length: count },
      (_, nth) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
    );
  test.each<readonly [string, Json, number]>([
    ['POST /cancel: no id', [], 200],
    ['POST /cancel: 10 ids', ids(10), 200],
    ['POST /cancel: 11 ids', ids(11), 422],
    ['POST /cancel: an id twice', [UNKNOWN_ID, UNKNOWN_ID], 422],
    [
      'POST /cancel: an id twice in other letters',
      ['aaaaaaaa-0000-4000-8000-000000000000', 'AAAAAAAA-0000-4000-8000-000000000000'],
      422,
    ],
    ['POST /cancel: no uuid', ['7'], 422],
    ['POST /cancel: numbers', [7], 422],
    ['POST /cancel: an object', { orders: [] }, 422],
    ['PUT /modify: nothing to modify', { orders: [] }, 422],
    [
      'PUT /modify: 10 to modify',
      { orders: ids(10).map((order_id) => ({ order_id, order_info: STOP })) },
      200,
    ],
    [
      'PUT /modify: 11 to modify',
      { orders: ids(11).map((order_id) => ({ order_id, order_info: STOP })) },
      422,
    ],
    [
      'PUT /modify: an extra property',
      { orders: [{ order_id: UNKNOWN_ID, order_info: STOP }], x: 1 },
      422,
    ],
    ['PUT /modify: no terms', { orders: [{ order_id: UNKNOWN_ID }] }, 422],
  ])('%s', (name, body, status) => {
    const route = name.split(':')[0] ?? '';
    expect(loggedIn().send(`orders ${route}`, body).status).toBe(status);
  });
});

describe('GET /order and GET /orders-by-user-tag', () => {
  test('give the record, 422 without the query, 404 for an unknown order', () => {
    const sample = loggedIn();
    const id = placeOne(sample, { user_tag: 'mine' });
    const [record] = today(sample);
    const byId = sample.send(`orders GET /order?order_id=${id}`);
    expect(JSON.parse(byId.body)).toEqual(record);
    expect(sample.send('orders GET /order').status).toBe(422);
    const unknown = sample.send(`orders GET /order?order_id=${UNKNOWN_ID}`);
    expect(unknown.status).toBe(404);
    expect(JSON.parse(unknown.body)).toMatchObject({
      success: false,
      error: { code: 'ORDER_NOT_FOUND' },
    });
    const byTag = sample.send('orders GET /orders-by-user-tag?user_tag=mine');
    expect(JSON.parse(byTag.body)).toEqual([record]);
    expect(sample.send('orders GET /orders-by-user-tag?user_tag=other').body).toBe('[]');
    expect(sample.send('orders GET /orders-by-user-tag').body).toBe(
      '{"detail":[{"loc":["query","user_tag"],"msg":"Field required","type":"missing"}]}',
    );
  });

  test.each([
    ['2026-11-20T09:19:59%2B05:30', '2026-11-20T09:20:01%2B05:30', 1],
    ['2026-11-20T09:20', '2026-11-20T09:20', 1],
    ['2026-11-20T03:50:00.001Z', '2026-11-20T04:00:00Z', 0],
    [String(sampleInstant('09:20') / 1000), String(sampleInstant('09:20')), 1],
    ['0000000000', String(sampleInstant('09:20') - 1), 0],
  ])('times from %s to %s find %i', (start, end, count) => {
    const sample = loggedIn();
    placeOne(sample);
    const range = `start_ts=${start}&end_ts=${end}`;
    const answer = sample.send(`orders GET /orders-by-user-tag?user_tag=entry-1&${range}`);
    expect(JSON.parse(answer.body)).toHaveLength(count);
  });

  test('a time that is none is refused', () => {
    const answer = loggedIn().send('orders GET /orders-by-user-tag?user_tag=a&start_ts=soon');
    expect(answer.status).toBe(422);
    expect(answer.body).toContain('"loc":["query","start_ts"]');
  });
});
