import { describe, expect, it } from 'vitest';

import { aLeg, aRecord, moved, noticesOf, startedRig } from '../../../test/support/engine-rig.ts';
import { ELEMENT } from '../../../test/support/recount-rig.ts';
import { ListWatch, SeenOrders } from './seen-orders.ts';

const SEEN = { observedAtMs: 0, ageMsMax: 0 };
const ORDER = aRecord(ELEMENT);

it('an order that was seen under a tag without an intent is claimed once, in its newest version', () => {
  const book = new SeenOrders();
  const newest = moved(ORDER, { status: 'cancelled' });
  book.observe([ORDER], SEEN, () => null);
  book.observe([newest], SEEN, () => null);
  expect(book.claim(ELEMENT.tag)).toEqual([newest]);
  expect(book.claim(ELEMENT.tag)).toEqual([]);
});

it('an order without a tag, or of a leg, is claimed by nobody', () => {
  const book = new SeenOrders();
  book.observe([{ ...ORDER, tag: '' }], SEEN, () => null);
  expect(book.claim('')).toEqual([]);
  book.observe([ORDER], SEEN, () => ({ runId: 'run', leg: 'ce', role: 'entry' }));
  expect(book.claim(ELEMENT.tag)).toEqual([]);
});

it('a record that says what is known brings no event, and the version that was held stays', () => {
  const book = new SeenOrders();
  book.observe([ORDER], SEEN, () => null);
  expect(book.observe([{ ...ORDER }], SEEN, () => null)).toEqual([]);
  expect(book.get(ORDER.orderId)).toBe(ORDER);
});

it('an order that was claimed is not there to be claimed again when a poll repeats it', () => {
  const book = new SeenOrders();
  book.observe([ORDER], SEEN, () => null);
  book.claim(ELEMENT.tag);
  book.observe([{ ...ORDER }], SEEN, () => null);
  expect(book.claim(ELEMENT.tag)).toEqual([]);
});

describe('an order that the list had shown', () => {
  const missing = "missing from the platform's list";

  it('is told once when two lists in a row lack it for five seconds, and keeps its state', () => {
    const rig = startedRig();
    const { orderId } = rig.work(aLeg());
    rig.orders();
    rig.pass(3_000);
    rig.orders();
    expect(noticesOf(rig.effects).filter((message) => message.includes(missing))).toEqual([]);
    rig.pass(3_000);
    rig.orders();
    rig.pass(3_000);
    rig.orders();
    expect(
      noticesOf(rig.effects, 'warning').filter((message) => message.includes(missing)),
    ).toEqual([expect.stringContaining(orderId)]);
    const view = rig.engine.view();
    expect(view.missingOrderIds).toEqual([orderId]);
    expect(view.intents).toMatchObject([{ state: 'accepted', orders: [{ status: 'open' }] }]);
  });

  it('is told also where the lists that lack it are the same bytes each time', () => {
    const rig = startedRig();
    const { orderId } = rig.work(aLeg());
    rig.orders();
    for (let polls = 0; polls < 3; polls += 1) {
      rig.pass(3_000);
      const value = { orders: [], changed: [], malformed: [], isUnchanged: true };
      const outcome = { kind: 'accepted', value } as const;
      rig.step({ kind: 'poll-ended', startedAtMs: rig.nowMs, subject: 'orders', outcome });
    }
    expect(
      noticesOf(rig.effects, 'warning').filter((message) => message.includes(missing)),
    ).toEqual([expect.stringContaining(orderId)]);
  });

  it('is told when it is back', () => {
    const rig = startedRig();
    rig.work(aLeg());
    rig.orders();
    rig.pass(6_000);
    rig.orders();
    rig.show();
    expect(noticesOf(rig.effects, 'info').join()).toContain("in the platform's list again");
    expect(rig.engine.view().missingOrderIds).toEqual([]);
  });

  it('is not missed for one gap, nor where records cannot be read', () => {
    const rig = startedRig();
    rig.work(aLeg());
    for (let polls = 0; polls < 4; polls += 1) {
      const malformed = [{ index: 0, problem: 'odd' }];
      const value = { orders: [], changed: [], malformed, isUnchanged: false };
      const outcome = { kind: 'accepted', value } as const;
      rig.step({ kind: 'poll-ended', startedAtMs: rig.nowMs, subject: 'orders', outcome });
      rig.pass(6_000);
    }
    rig.orders();
    rig.pass(6_000);
    rig.show();
    expect(noticesOf(rig.effects).filter((message) => message.includes(missing))).toEqual([]);
  });
});

describe('lists that lack an order', () => {
  const [a, b] = [{ orderId: 'a' }, { orderId: 'b' }];

  it('tell of it once they did for five seconds, and of nothing else', () => {
    const watch = new ListWatch();
    expect(watch.hasGaps).toBe(false);
    watch.observe([a, b], 0);
    expect([watch.hasGaps, watch.isLooking]).toEqual([false, false]);
    expect(watch.observe([a], 1_000)).toEqual({ vanished: [], returned: [] });
    expect([watch.hasGaps, watch.isLooking, watch.missing()]).toEqual([true, true, []]);
    expect(watch.observe([a], 5_999).vanished).toEqual([]);
    expect(watch.observe([a], 6_000).vanished).toEqual(['b']);
    expect([watch.hasGaps, watch.isLooking, watch.missing()]).toEqual([true, false, ['b']]);
    expect(watch.observe([a], 60_000)).toEqual({ vanished: [], returned: [] });
    expect(watch.observe([a, b], 61_000)).toEqual({ vanished: [], returned: ['b'] });
    expect([watch.hasGaps, watch.isLooking, watch.missing()]).toEqual([false, false, []]);
  });

  it('tell nothing of one that came back in time', () => {
    const watch = new ListWatch();
    watch.observe([a, b], 0);
    watch.observe([a], 1_000);
    expect(watch.observe([a, b], 2_000)).toEqual({ vanished: [], returned: [] });
    watch.observe([b], 7_000);
    expect(watch.observe([b], 9_000)).toEqual({ vanished: [], returned: [] });
  });
});
