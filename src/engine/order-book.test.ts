import { expect, it } from 'vitest';

import { aRecord, moved } from '../../test/support/engine-rig.ts';
import { ELEMENT } from '../../test/support/recount-rig.ts';
import { OrderBook } from './order-book.ts';

const SEEN = { observedAtMs: 0, ageMsMax: 0 };
const ORDER = aRecord(ELEMENT);

it('an order that was seen under a tag without an intent is claimed once, in its newest version', () => {
  const book = new OrderBook();
  const newest = moved(ORDER, { status: 'cancelled' });
  book.observe([ORDER], SEEN, () => null);
  book.observe([newest], SEEN, () => null);
  expect(book.claim(ELEMENT.tag)).toEqual([newest]);
  expect(book.claim(ELEMENT.tag)).toEqual([]);
});

it('an order without a tag, or of a leg, is claimed by nobody', () => {
  const book = new OrderBook();
  book.observe([{ ...ORDER, tag: '' }], SEEN, () => null);
  expect(book.claim('')).toEqual([]);
  book.observe([ORDER], SEEN, () => ({ runId: 'run', leg: 'ce', role: 'entry' }));
  expect(book.claim(ELEMENT.tag)).toEqual([]);
});

it('a record that says what is known brings no event, and the version that was held stays', () => {
  const book = new OrderBook();
  book.observe([ORDER], SEEN, () => null);
  expect(book.observe([{ ...ORDER }], SEEN, () => null)).toEqual([]);
  expect(book.get(ORDER.orderId)).toBe(ORDER);
});

it('an order that was claimed is not there to be claimed again when a poll repeats it', () => {
  const book = new OrderBook();
  book.observe([ORDER], SEEN, () => null);
  book.claim(ELEMENT.tag);
  book.observe([{ ...ORDER }], SEEN, () => null);
  expect(book.claim(ELEMENT.tag)).toEqual([]);
});
