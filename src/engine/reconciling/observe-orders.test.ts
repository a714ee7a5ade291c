import { expect, it } from 'vitest';

import { aDesk, leftDesk, working } from '../../../test/support/desk-rig.ts';
import {
  aLeg,
  aRecord,
  moved,
  noticesOf,
  RigProblem,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type Order } from '../../model/orders/order.ts';
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

it.each<[string, Partial<Order>, Partial<Order>, string | null]>([
  ['works again', { status: 'cancelled' }, { status: 'open', statusWord: 'Open' }, 'Open'],
  ['ended otherwise', { status: 'cancelled' }, { status: 'completed', statusWord: 'Done' }, 'Done'],
  ['ended as before', { status: 'cancelled' }, { status: 'cancelled', statusWord: 'Off' }, null],
  ['worked before', { status: 'cancelled' }, { status: 'open', updatedAtMs: 0 }, null],
  ['works otherwise', { status: 'open' }, { status: 'unrecognised', statusWord: '?' }, null],
])('an order shown as one that %s: its notice', (...row) => {
  const [, was, shown, word] = row;
  const desk = aDesk();
  const intent = working(desk);
  const [order] = intent.orders.values();
  if (order === undefined) throw new TypeError('no order');
  const show = (...orders: readonly Order[]): void => {
    const list = { orders, changed: orders, malformed: [], isUnchanged: false };
    observeOrders(desk, list, SEEN);
  };
  const known = { ...order, ...was, statusWord: 'Cancelled' };
  const next = { ...known, updatedAtMs: known.updatedAtMs + 1, ...shown };
  show(known);
  leftDesk(desk);
  show(next);
  show({ ...next });
  const told = `Order ${order.orderId} of leg "ce" (${order.symbol}) was Cancelled and is now shown as ${String(word)}: its fills count, but look at the platform`;
  expect(noticesOf(leftDesk(desk), 'critical')).toEqual(word === null ? [] : [told]);
});

it('an order of ours that nobody asked for yet is told so that taking it over contradicts nothing', () => {
  const first = startedRig();
  first.fresh();
  first.place(aLeg());
  const element = first.sent('place')[0]?.request.elements[0];
  if (element === undefined) throw new RigProblem('nothing was placed');
  const rig = startedRig();
  rig.fresh(aRecord(element));
  const [told] = noticesOf(rig.effects, 'critical');
  expect(told).toContain('that no run has asked for so far. A run that asks for it adopts it');
  expect(told).not.toContain('it is not followed and will not be closed');
  rig.place(aLeg());
  expect(noticesOf(rig.effects, 'warning').at(-1)).toContain('its order is taken over');
  expect(noticesOf(rig.effects, 'critical')).toHaveLength(1);
});
