import { describe, expect, test } from 'vitest';
import { type Json } from '../../base/json.ts';
import { type PlatformSwitches } from './platform-parts.ts';
import { SampleSimulator, wireOrder } from '../../../test/support/sample-simulator.ts';

const RESTING = { order_type: 'OrderType.Limit', price: 90 };
const STOP = { order_type: 'OrderType.StopLoss', trigger_price: 120, limit_price: 125.5 };
const MARKET = { order_type: 'OrderType.Market', ref_price: 0 };

type WireRecord = Readonly<Record<string, Json>>;

function loggedIn(switches: Partial<PlatformSwitches> = {}): SampleSimulator {
  const sample = new SampleSimulator({ switches });
  sample.login();
  return sample;
}

/** About a megabyte of elements. */
function many400k(element: string): string {
  return Array.from({ length: 400_000 / element.length }, () => element).join(',');
}

function numberedKeys(): string {
  return Array.from({ length: 80_000 }, (_value, index) => `"k${String(index)}":1`).join(',');
}

function listed({ simulator }: SampleSimulator, element: string): string {
  return `{"broker_id":"${simulator.brokerId}","orders":[${many400k(element)}]}`;
}

function tagged(sample: SampleSimulator, tags: string): string {
  const body = JSON.stringify(placeBody(sample, [wireOrder()]));
  return body.replace('"extra_tags":{}', `"extra_tags":{${tags}}`);
}

function placeBody(sample: SampleSimulator, orders: readonly Json[]): Json {
  return { broker_id: sample.simulator.brokerId, orders };
}

/** The base with the change's keys when both are objects, else the change. */
function merged(base: Json, change: Json): Json {
  const isObject = typeof change === 'object' && change !== null && !Array.isArray(change);
  return isObject ? Object.assign({}, base, change) : change;
}

function details(body: string): string[] {
  const { detail } = JSON.parse(body) as { detail: { loc: unknown[]; type: string }[] };
  return detail.map(({ loc, type }) => `${loc.join('.')} ${type}`);
}

function today(sample: SampleSimulator): WireRecord[] {
  return JSON.parse(sample.send('orders GET /today-orders').body) as WireRecord[];
}

function placeOne(sample: SampleSimulator, change: WireRecord = {}): string {
  const body = placeBody(sample, [wireOrder({ order_info: RESTING, ...change })]);
  const answer = sample.send('orders POST /place', body);
  const [placed] = JSON.parse(answer.body) as { order_id: string }[];
  return placed?.order_id ?? '';
}

