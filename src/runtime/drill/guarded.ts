/**
 * The same promise, whose listeners may throw: what they throw is told to `onThrow` instead of being nobody's, as a
 * process that fails by itself would tell it with its last breath.
 */
export function guarded<Value>(
  promise: Promise<Value>,
  onThrow: (error: unknown) => void,
): Promise<Value> {
  return Object.assign(promise, {
    then: (listener: (value: Value) => unknown) =>
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
