import { type Order } from '../../../model/order.ts';

/** Whether two readings of an order say the same. */
export function isSameOrder(left: Order, right: Order): boolean {
  // Nearly every change shows here, before the slow look at all fields.
  if (left.updatedAtMs !== right.updatedAtMs || left.statusWord !== right.statusWord) return false;
  const keys = Object.keys(left) as (keyof Order)[];
  return keys.every((key) => isSame(left[key], right[key]));
}

/** Terms and extra tags are flat. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  if (left === null || right === null) return false;
  const entries = Object.entries(left);
  if (entries.length !== Object.keys(right).length) return false;
  return entries.every(
    ([key, value]) => Object.hasOwn(right, key) && Reflect.get(right, key) === value,
  );
}
