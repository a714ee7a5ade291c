import { authorLineOf, markStack } from '../../base/author-line.ts';
import { currentWorld } from '../current-world.ts';

const made = new WeakMap<object, Error>();

/** Remembers where the code of a run makes promises: one that is rejected, or waited for, shows nothing of it by itself. */
export function installPromises(): void {
  globalThis.process.getBuiltinModule('node:v8').promiseHooks.onInit((promise) => {
    if (currentWorld() !== null) made.set(promise, markStack());
  });
}

/** The author's line that made a promise within a run; null where none is known. */
export function lineOfPromise(promise: unknown): string | null {
  const mark = typeof promise === 'object' && promise !== null ? made.get(promise) : undefined;
  return mark === undefined ? null : authorLineOf(mark);
}
