import { currentWorld } from '../current-world.ts';
import { type World } from '../world.ts';

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

/** Puts a function in the place of another inside runs: it is called on the same, with the world and the arguments. */
export function replaceInRuns(
  owner: object,
  name: string,
  inRun: (this: never, world: World, ...args: never[]) => unknown,
): void {
  type Either = (this: unknown, ...args: unknown[]) => unknown;
  replaceFunction<Either>(
    owner,
    name,
    (original) =>
      function (...args) {
        const world = currentWorld();
        return world === null
          ? original.apply(this, args)
          : (inRun as Either).call(this, world, ...args);
      },
  );
}
