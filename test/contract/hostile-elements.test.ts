import { describe, expect, it } from 'vitest';
import { sampleRecord } from '../../src/adapters/platform/orders/testing/sample-record.ts';
import { ORDER_ID, orderTagged, startHostile } from './hostile-answers.ts';
import { answer, jsonAnswer } from './scripted-server.ts';

const OTHER_ID = '4b1f0c3e-0000-4000-8000-00000000000b';

describe('an element of a place answer', () => {
  const element = (change: object): object => ({
    success: true,
    order_id: ORDER_ID,
    user_tag: 'one',
    extra_tags: {},
    ...change,
  });

  it.each<[string, unknown, object]>([
    ['is accepted', [element({})], { kind: 'accepted', orderId: ORDER_ID }],
    [
      'is accepted without an id',
      [element({ order_id: null })],
      { kind: 'accepted', orderId: null },
    ],
    ['may have a number as id', [element({ order_id: 7 })], { kind: 'accepted', orderId: '7' }],
    ['may have other fields', [element({ eta: 1 })], { kind: 'accepted' }],
    [
      'is rejected without an id',
      [element({ success: false, order_id: null })],
      { kind: 'rejected' },
    ],
    [
      'says why, where it can',
      [element({ success: false, order_id: null, msg: 'Why' })],
      { kind: 'rejected', detail: 'Why' },
    ],
    ['is unknown when it failed with an id', [element({ success: false })], { kind: 'unknown' }],
    [
      'is unknown when it failed with an empty id',
      [element({ success: false, order_id: '' })],
      { kind: 'unknown' },
    ],
    [
      'is unknown when the id is missing',
      [element({ success: false, order_id: undefined })],
      { kind: 'unknown' },
    ],
    [
      'is unknown when success is a text',
      [element({ success: 'false', order_id: null })],
      { kind: 'unknown' },
    ],
    ['is unknown when success is missing', [element({ success: undefined })], { kind: 'unknown' }],
    ['is unknown when it is missing', [], { kind: 'unknown' }],
    ['is unknown when it has a foreign tag', [element({ user_tag: 'three' })], { kind: 'unknown' }],
    ['is unknown when it has no tag', [element({ user_tag: null })], { kind: 'unknown' }],
    ['is unknown when it is there twice', [element({}), element({})], { kind: 'unknown' }],
    [
      'is found among foreign and odd ones',
      [null, 1, [], 'one', element({ user_tag: 'x' }), element({})],
      { kind: 'accepted' },
    ],
    [
      'is not taken from a prototype',
      JSON.parse('[{"__proto__":{"success":true,"order_id":"x","user_tag":"one"}}]'),
      { kind: 'unknown' },
    ],
  ])('%s', async (_what, body, expected) => {
    await using world = await startHostile(jsonAnswer(200, body));
    const outcome = await world.adapters.orders.place({
      brokerId: 'b',
      elements: [orderTagged('one')],
    });
    expect(outcome.kind === 'accepted' ? outcome.value.get('one') : outcome).toMatchObject(
      expected,
    );
  });

  it('is found by its tag, not by its place', async () => {
    const body = [element({ user_tag: 'two', order_id: OTHER_ID }), element({})];
    await using world = await startHostile(jsonAnswer(200, body));
    const elements = [orderTagged('one'), orderTagged('two'), orderTagged('__proto__')];
    const outcome = await world.adapters.orders.place({ brokerId: 'b', elements });
    expect(outcome.kind === 'accepted' ? [...outcome.value] : outcome).toMatchObject([
      ['one', { kind: 'accepted', orderId: ORDER_ID }],
      ['two', { kind: 'accepted', orderId: OTHER_ID }],
      ['__proto__', { kind: 'unknown' }],
    ]);
  });
});

