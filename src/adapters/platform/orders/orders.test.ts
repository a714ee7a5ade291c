import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Outcome } from '../../../ports/outcome.ts';
import { type Orders, type PlaceElement } from '../../../ports/orders.ts';
import { type TransportRequest } from '../../../ports/transport.ts';
import { OPENBROKER } from '../../../../test/support/openbroker.ts';
import { createOrders } from './orders.ts';

const ELEMENT: PlaceElement = {
  tag: 'one',
  extraTags: {},
  instrumentId: 'NSE_1',
  symbol: 'NIFTY261124C26000',
  side: 'sell',
  quantityUnits: 75,
  product: 'carry-forward',
  terms: { kind: 'limit', pricePaise: 10_005 },
};
const TERMS = ELEMENT.terms;

/** The adapter over a session that takes requests and answers nothing readable. */
function connect(): { readonly orders: Orders; readonly sent: readonly TransportRequest[] } {
  const sent: TransportRequest[] = [];
  const orders = createOrders({
    profile: OPENBROKER,
    session: {
      login: () => Promise.resolve({ kind: 'accepted', value: { message: '' } }),
      scrub: (text) => text,
      send: (request) => {
        sent.push(request);
        return Promise.resolve({ kind: 'response', status: 200, headers: [], body: Buffer.of() });
      },
    },
  });
  return { orders, sent };
}

async function isSent(call: (orders: Orders) => Promise<Outcome<unknown>>): Promise<boolean> {
  const { orders, sent } = connect();
  const outcome = await call(orders);
  const isRefused = outcome.kind === 'rejected' && outcome.rejection.form === 'invalid-request';
  expect(isRefused).toBe(sent.length === 0);
  return !isRefused;
}

const id = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => id(index));
const batch = (count: number): PlaceElement[] =>
  Array.from({ length: count }, (_, index) => ({ ...ELEMENT, tag: `t${String(index)}` }));
