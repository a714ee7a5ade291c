import { z } from 'zod';

import { type Json } from '../base/json.ts';
import { nearestWord } from '../base/nearest-word.ts';
import { type Checked, problem, type Problem } from '../base/problem.ts';
import { fail, ok } from '../base/result.ts';
import { isFixedInput } from '../language/blueprints/under-inputs.ts';
import { withNoShares } from '../model/market/underlying.ts';
import { type Strategy } from '../strategy/define-strategy.ts';
import { pathText } from '../text/finding.ts';
import { findingsOf } from '../text/issue-findings.ts';
import { readWording } from '../text/worded-schema.ts';
import { plainSource } from '../text/yaml-source.ts';
import { knownUnderlyings } from './known-underlyings.ts';

/** Parameters over the defaults of a strategy, through its schema; or what is wrong with them. */
export function applyParams(
  strategy: Strategy,
  overrides: Readonly<Record<string, Json>>,
  path: string,
): Checked<unknown> {
  const unknown = unknownParams(strategy, overrides, path);
  const foreign = new Set(unknown.map(({ found: name }) => name));
  const named = Object.entries(overrides).filter(([name]) => !foreign.has(name));
  const parsed = strategy.params.safeParse(Object.fromEntries(named), {
    reportInput: true,
  });
  if (parsed.success) {
    const checked = withKnownUnderlying(parsed.data, strategy, path);
    if (unknown.length === 0) return checked;
    return fail([...unknown, ...(checked.ok ? [] : checked.error)]);
  }
  const wrong = wrongParams(strategy, { params: overrides, file: path }, parsed.error);
  return fail([...unknown, ...wrong]);
}

/** What a schema refuses, in the words of files: `params` as they were given, parsed with their input reported. */
export function wrongParams(
  strategy: Strategy,
  given: { readonly params: Readonly<Record<string, Json>>; readonly file: string | null },
  { issues }: z.ZodError,
): readonly Problem[] {
  const { params, file } = given;
  const checked = { schema: strategy.params, source: plainSource(params, file ?? ''), words: {} };
  return issues.flatMap((issue) => {
    const own = isOwnMessage(issue) ? issue.message : null;
    return findingsOf(issue, checked).map(({ path, parts, isMissing = false }) => {
      const name = String(path[0]);
      const what = own ?? (isMissing ? 'missing' : 'wrong value');
      return problem(`Parameter "${pathText(path)}" of strategy "${strategy.name}": ${what}`, {
        ...parts,
        file,
        found: found(strategy, params, name),
        param: { name, isUnknown: false },
      });
    });
  });
}

/** Whether the author worded it; zod's own words only repeat what is found and allowed. */
function isOwnMessage(issue: z.core.$ZodIssue): boolean {
  if (readWording(issue.message) !== null) return false;
  return z.locales.en().localeError(issue as z.core.$ZodRawIssue) !== issue.message;
}

/** Names that a strategy does not know. */
function unknownParams(
  strategy: Strategy,
  overrides: Readonly<Record<string, Json>>,
  path: string,
): readonly Problem[] {
  const known = knownParams(strategy);
  if (known === null) return [];
  const free = freeParams(strategy, known);
  return Object.keys(overrides)
    .filter((key) => !known.includes(key))
    .map((key) =>
      problem(`Strategy "${strategy.name}" has no parameter "${key}"`, {
        file: path,
        found: key,
        allowed: free.length === 0 ? 'no parameters' : free.join(', '),
        nearest: nearestWord(key, free),
        param: { name: key, isUnknown: true },
      }),
    );
}

/** An unknown `underlying` would leave its strategy waiting for a chain all day. */
function withKnownUnderlying(params: unknown, { name }: Strategy, path: string): Checked<unknown> {
  const { underlying } = (params ?? {}) as { readonly underlying?: unknown };
  const known = knownUnderlyings();
  if (typeof underlying !== 'string' || known.includes(underlying)) return ok(params);
  const what = `Parameter "underlying" of strategy "${name}": unknown underlying`;
  return fail([
    problem(withNoShares(what, underlying, known), {
      file: path,
      found: JSON.stringify(underlying),
      allowed: known.join(', '),
      nearest: nearestWord(underlying, known),
      param: { name: 'underlying', isUnknown: false },
    }),
  ]);
}

/** Those of some parameters that can be given: an input that is read with the file cannot. */
export function freeParams({ params }: Strategy, known: readonly string[]): readonly string[] {
  const { shape = {} } = params as { readonly shape?: Readonly<Record<string, object>> };
  return known.filter((name) => !isFixedInput(shape[name] ?? params));
}

/** Names of a strategy's parameters, where the schema is an object of them; else null. */
export function knownParams({ params }: Strategy): string[] | null {
  const shape = (params as { shape?: unknown }).shape;
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : null;
}

/** What a parameter is: as it was given, else by its default. */
function found(
  { params }: Strategy,
  overrides: Readonly<Record<string, Json>>,
  name: string,
): string {
  const given = overrides[name];
  if (given !== undefined) return JSON.stringify(given);
  const shape = (params as { readonly shape?: Readonly<Record<string, Strategy['params']>> }).shape;
  const byDefault = shape?.[name]?.safeParse(undefined);
  return byDefault?.success === true && byDefault.data !== undefined
    ? `${JSON.stringify(byDefault.data)}, its default`
    : 'nothing';
}
