import { type Random } from '../../base/random.ts';
import { replaceInRuns } from './replace-global.ts';

type IntegerArray = Exclude<NodeJS.TypedArray, Float32Array | Float64Array>;

/** `Math.random` and the global `crypto` draw from the run's seed inside a run. */
export function installRandomness(): void {
  replaceInRuns(Math, 'random', ({ random }) => random.next());
  const prototype = Object.getPrototypeOf(globalThis.crypto) as object;
  replaceInRuns(prototype, 'randomUUID', ({ random }) => uuid(random));
  replaceInRuns(prototype, 'getRandomValues', ({ random }, array: IntegerArray) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = random.below(256);
    return array;
  });
}

/** A version 4 UUID. Not for secrets: whoever knows the seed knows it. */
function uuid(random: Random): string {
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (place) =>
    (place === 'x' ? random.below(16) : 8 + random.below(4)).toString(16),
  );
}