describe('a value of a modify or cancel answer', () => {
  const done = { success: true, msg: 'Done' };

  it.each<[string, string, object]>([
    ['is accepted', JSON.stringify({ [ORDER_ID]: done }), { kind: 'accepted', detail: 'Done' }],
    [
      'is found in capitals',
      JSON.stringify({ [ORDER_ID.toUpperCase()]: done }),
      { kind: 'accepted' },
    ],
    [
      'is rejected with its reason',
      JSON.stringify({ [ORDER_ID]: { success: false, msg: 'Filled' } }),
      { kind: 'rejected', detail: 'Filled' },
    ],
    ['is unknown when it is missing', JSON.stringify({ [OTHER_ID]: done }), { kind: 'unknown' }],
    [
      'is unknown when it is there twice',
      `{"${ORDER_ID}":{"success":false,"msg":"a"},"${ORDER_ID}" : {"success":true,"msg":"b"}}`,
      { kind: 'unknown' },
    ],
    [
      'is unknown without success',
      JSON.stringify({ [ORDER_ID]: { msg: 'x' } }),
      { kind: 'unknown' },
    ],
    [
      'is unknown without msg',
      JSON.stringify({ [ORDER_ID]: { success: true } }),
      { kind: 'unknown' },
    ],
    ['is unknown when null', JSON.stringify({ [ORDER_ID]: null }), { kind: 'unknown' }],
    [
      'is not taken from a prototype',
      `{"__proto__":{"${ORDER_ID}":{"success":true,"msg":"x"}}}`,
      { kind: 'unknown' },
    ],
    ['is not looked for in a list', JSON.stringify([done]), { kind: 'unknown' }],
    [
      'may speak of its own id in its message',
      JSON.stringify({ [ORDER_ID]: { success: true, msg: `"${ORDER_ID}": ok` } }),
      { kind: 'accepted' },
    ],
  ])('%s', async (_what, body, expected) => {
    await using world = await startHostile(answer(200, body));
    const { orders } = world.adapters;
    const terms = { kind: 'limit', pricePaise: 5 } as const;
    for (const outcome of [
      await orders.cancel([ORDER_ID]),
      await orders.modify([{ orderId: ORDER_ID, terms }]),
    ]) {
      expect(outcome.kind === 'accepted' ? outcome.value.get(ORDER_ID) : outcome).toMatchObject(
        expected,
      );
    }
  });

  it('is found by its position where the profile says so', async () => {
    const byIndex = { results: { cancelKeyedBy: 'index' } };
    await using world = await startHostile(
      jsonAnswer(200, { 0: done, 1: { success: false, msg: 'No' } }),
      byIndex,
    );
    const outcome = await world.adapters.orders.cancel([OTHER_ID, ORDER_ID]);
    expect(outcome.kind === 'accepted' ? [...outcome.value] : outcome).toMatchObject([
      [OTHER_ID, { kind: 'accepted' }],
      [ORDER_ID, { kind: 'rejected' }],
    ]);
  });
});

