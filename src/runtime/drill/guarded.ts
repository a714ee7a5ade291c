/**
 * The same promise, whose listeners may throw: what they throw is told to `onThrow` instead of being nobody's, as a
 * process that fails by itself would tell it with its last breath.
 */
export function guarded<Value>(
  promise: Promise<Value>,
  onThrow: (error: unknown) => void,
): Promise<Value> {
  // Not by assignment: where built-ins are frozen, what a promise inherits cannot be assigned over.
  return Object.defineProperty(promise, 'then', {
    value: (listener: (value: Value) => unknown) =>
      Promise.prototype.then.call(promise, (value: Value) => {
        try {
          return listener(value);
        } catch (error) {
          onThrow(error);
          return undefined;
        }
      }),
  });
}
