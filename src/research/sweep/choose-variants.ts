import { type Json } from '../../base/json.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { seededRandom } from '../../base/random.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { applyParams } from '../../loading/apply-params.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type SweptParam, type TriedVariant } from '../../results/sweep/sweep-result.ts';
import { type Strategy } from '../../strategy/define-strategy.ts';
import { type WrittenParam } from './parse-param.ts';
import { type SweepOptions } from './sweep-options.ts';
import { typedValues } from './typed-values.ts';

/** Variants of one sweep; each keeps its days in memory. */
const VARIANTS_MAX = 10_000;
/** What a draw can choose from. */
const COMBINATIONS_MAX = 2 ** 32;

interface ChosenVariants {
  readonly params: readonly SweptParam[];
  readonly combinations: number;
  /** In the order of the combinations: not reached yet, or refused by the strategy, but for one at least. */
  readonly variants: readonly TriedVariant[];
}

/** Reads the values of parameters and chooses the combinations to try. */
export function chooseVariants({
  strategy: loaded,
  params: written,
  method,
  seed,
}: SweepOptions): Result<ChosenVariants, readonly Problem[]> {
  const { strategy, path } = loaded;
  const typed = typedParams(strategy, written);
  if (!typed.ok) return typed;
  const params = typed.value;
  const combinations = countCombinations(params);
  const count = method.kind === 'random' ? Math.min(method.count, combinations) : combinations;
  if (count > VARIANTS_MAX || combinations > COMBINATIONS_MAX) return tooMany(combinations);
  const places =
    method.kind === 'random'
      ? drawCombinations({ combinations, count, seed })
      : Array.from({ length: count }, (_, place) => place);
  const variants = places.map((index): TriedVariant => {
    const values = combinationAt(params, index);
    const applied = applyParams(strategy, values, path);
    const chosen = { index, params: values, run: null };
    if (applied.ok) return { ...chosen, status: 'not-reached', problem: null };
    const problem = applied.error.map(({ message }) => message).join('; ');
    return { ...chosen, status: 'refused', problem };
  });
  if (variants.some(({ status }) => status !== 'refused')) {
    return ok({ params, combinations, variants });
  }
  const first = applyParams(strategy, variants[0]?.params ?? {}, path);
  return first.ok ? ok({ params, combinations, variants }) : first;
}

/** Values of all parameters, or what is wrong with any of them. */
export function typedParams(
  strategy: Strategy,
  written: SweepOptions['params'],
): Result<readonly SweptParam[], readonly Problem[]> {
  const params: SweptParam[] = [];
  const problems: Problem[] = twice(written.map(({ name }) => name));
  for (const param of written) {
    const typed = typedValues(strategy, param);
    if (typed.ok) params.push(typed.value);
    else problems.push(...typed.error);
  }
  return problems.length > 0 ? fail(problems) : ok(params);
}

function twice(names: readonly string[]): Problem[] {
  const repeated = names.filter((name, place) => names.indexOf(name) !== place);
  return [...new Set(repeated)].map((name) =>
    problem(`Parameter "${name}" is given twice`, { next: `Write --param ${name}=… once` }),
  );
}

function tooMany(combinations: number): Result<never, readonly Problem[]> {
  return fail([
    problem(`${String(combinations)} combinations are too many`, {
      allowed: `${String(VARIANTS_MAX)} variants, drawn from at most ${String(COMBINATIONS_MAX)}`,
      next: 'Take larger steps, or draw some: --method random:500',
    }),
  ]);
}

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

/**
 * A strategy with parameters as they are written on a command line, over those that a configuration gives it. Each has
 * one value; types are found as a sweep finds them.
 */
export function overrideParams(
  loaded: LoadedStrategy,
  configured: Readonly<Record<string, Json>>,
  written: readonly WrittenParam[],
): Result<LoadedStrategy, readonly Problem[]> {
  const { strategy, path } = loaded;
  const typed = typedParams(strategy, written);
  if (!typed.ok) return typed;
  const values = typed.value.map(({ name, values: [value = null] }) => [name, value] as const);
  const given = { ...configured, ...Object.fromEntries(values) };
  const applied = applyParams(strategy, given, path);
  return applied.ok ? ok({ ...loaded, params: applied.value, given }) : applied;
}
