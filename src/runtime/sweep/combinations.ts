import { type Json } from '../../base/json.ts';
import { seededRandom } from '../../base/random.ts';
import { type SweptParam } from '../../results/sweep-result.ts';

/** How many combinations parameters have. */
export function countCombinations(params: readonly SweptParam[]): number {
  return params.reduce((count, { values }) => count * values.length, 1);
}

/** A combination by its place, from 0; the last parameter changes fastest. */
export function combinationAt(
  params: readonly SweptParam[],
  index: number,
): Readonly<Record<string, Json>> {
  const entries: [string, Json][] = [];
  let left = index;
  for (const { name, values } of params.toReversed()) {
    entries.unshift([name, values[left % values.length] ?? null]);
    left = Math.floor(left / values.length);
  }
  return Object.fromEntries(entries);
}

/**
 * Places of so many combinations, drawn without repetition, ascending; all of them when that many are wanted. A larger
 * draw of the same seed holds the smaller one, so that what was run for the one is kept for the other.
 *
 * @param from.combinations - at most 2^32
 */
export function drawCombinations(from: {
  readonly combinations: number;
  readonly count: number;
  readonly seed: string;
}): readonly number[] {
  const { combinations, seed } = from;
  const count = Math.min(from.count, combinations);
  const random = seededRandom(`${seed}/sweep`);
  // A shuffle of all places of which only the first are made: what moved is noted, the rest stands at its own place.
  const moved = new Map<number, number>();
  const drawn: number[] = [];
  for (let place = 0; place < count; place += 1) {
    const other = place + random.below(combinations - place);
    drawn.push(moved.get(other) ?? other);
    moved.set(other, moved.get(place) ?? place);
  }
  return drawn.sort((one, two) => one - two);
}
