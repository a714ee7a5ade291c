import { expect } from 'vitest';

import { type Order } from '../../src/model/orders/order.ts';
import { istDate } from '../../src/model/time/ist.ts';
import { acceptedTags } from '../support/accepted-tags.ts';
import { heldUnits, type Rehearsal, workingOrders } from './rehearsal.ts';

/**
 * Holds the platform's own book against the journal: no order twice, none that was not written down before, none that
 * was answered as taken and is not there; and the journal as it was written. Nobody may be writing it.
 */
export async function expectEachOnce(
  rehearsal: Rehearsal,
  orders: readonly Order[],
): Promise<void> {
  const tags = orders.map(({ tag }) => tag);
  expect(tags.filter((tag, index) => tags.indexOf(tag) !== index)).toEqual([]);
  const today = istDate(rehearsal.nowMs());
  const all = await rehearsal.journaled('intent,attempt-ended');
  const entries = all.filter(({ atMs }) => istDate(atMs) === today);
  const intended = new Set(entries.map((entry) => (entry.kind === 'intent' ? entry.tag : '')));
  expect(tags.filter((tag) => !intended.has(tag))).toEqual([]);
  expect(acceptedTags(entries).filter((tag) => !tags.includes(tag))).toEqual([]);
  expect(await rehearsal.run('journal', rehearsal.journal, '--verify')).toMatchObject({ code: 0 });
}

/** As `expectEachOnce`, and nothing is held or works at the platform any more. */
export async function expectEachOnceAndFlat(
  rehearsal: Rehearsal,
  orders: readonly Order[],
): Promise<void> {
  await expectEachOnce(rehearsal, orders);
  expect(isFlat(orders)).toBe(true);
}

/** Whether nothing is held and nothing works. */
export function isFlat(orders: readonly Order[]): boolean {
  return Object.keys(heldUnits(orders)).length === 0 && workingOrders(orders).length === 0;
}
