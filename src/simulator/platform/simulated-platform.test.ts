import { describe, expect, test } from 'vitest';

import { type Json } from '../../base/json.ts';
import { sampleContract } from '../../../test/support/sample-world.ts';
import { SampleSimulator, wireOrder } from '../../../test/support/sample-simulator.ts';

const SQUARE_OFF = '/api/webhook/custom-position/execution/square-off';

function loggedIn(): SampleSimulator {
  const sample = new SampleSimulator();
  sample.login();
  return sample;
}

describe('routes', () => {
  test.each([
    ['auth GET /login', 405],
    ['auth POST /login/', 404],
    ['orders POST /login', 404],
    ['prices POST /contracts', 405],
    ['orders GET /today-orders/x', 404],
    ['webhook POST /webhook/tv/tk-trade', 404],
    ['ordersWebhook POST /api/webhook/custom-position/execution/start/live', 404],
    [`webhook POST ${SQUARE_OFF}/`, 404],
    ['orders DELETE /place', 405],
    ['orders GET ', 404],
  ])('%s is answered by %i and an error envelope', (route, status) => {
    const answer = loggedIn().send(route);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ success: false, error: { details: {} } });
  });

  test('a wrong method names the right ones', () => {
    expect(loggedIn().send('orders GET /place').headers).toContainEqual(['allow', 'POST']);
  });

  test('requests are counted by route, without their query', () => {
    const sample = new SampleSimulator();
    sample.send('ordersWebhook POST /webhook/tv/tk-trade?token=secret', 'x');
    sample.send('orders GET /nowhere?a=b');
    expect([...sample.simulator.platform.requestCounts()]).toEqual([
      ['ordersWebhook POST /webhook/tv/tk-trade', 1],
      ['unknown', 1],
    ]);
  });
});

describe('GET /contracts', () => {
  test('lists contracts with the fields of the interface and the known extras', () => {
    const sample = loggedIn();
    const answer = sample.send('prices GET /contracts?underlying=NIFTY');
    const records = JSON.parse(answer.body) as Json[];
    expect(records).toHaveLength(33);
    expect(records).toContainEqual({
      symbol: 'NIFTY261123C26000',
      exchange: 'NFO',
      type: 'OPT',
      underlying: 'NIFTY',
      expiry: '2026-11-23',
      strike: 26_000,
      lot_size: 65,
      tick_size: 0.05,
      token: 'NSE_NIFTY261123C26000',
      option_type: 'CE',
      max_qty_in_order: 1800,
      is_tradable: true,
    });
    expect(records).toContainEqual(
      expect.objectContaining({
        symbol: 'NIFTY261123F',
        type: 'FUT',
        strike: null,
        option_type: null,
      }),
    );
    expect(sample.send('prices GET /contracts?underlying=NIFTY').body).toBe(answer.body);
  });

  test('without extras has just the fields of the interface, and orders go by symbol', () => {
    const sample = new SampleSimulator({ switches: { hasContractExtras: false } });
    sample.login();
    const answer = sample.send('prices GET /contracts?underlying=NIFTY');
    const [record = {}] = JSON.parse(answer.body) as object[];
    expect(Object.keys(record)).toEqual([
      'symbol',
      'exchange',
      'type',
      'underlying',
      'expiry',
      'strike',
      'lot_size',
      'tick_size',
    ]);
    const { symbol } = sampleContract('CE');
    const orders = [wireOrder({ instrument_id: symbol })];
    const body = { broker_id: sample.simulator.brokerId, orders };
    expect(JSON.parse(sample.send('orders POST /place', body).body)).toMatchObject([
      { success: true },
    ]);
  });

  test.each(['', '?underlying=', '?underlying=DOW', '?other=NIFTY'])(
    '"%s" is answered by 400',
    (query) => {
      expect(loggedIn().send(`prices GET /contracts${query}`).status).toBe(400);
    },
  );
});

