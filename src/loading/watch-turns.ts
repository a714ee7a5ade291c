import { armTurnWatch, watchBetweenTurns } from '../adapters/system/turn-watch.ts';

/** How long the code of a strategy may go on without returning, unless somebody says otherwise. */
export const TURN_MS_MAX = 30_000;

/** Ends this process when the code of a strategy does not return; warns after a third of the time. */
export function watchTurns(endAfterMs: number): void {
  armTurnWatch({ tellAfterMs: endAfterMs / 3, endAfterMs });
}

/** Has it ended, too, when nothing in it is heard between the turns of a trading day. Only before strategies are loaded. */
export function watchDay(): void {
  watchBetweenTurns();
}
