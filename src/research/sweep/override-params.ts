import { type Json } from '../../base/json.ts';
import { type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { applyParams } from '../../loading/apply-params.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { typedParams } from './choose-variants.ts';
import { type WrittenParam } from './parse-param.ts';

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
