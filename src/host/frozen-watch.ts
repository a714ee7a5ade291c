import { type Watch } from '../model/input.ts';
import { watchProblem } from '../strategy/watch-shape.ts';
import { frozenJson } from './frozen-json.ts';

/** A strategy asked for the prices of what is no contract and no underlying. The run fails and says why. */
export class InvalidWatch extends Error {
  override readonly name = 'InvalidWatch';
}

/**
 * What a stream wants watched, as a frozen copy: the contracts in it may be the author's own objects.
 *
 * @throws {InvalidWatch} when it is nothing that can be watched
 */
export function frozenWatch(watch: Watch): Watch {
  const copy = frozenJson(watch, watch.kind);
  const problem = copy.ok ? watchProblem(copy.value) : copy.error;
  if (problem !== null) {
    throw new InvalidWatch(
      `Cannot watch what the strategy asked for, at ${problem}; wanted a contract of a chain, or the name of an underlying`,
    );
  }
  return (copy as { readonly value: unknown }).value as Watch;
}
