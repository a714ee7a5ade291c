import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Json } from '../../base/json.ts';
import { positionLeg } from '../../../test/support/sample-leg.ts';
import { HOST_ROLES } from '../../ports/transport.ts';
import { SampleSimulator, wireOrder } from '../../../test/support/sample-simulator.ts';

const STATUSES = new Set([200, 400, 401, 404, 405, 422, 503]);
const PATHS = [
  '/login',
  '/place',
  '/modify',
  '/cancel',
  '/today-orders',
  '/order',
  '/orders-by-user-tag',
  '/contracts',
  '/simulator/quotes',
  '/webhook/tv/tk-trade',
  '/api/webhook/custom-position/execution/start/live',
  '/api/webhook/custom-position/execution/start/paper',
  '/api/webhook/custom-position/execution/square-off/a',
];

const sample = new SampleSimulator();
const { brokerId, credentials } = sample.simulator;

const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<Json[]>(-1, 0, 1e300, -0.5, '', '__proto__', null, [], {}),
) as fc.Arbitrary<Json>;
const body: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  odd.map((json) => JSON.stringify(json)),
  fc.constantFrom('['.repeat(100_000), `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
  fc
    .dictionary(fc.constantFrom('quantity', 'order_info', 'user_tag', 'extra_tags', 'x'), odd)
    .map((change) => JSON.stringify({ broker_id: brokerId, orders: [wireOrder(change)] })),
  fc.record({ price: fc.double(), quantity: fc.maxSafeInteger() }).map(({ price, quantity }) => {
    const order_info = { order_type: 'OrderType.Limit', price };
    return JSON.stringify({ broker_id: brokerId, orders: [wireOrder({ order_info, quantity })] });
  }),
  fc
    .dictionary(fc.constantFrom('Lots', 'LegStopLoss', 'LegTarget', 'StrikeParameter'), odd)
    .map((change) =>
      JSON.stringify({
        access_token: credentials.accessToken,
        alert_name: 'a',
        strategy: { Ticker: 'NIFTY', Legs: [positionLeg(change)] },
      }),
    ),
);
const request = fc.record({
  role: fc.constantFrom(...HOST_ROLES),
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH'),
  path: fc
    .tuple(
      fc.oneof(fc.constantFrom(...PATHS), fc.webPath()),
      fc.oneof(
        fc.constantFrom('', `?brokers=${brokerId}&tag=t&token=${credentials.webhookToken}`),
        fc.webQueryParameters().map((query) => `?${query}`),
        fc.string().map((query) => `?order_id=${query}&user_tag=%ff&start_ts=${query}`),
      ),
    )
    .map(([path, query]) => path + query),
  body: fc.option(body),
  afterMs: fc.nat(20_000),
});

test('whatever is sent, the answer is a documented status with a JSON body', () => {
  fc.assert(
    fc.property(fc.array(request, { maxLength: 20 }), (requests) => {
      const one = new SampleSimulator();
      one.login();
      for (const { role, method, path, body: text, afterMs } of requests) {
        one.nowMs += afterMs;
        const answer = one.send(
          `${role} ${method} ${path.replaceAll(' ', '+')}`,
          text ?? undefined,
        );
        expect(STATUSES).toContain(answer.status);
        expect(() => JSON.parse(answer.body) as unknown).not.toThrow();
      }
      one.nowMs += 86_400_000;
      one.login();
      expect(one.send('orders GET /today-orders').body).toBe('[]');
    }),
    { numRuns: 150 },
  );
});

test('every record of the day is one that the interface allows', () => {
  fc.assert(
    fc.property(fc.array(body, { maxLength: 20 }), (bodies) => {
      const one = new SampleSimulator();
      one.login();
      for (const text of bodies) one.send('orders POST /place', text);
      one.nowMs += 5_000;
      const answer = one.send('orders GET /today-orders');
      for (const record of JSON.parse(answer.body) as Record<string, Json>[]) {
        expect(Number.isInteger(record['quantity'])).toBe(true);
        expect(record['strike_price']).toBeGreaterThanOrEqual(0);
        expect(JSON.stringify(record['order_info'])).not.toContain('null');
        expect(Object.values(record)).not.toContain(null);
      }
    }),
    { numRuns: 100 },
  );
});
