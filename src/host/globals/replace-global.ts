/** A function of any kind, as it is found on a global object. */
export type AnyFunction = (this: never, ...args: never[]) => unknown;

/**
 * Puts a function in the place of another, which the replacement gets to call. Name, length and whatever else hangs on
 * the old one (as `util.promisify.custom` does) hang on the new one too.
 */
export function replaceFunction<Original extends AnyFunction>(
  owner: object,
  name: string | symbol,
  replace: (original: Original) => Original,
): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  const original = Reflect.get(owner, name) as Original;
  const replacement = replace(original);
  for (const key of Reflect.ownKeys(original)) {
    if (key === 'prototype') continue;
    const property = Object.getOwnPropertyDescriptor(original, key);
    if (property !== undefined) Object.defineProperty(replacement, key, property);
  }
  Object.defineProperty(owner, name, {
    value: replacement,
    writable: true,
    configurable: true,
    enumerable: descriptor?.enumerable ?? false,
  });
}
