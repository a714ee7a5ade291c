import { describe, expect, test } from 'vitest';

import { type Json } from '../../base/json.ts';
import { sampleInstant } from '../../../test/support/sample-world.ts';
import { SampleSimulator } from '../../../test/support/sample-simulator.ts';

const GUARDED = [
  'orders POST /place',
  'orders PUT /modify',
  'orders POST /cancel',
  'orders GET /today-orders',
  'orders GET /order?order_id=a',
  'orders GET /orders-by-user-tag?user_tag=a',
  'prices GET /contracts?underlying=NIFTY',
  'prices GET /simulator/quotes?symbols=NIFTY',
];

describe('POST /login', () => {
  test('answers with success, a message and the two cookies', () => {
    const answer = new SampleSimulator().login();
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual({ success: true, message: 'Logged in' });
    const cookies = answer.headers.filter(([name]) => name === 'set-cookie');
    expect(cookies.map(([, value]) => value.split('=')[0])).toEqual([
      'access_token_cookie',
      'csrf_access_token',
    ]);
  });

  test.each<readonly [string, Json, number]>([
    ['a wrong password', { password: 'wrong' }, 401],
    ['another phone number', { phoneNumber: '+910000000001' }, 401],
    ['no plus', { phoneNumber: '910000000000' }, 400],
    ['a number as number', { phoneNumber: 910000000000 }, 400],
    ['an empty password', { password: '' }, 400],
    ['no password', { password: null }, 400],
    ['an unknown field', { device: 'x' }, 200],
    ['no JSON', 'phone=1', 400],
  ])('%s', (_name, change, status) => {
    const sample = new SampleSimulator();
    const { phoneNumber, password } = sample.simulator.credentials;
    const body =
      typeof change === 'string' ? change : { phoneNumber, password, ...(change as object) };
    const answer = sample.send('auth POST /login', body);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ success: status === 200 });
    expect(answer.headers.some(([name]) => name === 'set-cookie')).toBe(status === 200);
  });
});

describe('a session', () => {
  test.each(GUARDED)('is needed for %s', (route) => {
    const sample = new SampleSimulator();
    expect(sample.send(route).status).toBe(401);
    sample.login();
    expect(sample.send(route).status).not.toBe(401);
  });

  test('needs its cookie and its own CSRF value', () => {
    const sample = new SampleSimulator();
    const cookies = [sample.login(), sample.login()].map(({ headers }) =>
      headers.flatMap(([name, value]) =>
        name === 'set-cookie' ? [value.split(';')[0] ?? ''] : [],
      ),
    );
    const [[session = '', csrf = ''] = [], [, otherCsrf = ''] = []] = cookies;
    const status = (headers: Readonly<Record<string, string>>): number =>
      sample.simulator.platform.handle({
        role: 'orders',
        method: 'GET',
        path: '/today-orders',
        headers,
        body: null,
      }).status;
    const header = (cookie: string) => cookie.split('=')[1] ?? '';
    expect(status({ cookie: `a=b; ${session}`, 'x-csrf-token-access': header(csrf) })).toBe(200);
    expect(status({ cookie: session })).toBe(401);
    expect(status({ cookie: session, 'x-csrf-token-access': header(otherCsrf) })).toBe(401);
    expect(status({ 'x-csrf-token-access': header(csrf) })).toBe(401);
  });

  test('ends at 03:00 IST', () => {
    const sample = new SampleSimulator({}, sampleInstant('02:00'));
    sample.login();
    sample.nowMs = sampleInstant('03:00', -1);
    expect(sample.send('orders GET /today-orders').status).toBe(200);
    sample.nowMs = sampleInstant('03:00');
    expect(sample.send('orders GET /today-orders').status).toBe(401);
    sample.login();
    sample.nowMs = sampleInstant('03:00') + 86_400_000 - 1;
    expect(sample.send('orders GET /today-orders').status).toBe(200);
    sample.nowMs += 1;
    expect(sample.send('orders GET /today-orders').status).toBe(401);
  });
});
