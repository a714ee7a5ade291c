import { expect, it } from 'vitest';

import { aDesk, leftDesk, working } from '../../test/support/desk-rig.ts';
import { moved, noticesOf } from '../../test/support/engine-rig.ts';
import { type Order } from '../model/order.ts';
import { observeOrders } from './observe-orders.ts';

const SEEN = { observedAtMs: 0, ageMsMax: 0 };

it.each<[Partial<Order>, string]>([
  [{ rejectionCode: 'RMS', rejectionReason: 'no margin' }, 'RMS: no margin'],
  [{ rejectionReason: 'no margin' }, 'no margin'],
  [{ rejectionCode: 'RMS' }, 'RMS'],
])('an order that is rejected says why, as far as the platform does (%#)', (over, why) => {
  const desk = aDesk();
  const intent = working(desk);
  const [order] = intent.orders.values();
  if (order === undefined) throw new TypeError('no order');
  const show = (...orders: readonly Order[]): void => {
    const list = { orders, changed: orders, malformed: [], isUnchanged: false };
    observeOrders(desk, list, SEEN);
  };
  show(order);
  leftDesk(desk);
  show(moved(order, { status: 'rejected', ...over }));
  expect(intent.detail).toBe(why);
  expect(noticesOf(leftDesk(desk), 'warning')).toEqual([
    `Order of leg "ce" (${order.symbol}) was rejected: ${why}`,
  ]);
});
