/**
 * Freezes a value with all plain objects and lists in it, in place; objects of classes are left as they are. Below what is
 * frozen already nothing is looked at: what this program freezes, it freezes whole.
 */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (!isPlain(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}

/** Whether a value is a list or an object of no class. */
export function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
