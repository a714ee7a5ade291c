import { deepFreeze } from '../base/deep-freeze.ts';
import { type Input } from '../model/input.ts';

/**
 * Freezes what of an input a strategy gets to see, in place: the engine, the journal and other runs have the same objects,
 * and none of them changes one. Once for all runs that are shown it.
 *
 * Of quotes a run makes prices of its own; only when they were seen is shared.
 */
export function freezeShown(input: Input): void {
  if (input.kind === 'quotes-observed') Object.freeze(input.seen);
  else deepFreeze(input);
}
