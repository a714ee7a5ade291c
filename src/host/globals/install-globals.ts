import { currentWorld } from '../current-world.ts';
import { installDate } from './date.ts';
import { installOperators } from './operators.ts';
import { installOtherClocks } from './other-clocks.ts';
import { installPromises, lineOfPromise } from './promises.ts';
import { installRandomness } from './randomness.ts';
import { refuseOutside } from './refuse-outside.ts';
import { replaceFunction, replaceInRuns } from './replace-global.ts';
import { installTimers } from './timers.ts';

let isInstalled = false;

/**
 * Makes the globals of this process consult the current world. Done once and never undone: outside every run they do
 * what they always did.
 */
export function installGlobals(): void {
  if (isInstalled) return;
  isInstalled = true;
  installDate();
  installTimers();
  installRandomness();
  installOtherClocks();
  refuseOutside();
  installPromises();
  installOperators();
  replaceFunction<() => number>(globalThis.performance, 'now', (original) => () => {
    const world = currentWorld();
    return world === null ? original.call(globalThis.performance) : world.nowMs;
  });
  refuse(
    globalThis,
    'fetch',
    'A strategy cannot call fetch(): what it brings would not be there in a replay; declare it with defineSource()',
  );
  refuse(
    Promise.prototype,
    'then',
    "A strategy cannot wait for a promise: it settles outside the run's clock and a replay would not see it; use streams, or declare the promise as a source with defineSource()",
  );
}

function refuse(owner: object, name: string, reason: string): void {
  replaceInRuns(owner, name, function (world) {
    throw world.violate(reason, lineOfPromise(this));
  });
}