describe('records that are not what was asked for', () => {
  const record = sampleRecord({ index: 10, version: 0 });

  it('another order is no answer to an identifier', async () => {
    await using world = await startHostile(jsonAnswer(200, record));
    expect(await world.adapters.orders.byId(ORDER_ID)).toMatchObject({ kind: 'accepted' });
    expect(await world.adapters.orders.byId(OTHER_ID)).toMatchObject({
      kind: 'unknown',
      cause: { reason: 'response-mismatch' },
    });
  });

  it('orders with another tag are no answer to a tag', async () => {
    await using world = await startHostile(jsonAnswer(200, [record]));
    const tag = String(record['user_tag']);
    expect(await world.adapters.orders.byTag(tag)).toMatchObject({ kind: 'accepted' });
    expect(await world.adapters.orders.byTag('other')).toMatchObject({
      kind: 'unknown',
      cause: { reason: 'response-mismatch' },
    });
  });

  it('an order of the list is no answer to another tag', async () => {
    await using world = await startHostile(({ path }) => {
      return jsonAnswer(200, [
        path.includes('user-tag') ? { ...record, user_tag: 'other' } : record,
      ]);
    });
    expect(await world.adapters.orders.byTag('other')).toMatchObject({ kind: 'accepted' });
    expect(await world.adapters.orders.today()).toMatchObject({ kind: 'accepted' });
    expect(await world.adapters.orders.byTag('other')).toMatchObject({
      kind: 'unknown',
      cause: {
        reason: 'response-mismatch',
        detail: expect.stringContaining('in the list') as string,
      },
    });
  });

  it('one record that cannot be read makes an answer to a tag prove nothing', async () => {
    await using world = await startHostile(
      jsonAnswer(200, [record, { ...record, quantity: null }]),
    );
    expect(await world.adapters.orders.byTag(String(record['user_tag']))).toMatchObject({
      kind: 'unknown',
      cause: { reason: 'body-malformed', detail: expect.stringContaining('quantity') as string },
    });
  });

  it('today shows what it can read and reports the rest', async () => {
    const odd = { ...record, order_id: OTHER_ID, status: 'Partly Done', novel: [1] };
    await using world = await startHostile(jsonAnswer(200, [record, { ...record, side: 1 }, odd]));
    expect(await world.adapters.orders.today()).toMatchObject({
      kind: 'accepted',
      value: {
        orders: [{ status: 'open' }, { status: 'unrecognised', statusWord: 'Partly Done' }],
        malformed: [{ index: 1, problem: expect.stringContaining('side') as string }],
      },
    });
  });

  it('contracts show what they can read and report the rest', async () => {
    const option = {
      symbol: 'NIFTY261124C26000',
      exchange: 'NFO',
      type: 'OPT',
      underlying: 'NIFTY',
      expiry: '2026-11-24',
      strike: 26_000,
      lot_size: 75,
      tick_size: 0.05,
    };
    const body = [
      option,
      { ...option, strike: -1 },
      { ...option, strike: 0 },
      { ...option, expiry: '2026-11-31' },
      { ...option, lot_size: 0 },
      { ...option, tick_size: 0 },
      { ...option, symbol: 'NIFTY', option_type: '?' },
      { ...option, is_tradable: false },
      { ...option, symbol: 'INFY', type: 'EQ', strike: null },
      null,
    ];
    await using world = await startHostile(jsonAnswer(200, body));
    const outcome = await world.adapters.contracts.list('NIFTY');
    const value = outcome.kind === 'accepted' ? outcome.value : { contracts: [], malformed: [] };
    expect(value.contracts).toMatchObject([
      { strikePaise: 2_600_000, optionType: 'CE', tickSizePaise: 5, instrumentId: option.symbol },
      { kind: 'other', strikePaise: null },
    ]);
    expect(value.malformed.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6, 9]);
  });
});

describe('answers of the webhooks', () => {
  it.each([{}, { id: '' }, { id: 7 }, { id: null }, { id: '..' }])(
    'a start answered by %o is unknown',
    async (body) => {
      await using world = await startHostile(jsonAnswer(200, body));
      const start = { alertName: 'n', exitAtMs: null, ticker: 'NIFTY', legs: [{}] };
      expect(await world.adapters.paperPositions.start(start)).toMatchObject({ kind: 'unknown' });
    },
  );

  it.each([{ success: false, message: 'No' }, { success: 'true', message: '' }, { success: true }])(
    'a square-off or signal answered by %o is unknown',
    async (body) => {
      await using world = await startHostile(jsonAnswer(200, { order_id: null, ...body }));
      const { livePositions, signals } = world.adapters;
      expect(await livePositions.squareOff('p1')).toMatchObject({ kind: 'unknown' });
      const trades = [{ ticker: 'INFY', side: 'buy', quantity: 1 }] as const;
      const signal = { trades, signalTag: 't', brokerIds: ['b'] };
      expect(await signals.send(signal)).toMatchObject({ kind: 'unknown' });
    },
  );

  it('a login without the session cookie is unknown', async () => {
    await using world = await startHostile(jsonAnswer(200, {}), { session: { cookieName: 'sid' } });
    expect(await world.adapters.auth.login()).toMatchObject({
      kind: 'unknown',
      cause: { reason: 'response-mismatch' },
    });
  });
});
