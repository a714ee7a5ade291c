import { AsyncResource } from 'node:async_hooks';

import { ignoreElements, merge, NEVER, tap, timer } from 'rxjs';
import { defineStrategy } from 'sauda';

// Bound while the module is loaded, so that what it throws is the module's, outside of every turn.
const throwSoon = AsyncResource.bind(() => {
  process.nextTick(() => {
    throw new TypeError('a timer of the module');
  });
});

/** As a module whose own timer throws, but at a time of the run's clock: the same in every life of a day. */
export default defineStrategy({
  name: 'module-timer',
  run: () => merge(timer(1_000).pipe(tap(throwSoon)), NEVER).pipe(ignoreElements()),
});