describe('POST /place', () => {
  test('answers each element in the order of the request, tags echoed', () => {
    const sample = loggedIn();
    const answer = sample.send(
      'orders POST /place',
      placeBody(sample, [
        wireOrder({ user_tag: 'a', extra_tags: { run: 'r' } }),
        wireOrder({ user_tag: 'b', symbol: 'NOPE' }),
      ]),
    );
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual([
      {
        success: true,
        order_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        user_tag: 'a',
        extra_tags: { run: 'r' },
      },
      { success: false, order_id: null, user_tag: 'b', extra_tags: {} },
    ]);
  });

  test('takes orders of a further broker of the account, and shows it in their records', () => {
    const sample = loggedIn();
    const [brokerId = ''] = Object.values(sample.simulator.brokers);
    expect(brokerId).not.toBe(sample.simulator.brokerId);
    sample.send('orders POST /place', { broker_id: brokerId, orders: [wireOrder()] });
    expect(sample.simulator.exchange.orders()).toMatchObject([{ brokerId }]);
  });

  test('takes no order of another broker', () => {
    const sample = loggedIn();
    const body = { broker_id: 'another', orders: [wireOrder()] };
    const answer = sample.send('orders POST /place', body);
    expect(JSON.parse(answer.body)).toMatchObject([{ success: false, order_id: null }]);
    expect(today(sample)).toEqual([]);
  });

  test('takes tags that are null and unknown properties when it is lenient', () => {
    const sample = loggedIn({ isLenient: true });
    const order = wireOrder({ user_tag: null, extra_tags: null, delay: 5, more: 1 });
    const body = placeBody(sample, [order]);
    expect(JSON.parse(sample.send('orders POST /place', body).body)).toMatchObject([
      { success: true, user_tag: '', extra_tags: {} },
    ]);
  });

  test('finds fault with them when it is strict', () => {
    const sample = loggedIn();
    const order = wireOrder({
      user_tag: null,
      extra_tags: null,
      delay: 5,
      more: 1,
      order_info: { order_type: 'OrderType.Market', more: 1 },
    });
    const answer = sample.send('orders POST /place', placeBody(sample, [order]));
    expect(details(answer.body).toSorted()).toEqual([
      'body.orders.0.extra_tags dict_type',
      'body.orders.0.more extra_forbidden',
      'body.orders.0.order_info.more extra_forbidden',
      'body.orders.0.order_info.ref_price missing',
      'body.orders.0.user_tag string_type',
    ]);
  });

  test.each(['__proto__', 'constructor', 'toString'])('checks an extra tag named %s', (key) => {
    const sample = loggedIn();
    const text = (value: string) =>
      JSON.stringify(placeBody(sample, [wireOrder()])).replace(
        '"extra_tags":{}',
        `"extra_tags":{"${key}":${value}}`,
      );
    const wrong = sample.send('orders POST /place', text('{"a":1}'));
    expect(details(wrong.body)).toEqual([`body.orders.0.extra_tags.${key} string_type`]);
    const right = sample.send('orders POST /place', text('"v"'));
    expect(right.body).toContain(`"extra_tags":{"${key}":"v"}`);
    expect(sample.send('orders GET /today-orders').body).toContain(`{"${key}":"v"}`);
  });

  test.each<readonly [string, string, (sample: SampleSimulator) => string]>([
    ['orders', 'orders POST /place', (sample) => listed(sample, '"x"')],
    ['orders that are empty', 'orders POST /place', (sample) => listed(sample, '{}')],
    ['changes', 'orders PUT /modify', () => `{"orders":[${many400k('{}')}]}`],
    ['ids', 'orders POST /cancel', () => `[${many400k('1')}]`],
    ['extra tags', 'orders POST /place', (sample) => tagged(sample, numberedKeys())],
    ['properties', 'orders POST /place', () => `{${numberedKeys()}}`],
    [
      'legs',
      'webhook POST /api/webhook/custom-position/execution/start/live',
      () =>
        `{"access_token":"a","alert_name":"b","strategy":{"Ticker":"N","Legs":[${many400k('1')}]}}`,
    ],
  ])('answers any number of wrong %s briefly', (_what, route, bodyOf) => {
    const sample = loggedIn();
    const answer = sample.send(route, bodyOf(sample));
    expect(answer.status).toBe(422);
    expect(answer.body.length).toBeLessThan(20_000);
  });

  const many = (count: number) => Array.from({ length: count }, () => wireOrder());
  test.each<readonly [string, Json, number]>([
    ['no order', { orders: [] }, 422],
    ['1 order', { orders: many(1) }, 200],
    ['10 orders', { orders: many(10) }, 200],
    ['11 orders', { orders: many(11) }, 422],
    ['broker id of 1', { broker_id: 'a' }, 200],
    ['broker id of 32', { broker_id: 'a'.repeat(32) }, 200],
    ['broker id of 33', { broker_id: 'a'.repeat(33) }, 422],
    ['empty broker id', { broker_id: '' }, 422],
    ['broker id with underscore', { broker_id: 'a_B_9' }, 200],
    ['broker id with dash', { broker_id: 'a-b' }, 422],
    ['broker id with line end', { broker_id: 'ab\n' }, 422],
    ['broker id as number', { broker_id: 7 }, 422],
    ['an extra property', { dry_run: true }, 422],
    ['tag of 32', { orders: [wireOrder({ user_tag: 't'.repeat(32) })] }, 200],
    ['tag of 33', { orders: [wireOrder({ user_tag: 't'.repeat(33) })] }, 422],
    ['3 extra tags', { orders: [wireOrder({ extra_tags: { a: '', b: '', c: '' } })] }, 200],
    ['4 extra tags', { orders: [wireOrder({ extra_tags: { a: '', b: '', c: '', d: '' } })] }, 422],
    ['extra key of 20', { orders: [wireOrder({ extra_tags: { ['k'.repeat(20)]: '' } })] }, 200],
    ['extra key of 21', { orders: [wireOrder({ extra_tags: { ['k'.repeat(21)]: '' } })] }, 422],
    ['extra value of 30', { orders: [wireOrder({ extra_tags: { k: 'v'.repeat(30) } })] }, 200],
    ['extra value of 31', { orders: [wireOrder({ extra_tags: { k: 'v'.repeat(31) } })] }, 422],
    ['extra value no text', { orders: [wireOrder({ extra_tags: { k: 1 } })] }, 422],
    ['whole quantity', { orders: [wireOrder({ quantity: 130 })] }, 200],
    ['broken quantity', { orders: [wireOrder({ quantity: 1.5 })] }, 422],
    ['text quantity', { orders: [wireOrder({ quantity: '65' })] }, 422],
    ['unknown side', { orders: [wireOrder({ side: 'Buy' })] }, 422],
    ['unknown product', { orders: [wireOrder({ product_type: 'ProductType.CNC' })] }, 422],
    ['market order', { orders: [wireOrder({ order_info: MARKET })] }, 200],
    ['stop order', { orders: [wireOrder({ order_info: STOP })] }, 200],
    ['unknown order type', { orders: [wireOrder({ order_info: { order_type: 'Limit' } })] }, 422],
    ['no price', { orders: [wireOrder({ order_info: { order_type: 'OrderType.Limit' } })] }, 422],
    ['infinite price', '{"orders":[],"price":1e999}', 422],
    ['an array', [], 422],
    ['null', null, 422],
    ['no JSON', '{"orders":', 422],
  ])('%s', (_name, change, status) => {
    const sample = loggedIn();
    const body = merged(placeBody(sample, [wireOrder()]), change);
    const answer = sample.send('orders POST /place', body);
    expect(answer.status).toBe(status);
    expect(details(status === 422 ? answer.body : '{"detail":[]}').length > 0).toBe(status === 422);
  });

  test('a body that is missing says so', () => {
    expect(details(loggedIn().send('orders POST /place').body)).toEqual(['body missing']);
  });

  test('every problem is located', () => {
    const sample = loggedIn();
    const bad = {
      user_tag: 5,
      symbol: 'S',
      side: 'up',
      quantity: 'x',
      order_info: { order_type: 'OrderType.StopLoss', trigger_price: '1' },
    };
    const answer = sample.send('orders POST /place', { orders: [bad], more: 1 });
    expect(details(answer.body).toSorted()).toEqual([
      'body.broker_id missing',
      'body.more extra_forbidden',
      'body.orders.0.extra_tags missing',
      'body.orders.0.instrument_id missing',
      'body.orders.0.order_info.limit_price missing',
      'body.orders.0.order_info.trigger_price float_type',
      'body.orders.0.product_type missing',
      'body.orders.0.quantity int_type',
      'body.orders.0.side enum',
      'body.orders.0.user_tag string_type',
    ]);
  });
});

