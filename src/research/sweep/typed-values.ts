import { z } from 'zod';

import { isSameJson, type Json } from '../../base/json.ts';
import { nearestWord } from '../../base/nearest-word.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { freeParams, knownParams, wrongParams } from '../../loading/apply-params.ts';
import { type SweptParam } from '../../results/sweep/sweep-result.ts';
import { type Strategy } from '../../strategy/define-strategy.ts';
import { type WrittenParam } from './parse-param.ts';

const NUMBER = /^-?\d+(\.\d+)?$/;
const DURATION = /^(\d+(?:\.\d+)?) ?(ms|s|m|min|h|d)$/;
const MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
/** What a parameter's name ends with tells in what it counts time. */
const UNIT_OF_NAME: readonly (readonly [RegExp, number])[] = [
  [/(Ms|Millis|Milliseconds)$|^(ms|millis|milliseconds)$/, 1],
  [/(Seconds|Secs)$|^(seconds|secs)$/, 1_000],
  [/(Minutes|Mins)$|^(minutes|mins)$/, 60_000],
  [/(Hours)$|^(hours)$/, 3_600_000],
  [/(Days)$|^(days)$/, 86_400_000],
];
/** Units that a number without one may lack. */
const UNITS = ['%', ' points', ' rupees'];

/**
 * Values of a parameter in the types that the strategy's schema takes: a number, a truth value, a duration in the unit
 * that the parameter's name ends with, or the text. None may be there twice, however it is written: nobody means that.
 */
export function typedValues(
  strategy: Strategy,
  { name, atoms }: WrittenParam,
): Result<SweptParam, readonly Problem[]> {
  const known = knownParams(strategy);
  if (known !== null && !known.includes(name)) {
    return fail([unknownParam(strategy, name, freeParams(strategy, known))]);
  }
  const values: Json[] = [];
  const problems: Problem[] = [];
  for (const atom of atoms) {
    const value = typedValue(strategy, name, atom);
    if (!value.ok) problems.push(value.error);
    else if (values.some((other) => isSameJson(other, value.value))) {
      problems.push(valueTwice(name, atom));
    } else values.push(value.value);
  }
  // One wrong range gives as many problems as values: the first says it.
  return problems.length > 0 ? fail(problems.slice(0, 1)) : ok({ name, values });
}

function unknownParam(strategy: Strategy, name: string, known: readonly string[]): Problem {
  const longer = known.find((word) => word.toLowerCase().startsWith(name.toLowerCase()));
  return problem(`Strategy "${strategy.name}" has no parameter "${name}"`, {
    found: name,
    allowed: known.length === 0 ? 'no parameters' : known.join(', '),
    nearest: longer ?? nearestWord(name, known),
  });
}

function valueTwice(name: string, atom: string): Problem {
  return problem(`Parameter "${name}" is given the same value twice`, {
    found: atom,
    allowed: 'each value once, in lists and ranges together',
    next: `Write ${atom} once in --param ${name}=…`,
  });
}

function typedValue(strategy: Strategy, name: string, atom: string): Result<Json, Problem> {
  const candidates = candidatesOf(name, atom);
  const taken = candidates.find((candidate) => refusalOf(strategy, name, candidate) === null);
  if (taken !== undefined) return ok(taken);
  const [likeliest = atom] = candidates;
  const withUnit = UNITS.map((unit) => `${atom}${unit}`).find(
    (text) => NUMBER.test(atom) && refusalOf(strategy, name, text) === null,
  );
  const refused = refusalOf(strategy, name, likeliest) ?? problem(`Wrong value of "${name}"`);
  return fail({ ...refused, found: atom, nearest: withUnit ?? refused.nearest });
}

/** What a text may mean, the likeliest first. */
function candidatesOf(name: string, atom: string): readonly Json[] {
  const durationMs = durationOf(atom);
  const unitMs = UNIT_OF_NAME.find(([ending]) => ending.test(name))?.[1];
  return [
    ...(NUMBER.test(atom) ? [Number(atom)] : []),
    ...(atom === 'true' || atom === 'false' ? [atom === 'true'] : []),
    ...(durationMs === null || unitMs === undefined ? [] : [durationMs / unitMs]),
    atom,
  ];
}

function durationOf(atom: string): number | null {
  const [, count, unit = ''] = DURATION.exec(atom) ?? [];
  return count === undefined ? null : Number(count) * (MS[unit] ?? 0);
}

/** Why the schema does not take a value for one parameter by itself; null when it does. */
function refusalOf(strategy: Strategy, name: string, value: Json): Problem | null {
  const { shape } = strategy.params as { shape?: Readonly<Record<string, z.ZodType>> };
  const own = shape?.[name];
  const schema = own === undefined ? strategy.params : z.object({ [name]: own });
  const params = { [name]: value };
  const parsed = schema.safeParse(params, { reportInput: true });
  if (parsed.success) return null;
  const wrong = wrongParams({ ...strategy, params: schema }, { params, file: null }, parsed.error);
  return wrong.find(({ param }) => param?.name === name) ?? null;
}