describe('GET /simulator/quotes', () => {
  test('gives rupees for an index and a contract, and leaves out what has no price', () => {
    const symbols = `NIFTY,${sampleContract('CE').symbol},${sampleContract('FUT').symbol},NONE`;
    const answer = loggedIn().send(`prices GET /simulator/quotes?symbols=${symbols}`);
    const at = '2026-11-20T03:45:00.000Z';
    expect(JSON.parse(answer.body)).toEqual([
      { symbol: 'NIFTY', bid: null, ask: null, last: 26_010, at },
      { symbol: 'NIFTY261123C26000', bid: 99.9, ask: 100.1, last: 100, at },
    ]);
  });

  test('needs 1 to 500 symbols', () => {
    const sample = loggedIn();
    const ask = (count: number): number => {
      const symbols = Array.from({ length: count }, (_, nth) => `S${String(nth)}`).join(',');
      return sample.send(`prices GET /simulator/quotes?symbols=${symbols}`).status;
    };
    expect([0, 1, 500, 501].map(ask)).toEqual([400, 200, 200, 400]);
  });
});

describe('POST /webhook/tv/tk-trade', () => {
  const call = (
    sample: SampleSimulator,
    text: string,
    change: Readonly<Record<string, string>> = {},
  ) => {
    const { brokerId, credentials } = sample.simulator;
    const query = { brokers: brokerId, tag: 'abc', token: credentials.webhookToken, ...change };
    const path = `/webhook/tv/tk-trade?${new URLSearchParams(query).toString()}`;
    return sample.send(`ordersWebhook POST ${path}`, text);
  };

  test('places a protected market order for each trade, in lots, and again when repeated', () => {
    const sample = loggedIn();
    const text = 'NIFTY261123C26000 sell 2, NIFTY261123P26000  buy 1';
    const answer = call(sample, text);
    call(sample, text);
    sample.nowMs += 1_000;
    sample.send('orders GET /today-orders');
    const orders = sample.simulator.exchange.orders();
    expect(JSON.parse(answer.body)).toEqual({
      success: true,
      order_id: orders[0]?.orderId,
      message: 'Placed 2 of 2 orders',
    });
    expect(orders.map(({ side, quantityUnits, status }) => [side, quantityUnits, status])).toEqual([
      ['sell', 130, 'completed'],
      ['buy', 65, 'completed'],
      ['sell', 130, 'completed'],
      ['buy', 65, 'completed'],
    ]);
  });

  test('reads continuous futures', () => {
    const sample = loggedIn();
    call(sample, 'NIFTY1! buy 1,NIFTY2! sell 1');
    expect(sample.simulator.exchange.orders().map(({ symbol }) => symbol)).toEqual([
      'NIFTY261123F',
      'NIFTY261201F',
    ]);
    expect(call(sample, 'NIFTY3! buy 1').status).toBe(400);
  });

  test('a share is refused, and the answer says that none is listed', () => {
    const answer = call(loggedIn(), 'INFY buy 1');
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('shares are not listed here');
    const sample = loggedIn();
    const listed = sample.send('prices GET /contracts?underlying=INFY');
    expect(listed.body).toContain('shares are not listed here');
  });

  test.each([
    ['a wrong token', { token: 'x' }, 401],
    ['no token', { token: '' }, 401],
    ['no tag', { tag: '' }, 400],
    ['no broker', { brokers: '' }, 400],
    ['another broker among ours', { brokers: 'abc,def' }, 400],
  ])('%s', (_name, change, status) => {
    const answer = call(loggedIn(), 'NIFTY1! buy 1', change);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ success: false });
  });

  test.each([
    '',
    'buy',
    'INFY buy 1',
    'NIFTY1! hold 1',
    'NIFTY1! buy 0',
    'NIFTY1! buy 1.5',
    'NIFTY1! buy 1,',
    'nifty1! buy 1',
    'NIFTY1! BUY 1',
  ])('the text "%s" is answered by 400 and places nothing', (text) => {
    const sample = loggedIn();
    expect(call(sample, text).status).toBe(400);
    expect(call(sample, `NIFTY1! buy 1,${text}`).status).toBe(400);
    expect(sample.simulator.exchange.orders()).toEqual([]);
  });
});

test('the same seed and requests give the same bytes', () => {
  const day = (): string[] => {
    const sample = loggedIn();
    const { brokerId } = sample.simulator;
    const bodies = ['orders POST /place', 'orders POST /place'].map(
      (route) =>
        sample.send(route, { broker_id: brokerId, orders: [wireOrder(), wireOrder()] }).body,
    );
    sample.nowMs += 3_000;
    return [...bodies, sample.send('orders GET /today-orders').body];
  };
  expect(day()).toEqual(day());
});