const extras = (count: number, key = '', value = ''): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${key}${String(index)}`, value]),
  );

describe('what leaves for the orders host', () => {
  it('is exactly the documented body', async () => {
    const { orders, sent } = connect();
    const stop = { kind: 'stop', triggerPricePaise: 12_345, limitPricePaise: 12_350 } as const;
    const market = { kind: 'market', referencePricePaise: 0 } as const;
    await orders.place({ brokerId: 'b', elements: [{ ...ELEMENT, extraTags: { run: 'r' } }] });
    await orders.modify([
      { orderId: id(1), terms: stop },
      { orderId: id(2), terms: market },
    ]);
    await orders.cancel([id(1)]);
    expect(
      sent.map(({ method, path, body }) => [method, path, JSON.parse(body ?? '') as unknown]),
    ).toEqual([
      [
        'POST',
        '/place',
        {
          broker_id: 'b',
          orders: [
            {
              user_tag: 'one',
              extra_tags: { run: 'r' },
              instrument_id: 'NSE_1',
              symbol: 'NIFTY261124C26000',
              side: 'PositionType.Sell',
              quantity: 75,
              product_type: 'ProductType.NRML',
              order_info: { order_type: 'OrderType.Limit', price: 100.05 },
            },
          ],
        },
      ],
      [
        'PUT',
        '/modify',
        {
          orders: [
            {
              order_id: id(1),
              order_info: {
                order_type: 'OrderType.StopLoss',
                trigger_price: 123.45,
                limit_price: 123.5,
              },
            },
            { order_id: id(2), order_info: { order_type: 'OrderType.Market', ref_price: 0 } },
          ],
        },
      ],
      ['POST', '/cancel', [id(1)]],
    ]);
  });

  it('writes every price so that it reads back to the same paisa', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000_000 }), async (pricePaise) => {
        const { orders, sent } = connect();
        await orders.modify([{ orderId: id(1), terms: { kind: 'limit', pricePaise } }]);
        const text = /"price":([\d.]+)/.exec(sent[0]?.body ?? '')?.[1] ?? '';
        expect(text).toMatch(/^\d+(\.\d{1,2})?$/);
        expect(Math.round(Number(text) * 100)).toBe(pricePaise);
      }),
    );
  });

  it.each<[string, number, boolean]>([
    ['place', 0, false],
    ['place', 1, true],
    ['place', 10, true],
    ['place', 11, false],
    ['modify', 0, false],
    ['modify', 1, true],
    ['modify', 10, true],
    ['modify', 11, false],
    ['cancel', 0, false],
    ['cancel', 1, true],
    ['cancel', 10, true],
    ['cancel', 11, false],
  ])('%s of %i elements: sent is %s', async (what, count, expected) => {
    const sent = await isSent((orders) => {
      if (what === 'cancel') return orders.cancel(ids(count));
      if (what === 'place') return orders.place({ brokerId: 'b', elements: batch(count) });
      return orders.modify(ids(count).map((orderId) => ({ orderId, terms: TERMS })));
    });
    expect(sent).toBe(expected);
  });

  it.each<[string, boolean]>([
    ['', false],
    ['b', true],
    ['b'.repeat(32), true],
    ['b'.repeat(33), false],
    ['A_z_0', true],
    ['a-b', false],
    ['a b', false],
    ['ab\n', false],
    ['é', false],
  ])('broker id %j: sent is %s', async (brokerId, expected) => {
    expect(await isSent((orders) => orders.place({ brokerId, elements: [ELEMENT] }))).toBe(
      expected,
    );
  });

  it.each<[Partial<Record<keyof PlaceElement, unknown>>, boolean]>([
    [{ tag: '' }, false],
    [{ tag: 't'.repeat(32) }, true],
    [{ tag: 't'.repeat(33) }, false],
    [{ tag: 'a\nb' }, false],
    [{ extraTags: extras(3) }, true],
    [{ extraTags: extras(4) }, false],
    [{ extraTags: extras(1, 'k'.repeat(19)) }, true],
    [{ extraTags: extras(1, 'k'.repeat(20)) }, false],
    [{ extraTags: extras(1, '', 'v'.repeat(30)) }, true],
    [{ extraTags: extras(1, '', 'v'.repeat(31)) }, false],
    [{ extraTags: { k: 1 } }, false],
    [{ instrumentId: '' }, false],
    [{ symbol: '' }, false],
    [{ quantityUnits: 0 }, false],
    [{ quantityUnits: -75 }, false],
    [{ quantityUnits: 0.5 }, false],
    [{ quantityUnits: NaN }, false],
    [{ quantityUnits: '75' }, false],
    [{ quantityUnits: 1 }, true],
    [{ terms: { kind: 'limit', pricePaise: 0 } }, false],
    [{ terms: { kind: 'limit', pricePaise: -5 } }, false],
    [{ terms: { kind: 'limit', pricePaise: 0.5 } }, false],
    [{ terms: { kind: 'limit', pricePaise: NaN } }, false],
    [{ terms: { kind: 'limit', pricePaise: Infinity } }, false],
    [{ terms: { kind: 'limit', pricePaise: 1 } }, true],
    [{ terms: { kind: 'market', referencePricePaise: 0 } }, true],
    [{ terms: { kind: 'market', referencePricePaise: -1 } }, false],
    [{ terms: { kind: 'stop', triggerPricePaise: 0, limitPricePaise: 1 } }, false],
    [{ terms: { kind: 'stop', triggerPricePaise: 1, limitPricePaise: 0 } }, false],
    [{ terms: { kind: 'stop', triggerPricePaise: 1, limitPricePaise: 1 } }, true],
    [{ terms: { kind: 'bracket' } }, false],
    [{ side: 'hold' }, false],
    [{ product: 'delivery' }, false],
  ])('an order with %j: sent is %s', async (change, expected) => {
    const element = { ...ELEMENT, ...change } as PlaceElement;
    expect(await isSent((orders) => orders.place({ brokerId: 'b', elements: [element] }))).toBe(
      expected,
    );
  });

  it('names no tag and no order twice', async () => {
    const twice = [ELEMENT, { ...ELEMENT, side: 'buy' as const }];
    const upper = id(1).replace('0', 'A');
    const lower = id(1).replace('0', 'a');
    const changes = [lower, upper].map((orderId) => ({ orderId, terms: TERMS }));
    expect(await isSent((orders) => orders.place({ brokerId: 'b', elements: twice }))).toBe(false);
    expect(await isSent((orders) => orders.cancel([id(1), id(1)]))).toBe(false);
    expect(await isSent((orders) => orders.cancel([lower, upper]))).toBe(false);
    expect(await isSent((orders) => orders.modify(changes))).toBe(false);
  });

  it.each(['', '1', id(1).slice(1), `${id(1)}0`, `${id(1)}&x=1`, '__proto__'])(
    'names no order %j',
    async (orderId) => {
      expect(await isSent((orders) => orders.byId(orderId))).toBe(false);
      expect(await isSent((orders) => orders.cancel([orderId]))).toBe(false);
      expect(await isSent((orders) => orders.modify([{ orderId, terms: TERMS }]))).toBe(false);
    },
  );

  it('says where it is wrong, and what', async () => {
    const elements = [...batch(2), { ...ELEMENT, quantityUnits: 0 }];
    expect(await connect().orders.place({ brokerId: '', elements })).toMatchObject({
      rejection: {
        problems: [
          { path: 'orders.2.quantity', message: expect.stringMatching(/1/) as string },
          { path: 'broker_id', message: expect.stringMatching(/1 to 32/) as string },
        ],
      },
    });
  });
});