describe('GET /today-orders', () => {
  test('lists records with every field of the interface', () => {
    const sample = loggedIn();
    const id = placeOne(sample, { order_info: STOP, extra_tags: { leg: 'ce' } });
    sample.nowMs += 1_000;
    expect(today(sample)).toEqual([
      {
        order_id: id,
        created_at: '2026-11-20T03:50:00.000Z',
        updated_at: expect.stringMatching(/^2026-11-20T03:50:00\.\d{3}Z$/) as string,
        user_tag: 'entry-1',
        extra_tags: { leg: 'ce' },
        instrument_id: 'NSE_NIFTY261123C26000',
        symbol: 'NIFTY261123C26000',
        product_type: 'ProductType.MIS',
        side: 'PositionType.Buy',
        quantity: 65,
        lot_size: 65,
        order_info: STOP,
        broker_id: sample.simulator.brokerId,
        user_id: 'simulated-user',
        broker_order_id: '2026112000000001',
        status: 'Trigger Pending',
        rejection_code: '',
        rejection_reason: '',
        trade_time: '',
        filled_quantity: 0,
        average_price: 0,
        underlying: 'NIFTY',
        strike_price: 26_000,
        instrument_type: 'OPT',
        option_type: 'CE',
        expiry: '2026-11-23T00:00:00+05:30',
      },
    ]);
  });

  test('shows fills as rupees', () => {
    const sample = loggedIn();
    placeOne(sample, { order_info: MARKET, product_type: 'ProductType.NRML' });
    sample.nowMs += 1_000;
    expect(today(sample)).toMatchObject([
      {
        status: 'Completed',
        filled_quantity: 65,
        average_price: 100.1,
        trade_time: expect.stringMatching(/Z$/) as string,
        product_type: 'ProductType.NRML',
        order_info: MARKET,
      },
    ]);
  });

  test('is empty on the next day', () => {
    const sample = loggedIn();
    placeOne(sample);
    expect(today(sample)).toHaveLength(1);
    sample.nowMs += 86_400_000;
    sample.login();
    expect(today(sample)).toEqual([]);
  });
});
