import { type Random } from '../../base/random.ts';
import { currentWorld } from '../current-world.ts';
import { replaceFunction } from './replace-global.ts';

type IntegerArray = Exclude<NodeJS.TypedArray, Float32Array | Float64Array>;

/** `Math.random` and the global `crypto` draw from the run's seed inside a run. */
export function installRandomness(): void {
  replaceFunction<() => number>(
    Math,
    'random',
    (original) => () => currentWorld()?.random.next() ?? original(),
  );
  const prototype = Object.getPrototypeOf(globalThis.crypto) as object;
  replaceFunction<(this: unknown) => string>(
    prototype,
    'randomUUID',
    (original) =>
      function () {
        const world = currentWorld();
        return world === null ? original.call(this) : uuid(world.random);
      },
  );
  replaceFunction<(this: unknown, array: IntegerArray) => IntegerArray>(
    prototype,
    'getRandomValues',
    (original) =>
      function (array) {
        const world = currentWorld();
        if (world === null) return original.call(this, array);
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        for (let index = 0; index < bytes.length; index += 1) {
          bytes[index] = world.random.below(256);
        }
        return array;
      },
  );
}

/** A version 4 UUID. Not for secrets: whoever knows the seed knows it. */
function uuid(random: Random): string {
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (place) =>
    (place === 'x' ? random.below(16) : 8 + random.below(4)).toString(16),
  );
}
