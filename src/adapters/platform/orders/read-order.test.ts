import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { OPENBROKER } from '../../../../test/support/openbroker.ts';
import { createOrderReader, isOrderId } from './read-order.ts';
import { sampleRecord } from './testing/sample-record.ts';
import { ORDER_ID } from './wire.ts';

const profile = OPENBROKER;
const reader = createOrderReader(profile);
const RECORD = sampleRecord({ index: 0, version: 0 });
const FIELDS = Object.keys(RECORD);
const NULLABLE = [...profile.records.nullableOrderFields, 'expiry'];

/** What becomes of the sample record with changes. */
function read(change: object): ReturnType<typeof reader.read> {
  return reader.read({ ...RECORD, ...change });
}

describe('an order record', () => {
  it('is read with units, signs and words of the model', () => {
    const change = {
      status: 'Completed',
      filled_quantity: 75,
      average_price: 101.23,
      updated_at: '2026-11-20T03:50:01.999Z',
    };
    expect(read(change)).toEqual({
      orderId: RECORD['order_id'],
      createdAtMs: Date.parse('2026-11-20T09:20:00.123+05:30'),
      updatedAtMs: Date.parse('2026-11-20T09:20:01.999+05:30'),
      tag: 'p000000000000',
      extraTags: RECORD['extra_tags'],
      instrumentId: 'NSE_40000',
      symbol: 'NIFTY261124C20000',
      underlying: 'NIFTY',
      expiry: '2026-11-24',
      strikePaise: 2_000_000,
      optionType: 'CE',
      product: 'intraday',
      side: 'sell',
      quantityUnits: 75,
      lotSizeUnits: 75,
      terms: { kind: 'limit', pricePaise: 10_125 },
      brokerId: '0123456789abcdef01234567',
      brokerOrderId: '1120000000000000',
      status: 'completed',
      statusWord: 'Completed',
      rejectionCode: '',
      rejectionReason: '',
      filledUnits: 75,
      filledValuePaise: 759_225,
    });
  });

  it.each(FIELDS)('without %s is refused, and the reason names it', (field) => {
    const record: Record<string, unknown> = { ...RECORD };
    Reflect.deleteProperty(record, field);
    expect(reader.read(record)).toBeNull();
    expect(reader.explain(record).problem).toContain(field);
  });

  it.each(FIELDS)('with a wrong type of %s is refused, and the reason names it', (field) => {
    for (const wrong of [undefined, true, [], [[]], typeof RECORD[field] === 'string' ? 1 : 'x']) {
      const record = { ...RECORD, [field]: wrong };
      expect(reader.read(record)).toBeNull();
      expect(reader.explain(record).problem).toContain(field);
    }
  });

  it.each(FIELDS)('with null as %s is read only where the profile allows it', (field) => {
    expect(read({ [field]: null }) !== null).toBe(NULLABLE.includes(field));
    const strict = createOrderReader({
      ...profile,
      records: { ...profile.records, nullableOrderFields: [] },
    });
    expect(strict.read({ ...RECORD, [field]: null }) !== null).toBe(field === 'expiry');
  });

  it.each([
    { strike_price: -1 },
    { strike_price: -0.01 },
    { quantity: -75 },
    { quantity: 0.5 },
    { filled_quantity: 76, average_price: 1 },
    { filled_quantity: 75, average_price: null },
    { average_price: -1 },
    { order_id: 'not-a-uuid' },
    { created_at: '20-11-2026' },
    { created_at: '2026-02-30T09:20:00Z' },
    { updated_at: '2026-11-20T24:00:00Z' },
    { updated_at: '2026-11-20' },
    { expiry: 'weekly' },
    { expiry: '2026-11-31' },
    { side: 'PositionType.Hold' },
    { order_info: {} },
    { order_info: { order_type: 'OrderType.Limit', trigger_price: 1, limit_price: 1 } },
    { order_info: { order_type: 'OrderType.Limit', price: '101' } },
    { order_info: { order_type: 'OrderType.Bracket' } },
  ])('with %o is refused with a reason', (change) => {
    expect(read(change)).toBeNull();
    expect(reader.explain({ ...RECORD, ...change }).problem).toMatch(/./);
  });

  it('takes a strike of 0 and no option type as a future', () => {
    const future = read({ strike_price: 0, option_type: '', instrument_type: 'FUT' });
    expect(future).toMatchObject({ strikePaise: null, optionType: null });
  });

  it('keeps words that it does not know and treats the order as working', () => {
    const change = {
      status: 'Partially Filled',
      product_type: 'ProductType.CNC',
      option_type: '?',
    };
    expect(read(change)).toMatchObject({
      status: 'unrecognised',
      statusWord: 'Partially Filled',
      product: 'unrecognised',
      optionType: null,
    });
  });

  it.each([
    [
      { order_type: 'x', price: 1.05 },
      { kind: 'limit', pricePaise: 105 },
    ],
    [
      { order_type: 'x', ref_price: 0 },
      { kind: 'market', referencePricePaise: 0 },
    ],
    [
      { order_type: 'x', trigger_price: 1, limit_price: 2 },
      { kind: 'stop', triggerPricePaise: 100, limitPricePaise: 200 },
    ],
  ])('tells the variant of an unknown order type by its fields: %o', (order_info, terms) => {
    expect(read({ order_info })).toMatchObject({ terms });
  });

  it.each([
    ['2026-11-24', '2026-11-24'],
    ['2026-11-24T00:00:00', '2026-11-24'],
    ['2026-11-23T18:30:00Z', '2026-11-24'],
    ['2026-11-24T00:00:00+05:30', '2026-11-24'],
    ['2026-11-24T10:00:00.000Z', '2026-11-24'],
  ])('reads the expiry %s as the IST date %s', (expiry, date) => {
    expect(read({ expiry })).toMatchObject({ expiry: date });
  });

  it('keeps odd extra tags of other programs as texts', () => {
    const extra_tags: unknown = JSON.parse('{"n":1,"o":{"x":[]},"__proto__":{"polluted":true}}');
    const order = read({ extra_tags });
    expect(Object.entries(order?.extraTags ?? {})).toEqual([
      ['n', '1'],
      ['o', '[nested]'],
      ['__proto__', '[nested]'],
    ]);
    expect(order?.extraTags).not.toHaveProperty('polluted');
  });

  it('ignores other fields, inherited names among them', () => {
    const record: unknown = JSON.parse(
      `${JSON.stringify(RECORD).slice(0, -1)},"__proto__":{"status":"Rejected"},"constructor":1}`,
    );
    expect(reader.read(record)).toEqual(reader.read(RECORD));
    const bare: unknown = JSON.parse(`{"__proto__":${JSON.stringify(RECORD)}}`);
    expect(reader.read(bare)).toBeNull();
  });

  it('is never thrown at, and every refusal has a reason', () => {
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(NaN, Infinity, -0, 1e300, 2 ** 60));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...FIELDS), odd), (change) => {
        const record = { ...RECORD, ...change };
        const isRead = reader.read(record) !== null;
        // `explain` knows of nothing wrong with a record that is read, and falls back to the expiry.
        expect(reader.explain(record).problem).toMatch(isRead ? /^expiry: not an ISO/ : /./);
      }),
      { numRuns: 300 },
    );
  });
});

it('agrees with the pattern of the limits, near and far', () => {
  const near = fc
    .tuple(fc.uuid(), fc.nat(36), fc.constantFrom('', '-', 'g', 'A', '0', 'é', '\u0100', ' '))
    .map(([id, at, put]) => id.slice(0, at) + put + id.slice(at + 1));
  fc.assert(
    fc.property(fc.oneof(fc.uuid(), near, fc.string()), (text) => {
      expect(isOrderId(text)).toBe(ORDER_ID.test(text));
    }),
    { numRuns: 500 },
  );
});
