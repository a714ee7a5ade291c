import { expect, test } from 'vitest';

import { sampleOrder } from '../../test/support/sample-world.ts';
import { type OrdersObservation } from '../ports/orders.ts';
import { type Outcome } from '../ports/outcome.ts';
import { createPaperBook } from './paper-book.ts';
import { exchangeWith, limit, OPEN, price } from '../../test/support/exchange-fixture.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

function bookAt(atMs: number) {
  const time = { nowMs: atMs };
  const exchange = exchangeWith([price('09:15', [9_990, 10_010])]);
  return { time, book: createPaperBook({ exchange, clock: { nowMs: () => time.nowMs } }) };
}

function valueOf<Value>(outcome: Outcome<Value>): Value {
  expect(outcome.kind).toBe('accepted');
  return (outcome as Extract<Outcome<Value>, { kind: 'accepted' }>).value;
}

function resting(tag: string) {
  return sampleOrder({ tag, terms: limit(9_000) });
}

test('places a batch and answers by tag', () => {
  const { book } = bookAt(OPEN);
  const elements = [resting('a'), sampleOrder({ tag: 'b', symbol: 'NIFTY261123C1' })];
  const answers = valueOf(book.place({ brokerId: 'broker', elements }));
  expect([...answers.keys()]).toEqual(['a', 'b']);
  expect(answers.get('a')).toMatchObject({ kind: 'accepted' });
  expect(answers.get('b')).toMatchObject({
    kind: 'rejected',
    detail: expect.stringContaining('Unknown') as string,
  });
});

test('an observation names only what changed and keeps unchanged orders the same objects', () => {
  const { time, book } = bookAt(OPEN);
  book.place({ brokerId: 'broker', elements: [resting('a'), resting('b')] });
  time.nowMs += 1_000;
  const first = valueOf(book.today());
  expect(first.changed.map(({ tag }) => tag)).toEqual(['a', 'b']);
  expect(first.isUnchanged).toBe(false);
  const second = valueOf(book.today());
  expect(second).toMatchObject({ changed: [], isUnchanged: true });
  expect(second.orders).toBe(first.orders);
  book.cancel([first.orders[0]?.orderId ?? '']);
  const third: OrdersObservation = valueOf(book.today());
  expect(third.changed.map(({ tag, status }) => [tag, status])).toEqual([['a', 'cancel-pending']]);
  expect(third.orders[1]).toBe(first.orders[1]);
});

test('the day’s end of memory is a change', () => {
  const { time, book } = bookAt(OPEN);
  book.place({ brokerId: 'broker', elements: [resting('a')] });
  valueOf(book.today());
  time.nowMs += 86_400_000;
  expect(valueOf(book.today())).toEqual({
    orders: [],
    changed: [],
    malformed: [],
    isUnchanged: false,
  });
});

test('modifies and cancels by id, and says what became of unknown ones', () => {
  const { time, book } = bookAt(OPEN);
  book.place({ brokerId: 'broker', elements: [resting('a')] });
  time.nowMs += 1_000;
  const id = valueOf(book.today()).orders[0]?.orderId ?? '';
  const modified = valueOf(
    book.modify([id, UNKNOWN_ID].map((orderId) => ({ orderId, terms: limit(9_005) }))),
  );
  expect(modified.get(id)).toMatchObject({ kind: 'accepted', orderId: id });
  expect(modified.get(UNKNOWN_ID)).toEqual({ kind: 'rejected', detail: 'Order not found' });
  time.nowMs += 1_000;
  expect(valueOf(book.byId(id)).terms).toEqual(limit(9_005));
  expect(valueOf(book.cancel([id, UNKNOWN_ID])).get(UNKNOWN_ID)?.kind).toBe('rejected');
});

test('finds orders by id and by tag', () => {
  const { book } = bookAt(OPEN);
  book.place({ brokerId: 'broker', elements: [resting('a'), resting('b')] });
  const [order] = valueOf(book.byTag('b'));
  expect(order?.tag).toBe('b');
  expect(valueOf(book.byId(order?.orderId ?? ''))).toBe(order);
  expect(book.byId(UNKNOWN_ID).kind).toBe('rejected');
  expect(valueOf(book.byTag('none'))).toEqual([]);
  expect(valueOf(book.byTag('b', { startMs: OPEN, endMs: OPEN }))).toHaveLength(1);
  expect(valueOf(book.byTag('b', { startMs: OPEN + 1, endMs: OPEN + 9 }))).toEqual([]);
});

test.each([
  ['no element', { elements: [] }, false],
  ['ten', { elements: Array.from({ length: 10 }, (_, nth) => resting(`t${String(nth)}`)) }, true],
  [
    'eleven',
    { elements: Array.from({ length: 11 }, (_, nth) => resting(`t${String(nth)}`)) },
    false,
  ],
  ['a broker id of 32', { brokerId: 'b'.repeat(32) }, true],
  ['a broker id of 33', { brokerId: 'b'.repeat(33) }, false],
  ['an empty broker id', { brokerId: '' }, false],
  ['a broker id with a dash', { brokerId: 'a-b' }, false],
  ['a tag of 32', { elements: [resting('t'.repeat(32))] }, true],
  ['a tag of 33', { elements: [resting('t'.repeat(33))] }, false],
  ['no tag', { elements: [resting('')] }, false],
  ['a tag twice', { elements: [resting('t'), resting('t')] }, false],
  ['half a unit', { elements: [sampleOrder({ quantityUnits: 0.5 })] }, false],
  ['three extra tags', { elements: [sampleOrder({ extraTags: { a: '', b: '', c: '' } })] }, true],
  ['four', { elements: [sampleOrder({ extraTags: { a: '', b: '', c: '', d: '' } })] }, false],
  ['a long extra tag', { elements: [sampleOrder({ extraTags: { a: 'v'.repeat(31) } })] }, false],
])('takes a batch or refuses it whole: %s', (_name, change, isTaken) => {
  const { book } = bookAt(OPEN);
  const outcome = book.place({ brokerId: 'broker', elements: [resting('a')], ...change });
  expect(outcome.kind).toBe(isTaken ? 'accepted' : 'rejected');
  const placed = valueOf(book.today()).orders.length;
  expect(placed > 0).toBe(isTaken);
});

test.each([
  ['none', [], false],
  ['no uuid', ['x'], false],
  ['one twice', [UNKNOWN_ID, UNKNOWN_ID], false],
  ['one', [UNKNOWN_ID], true],
])('takes ids to cancel or refuses them: %s', (_name, ids, isTaken) => {
  expect(bookAt(OPEN).book.cancel(ids).kind).toBe(isTaken ? 'accepted' : 'rejected');
});
