import { type Json } from '../../src/base/json.ts';
import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { differingPaths } from '../../src/results/comparison/compare-results.ts';
import { type SweepResult } from '../../src/results/sweep/sweep-result.ts';

/** What two forms of one strategy may call by other names. */
const NAMES = ['strategy', 'strategies', 'runId', 'leg', 'params', 'commandLogSha256'];
const SWEEP_NAMES = [...NAMES, 'decisionsSha256'];

/** A backtest without the names of strategies, runs and legs: every day, fill, trade, cost and equity that it tells. */
export function numbersOf(result: BacktestResult): Json {
  return without(NAMES, result);
}

/** A sweep without the names, and without the words in which its parameters are written. */
export function sweepNumbersOf(result: SweepResult): Json {
  return without(SWEEP_NAMES, result);
}

/** A result as plain data, with every name: what another run of the same file must come to. */
export function allOf(result: BacktestResult | SweepResult): Json {
  return without([], result);
}

/** Where two results first differ, with what stands there in each; null when they are the same. */
export function firstDifference(one: Json, other: Json): string | null {
  const differing = differingPaths(one, other);
  const [first] = differing;
  if (first === undefined) return null;
  const more = differing.length - 1;
  const rest = more === 0 ? '' : `, and ${String(more)} more`;
  return `${first.path}: ${shown(first.one)} and ${shown(first.other)}${rest}`;
}

function without(names: readonly string[], result: object): Json {
  const text = JSON.stringify(result, (key, value: unknown) =>
    names.includes(key) ? undefined : value,
  );
  return JSON.parse(text) as Json;
}

function shown(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
