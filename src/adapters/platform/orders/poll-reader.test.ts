import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { type Order } from '../../../model/orders/order.ts';
import { type OrdersObservation } from '../../../ports/orders.ts';
import { OPENBROKER } from '../../../../test/support/openbroker.ts';
import { OrdersPollReader } from './poll-reader.ts';
import { createOrderReader } from './read-order.ts';
import { sampleRecord } from './testing/sample-record.ts';

const profile = OPENBROKER;
const plain = createOrderReader(profile);
const record = (index: number, version = 0): Record<string, unknown> =>
  sampleRecord({ index, version });
const records = (count: number, version = 0): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, index) => record(index, version));

let reader = new OrdersPollReader(plain);
beforeEach(() => {
  reader = new OrdersPollReader(createOrderReader(profile));
});

function read(body: unknown): OrdersObservation {
  const result = reader.read(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
  expect(result).toMatchObject({ ok: true });
  return (result as Extract<typeof result, { ok: true }>).value;
}

describe('a poll', () => {
  it('with the same bytes changes nothing and keeps every object', () => {
    const first = read(records(20));
    const second = read(records(20));
    expect(second).toMatchObject({ isUnchanged: true, changed: [] });
    expect(second.orders).toBe(first.orders);
    expect(first.changed).toEqual(first.orders);
  });

  it('with one changed record keeps the objects of all others', () => {
    const first = read(records(20));
    const next = records(20);
    next[7] = record(7, 1);
    const second = read(next);
    expect(second.changed).toEqual([plain.read(next[7])]);
    const kept = second.orders.filter((order, index) => order === first.orders[index]);
    expect(kept).toHaveLength(19);
  });

  it.each<[string, (rows: unknown[]) => unknown[]]>([
    ['a new one in front', (rows) => [record(99), ...rows]],
    ['a new one in the middle', (rows) => rows.toSpliced(5, 0, record(99))],
    ['a new one at the end', (rows) => [...rows, record(99)]],
  ])('with %s keeps the objects of the old ones', (_what, insert) => {
    const first = read(records(20));
    const second = read(insert(records(20)));
    expect(second.changed).toEqual([plain.read(record(99))]);
    expect(second.orders.filter((order) => !first.orders.includes(order))).toHaveLength(1);
  });

  it('with records gone or moved keeps the objects of the others', () => {
    const first = read(records(20));
    const second = read(records(20).toSpliced(3, 4).toReversed());
    expect(second.changed).toEqual([]);
    expect(second.orders).toHaveLength(16);
    expect(second.orders.every((order) => first.orders.includes(order))).toBe(true);
  });

  it('in another layout of the same content changes nothing', () => {
    const first = read(records(20));
    const second = read(JSON.stringify(records(20), null, 2));
    expect(second).toMatchObject({ isUnchanged: false, changed: [] });
    expect(second.orders.every((order, index) => order === first.orders[index])).toBe(true);
  });

  it('with a record that cannot be read reports it at every poll', () => {
    const broken = records(20);
    delete broken[4]?.['status'];
    const { order_id: orderId, user_tag: tag } = record(4) as {
      order_id: string;
      user_tag: string;
    };
    const problem = expect.stringContaining('status') as string;
    const reported = [{ index: 4, orderId, tag, problem }];
    expect(read(broken).malformed).toEqual(reported);
    broken[9] = record(9, 1);
    expect(read(broken).malformed).toEqual(reported);
    expect(read(broken)).toMatchObject({ malformed: reported, isUnchanged: true });
    expect(read(records(20)).changed).toHaveLength(2);
  });

  it('names whose a broken record is as far as it can be read, and what was found', () => {
    const ofHand = { ...record(1), side: 'HOLD', user_tag: 'by hand' };
    const nameless = { ...record(2), order_id: 7, user_tag: 8 };
    const untagged = { ...record(3), quantity: -1, user_tag: null };
    const { orders, malformed } = read([record(0), ofHand, nameless, untagged, null]);
    expect(orders).toHaveLength(1);
    const problems = malformed.map(({ problem }) => problem);
    expect(problems[0]).toMatch(/^side: .*, found "HOLD"$/);
    expect(problems[1]).toMatch(/^order_id: .*, found 7$/);
    expect(problems[2]).toMatch(/^quantity: .*, found -1$/);
    const [first, second, third, last] = malformed;
    expect(first).toMatchObject({ index: 1, orderId: record(1)['order_id'], tag: 'by hand' });
    expect(Object.keys(second ?? {})).toEqual(['index', 'problem']);
    expect(third).toMatchObject({ orderId: record(3)['order_id'], tag: '' });
    expect(Object.keys(last ?? {})).toEqual(['index', 'problem']);
  });

  it('with an identical copy of a record says so, and reads it once', () => {
    const { orders, malformed } = read([...records(3), record(1)]);
    expect(orders).toHaveLength(3);
    expect(malformed).toMatchObject([{ index: 3, isCopy: true }]);
  });

  it('with one order twice reports it and keeps the newer', () => {
    const twice = [...records(3), record(1, 5)];
    const seen = read(twice);
    expect(seen.orders).toHaveLength(3);
    expect(seen.malformed).toMatchObject([{ index: 3 }]);
    expect(seen.orders[1]).toEqual(plain.read(record(1, 5)));
    expect(read([record(1, 5), ...records(3)]).orders[0]).toEqual(plain.read(record(1, 5)));
  });

  it.each([
    '',
    '{}',
    'null',
    '1',
    '"[]"',
    '[',
    '[1',
    '[{}',
    '[{},]',
    '[{}}',
    '[]]',
    '\ufeff[]',
    '<p>',
  ])('whose body is %j is refused, and the next one goes on from the last good one', (body) => {
    const first = read(records(3));
    expect(reader.read(Buffer.from(body))).toMatchObject({ ok: false });
    const next = read(records(4));
    expect(next.changed).toHaveLength(1);
    expect(next.orders[0]).toBe(first.orders[0]);
  });

  it('that is not UTF-8 is refused', () => {
    const body = Buffer.from(JSON.stringify(records(1)));
    body[body.indexOf('NIFTY')] = 0xff;
    expect(reader.read(body)).toMatchObject({ ok: false });
  });

  it.each(['['.repeat(3_000_000), `[${'{},'.repeat(1_000_000)}{}]`, '[{"a":'.repeat(1_000_000)])(
    'made of brackets is refused before it is parsed',
    (body) => {
      expect(reader.read(Buffer.from(body))).toMatchObject({
        ok: false,
        error: expect.stringContaining('brackets') as string,
      });
    },
  );

  it('reads a list of other things as malformed records', () => {
    const odd = read(['x', 1, null, [], record(0)]);
    expect(odd.malformed.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(read(['x', 1, null, [], record(0), record(1)]).changed).toHaveLength(1);
  });
});

describe('successive polls', () => {
  // Texts full of what a scanner of brackets could trip over.
  const nasty = fc.oneof(
    fc.constantFrom(
      '},{',
      '"',
      '\\',
      '\\"',
      ']',
      '[{"',
      '\\\\"}',
      '\u2028',
      'नमस्ते',
      '😀',
      '\u0000',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  const row = fc
    .record({
      index: fc.nat(12),
      version: fc.nat(3),
      reason: nasty,
      tags: fc.dictionary(nasty, nasty, { maxKeys: 2 }),
      extra: fc.option(fc.jsonValue({ maxDepth: 3 }), { nil: undefined }),
      broken: fc.boolean().map((flag) => flag && 'Sell'),
    })
    .map(({ index, version, reason, tags, extra, broken }) => ({
      ...record(index, version),
      rejection_reason: reason,
      extra_tags: tags,
      ...(extra === undefined ? {} : { extra }),
      ...(broken === false ? {} : { side: broken }),
    }));
  const body = fc
    .tuple(
      fc.array(fc.oneof({ weight: 20, arbitrary: row }, { weight: 1, arbitrary: fc.jsonValue() }), {
        maxLength: 24,
      }),
      fc.constantFrom(undefined, 1, '\t', '\r\n '),
    )
    .map(([rows, indent]) => JSON.stringify(rows, null, indent));
  const damage = fc
    .tuple(body, fc.nat(), fc.constantFrom('', '"', '}', ',', '\\', '[', ' '))
    .map(([text, at, put]) => {
      const cut = at % (text.length + 1);
      return text.slice(0, cut) + put + text.slice(cut + 1);
    });
  const polls = fc.array(
    fc.oneof({ weight: 4, arbitrary: body }, { weight: 1, arbitrary: damage }),
    {
      minLength: 1,
      maxLength: 6,
    },
  );

  function expectWhole(texts: readonly string[]): void {
    const stateful = new OrdersPollReader(createOrderReader(profile));
    let before: readonly Order[] = [];
    for (const text of texts) {
      const bytes = Buffer.from(text);
      const result = stateful.read(bytes);
      expect(result.ok ? summary(result.value) : null).toEqual(parseWhole(bytes.toString('utf8')));
      const seen = result.ok ? result.value : { orders: [], changed: [], malformed: [] };
      expect(keptWrongly(before, seen)).toEqual([]);
      before = result.ok ? result.value.orders : before;
    }
  }

  it('read as if each were parsed whole', () => {
    fc.assert(fc.property(polls, expectWhole), { numRuns: 100 });
  });

  it('read as if each were parsed whole when they differ in a few nasty records', () => {
    const start = fc.array(row, { minLength: 16, maxLength: 24 });
    const steps = fc.array(fc.tuple(fc.nat(23), fc.option(row), fc.boolean()), { maxLength: 8 });
    fc.assert(
      fc.property(start, steps, fc.constantFrom(undefined, 1), (first, edits, indent) => {
        let rows: readonly unknown[] = first;
        const bodies = edits.map(([at, put, isReplacing]) => {
          rows = rows.toSpliced(at, isReplacing ? 1 : 0, ...(put === null ? [] : [put]));
          return JSON.stringify(rows, null, indent);
        });
        expectWhole([JSON.stringify(first, null, indent), ...bodies]);
      }),
      { numRuns: 100 },
    );
  });

  it('read the same when few of many records change', () => {
    const edits = fc.array(fc.tuple(fc.nat(199), fc.constantFrom('edit', 'drop', 'add', 'swap')), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 4 }), (rounds) => {
        const stateful = new OrdersPollReader(createOrderReader(profile));
        let rows = records(200);
        stateful.read(Buffer.from(JSON.stringify(rows)));
        rounds.forEach((round, version) => {
          rows = round.reduce((held, [at, how]) => edited(held, { at, how, version }), rows);
          const text = JSON.stringify(rows);
          const result = stateful.read(Buffer.from(text));
          expect(result.ok ? summary(result.value) : null).toEqual(parseWhole(text));
        });
      }),
      { numRuns: 30 },
    );
  });
});

interface Summary {
  readonly orders: readonly Order[];
  readonly malformed: readonly number[];
}

function summary({ orders, malformed }: OrdersObservation): Summary {
  return { orders, malformed: malformed.map(({ index }) => index) };
}

/** The plainest reading: parse all, map each, keep the newer of two. */
function parseWhole(text: string): Summary | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(parsed)) return null;
  const orders = new Map<string, Order>();
  const malformed: number[] = [];
  parsed.forEach((one: unknown, index) => {
    const order = plain.read(one);
    const other = orders.get(order?.orderId ?? '');
    if (order === null || other !== undefined) malformed.push(index);
    if (order !== null && order.updatedAtMs >= (other?.updatedAtMs ?? 0)) {
      orders.set(order.orderId, order);
    }
  });
  return { orders: [...orders.values()], malformed };
}

/** An object stays exactly when its content does, and `changed` is all the rest: the orders for which that fails. */
function keptWrongly(
  before: readonly Order[],
  seen: Pick<OrdersObservation, 'orders' | 'changed'>,
): readonly Order[] {
  const held = new Map(before.map((order) => [order.orderId, order]));
  return seen.orders.filter((order) => {
    const known = held.get(order.orderId);
    const isSame = known !== undefined && JSON.stringify(known) === JSON.stringify(order);
    return seen.changed.includes(order) === isSame || (isSame && order !== known);
  });
}

function edited(
  rows: Record<string, unknown>[],
  edit: { readonly at: number; readonly how: string; readonly version: number },
): Record<string, unknown>[] {
  const { at, how, version } = edit;
  if (how === 'drop') return rows.toSpliced(at, 1);
  if (how === 'add') return rows.toSpliced(at, 0, record(1_000 + at, version));
  if (how === 'edit') return rows.with(at % rows.length, record(at, version + 1));
  return [...rows.slice(at), ...rows.slice(0, at)];
}
