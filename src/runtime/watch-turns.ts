import { armTurnWatch } from '../adapters/system/turn-watch.ts';

const END_AFTER_MS = 30_000;

/**
 * Has this process ended when the code of a strategy does not return: it is told after a third of the time.
 *
 * @param endAfterMs - `@default` 30,000
 */
export function watchTurns(endAfterMs: number = END_AFTER_MS): void {
  armTurnWatch({ tellAfterMs: endAfterMs / 3, endAfterMs });
}
