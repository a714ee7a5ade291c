import { problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';

/** A parameter to sweep as it is written: values are texts that the strategy's schema has yet to read. */
export interface WrittenParam {
  readonly name: string;
  /** At least one, in the order in which they are written. */
  readonly atoms: readonly string[];
}

const FORMS = 'name=value, name=value,value … or name=first..last:step';

/** Reads `stop=10..50:5`, `entry=09:20,09:30`, `side=buy,sell`: lists of values and ranges, separated by commas. */
export function parseParam(text: string): Result<WrittenParam, Problem> {
  const [, name = '', list = ''] = /^\s*([A-Za-z_][\w-]*)\s*=(.*)$/s.exec(text) ?? [];
  if (name === '') {
    return fail(problem(`Cannot read --param "${text}"`, { found: text, allowed: FORMS }));
  }
  const atoms: string[] = [];
  for (const item of list.split(',').map((part) => part.trim())) {
    if (item === '') {
      return fail(
        problem(`A value of parameter "${name}" is empty`, { found: text, allowed: FORMS }),
      );
    }
    const read = rangeAtoms(item);
    if (!read.ok) {
      return fail(
        problem(`Cannot read a range of parameter "${name}": ${read.error}`, {
          found: item,
          allowed: 'such as 10..50:5, 0.5%..2%:0.5%, 5m..30m:5m or 09:20..10:00:5m',
        }),
      );
    }
    atoms.push(...read.value);
  }
  return ok({ name, atoms });
}

/** Values of one range; more are a slip. */
const VALUES_MAX = 10_000;
const NUMBER = /^(-?\d{1,12}(?:\.\d{1,6})?)( ?[A-Za-z%]{1,10})?$/;
const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
const CLOCK_AND_STEP = /^(\d{1,2}:\d{2}(?::\d{2})?)(?::(\d{1,5}) ?(h|min|m|s))?$/;
const SECONDS: Readonly<Record<string, number>> = { h: 3600, min: 60, m: 60, s: 1 };

/** The values of `10..50:5`, both ends included, each as a text; a text without `..` is its own only value. */
export function rangeAtoms(item: string): Result<readonly string[], string> {
  const [first = '', rest, ...more] = item.split('..').map((part) => part.trim());
  if (rest === undefined) return ok([item]);
  if (more.length > 0) return fail('wanted one ".." between two values');
  return CLOCK.test(first) ? clockRange(first, rest) : numberRange(first, rest);
}

function numberRange(first: string, rest: string): Result<readonly string[], string> {
  const [last = '', step, ...more] = rest.split(':').map((part) => part.trim());
  const parts = [first, last, ...(step === undefined ? [] : [step])].map((part) =>
    NUMBER.exec(part),
  );
  if (more.length > 0 || parts.some((part) => part === null)) {
    return fail('wanted two numbers or two times of day');
  }
  const units = new Set(parts.flatMap((part) => part?.[2] ?? []));
  if (units.size > 1) return fail(`wanted one unit, found ${[...units].join(' and ')}`);
  const [unit = ''] = units;
  return decimalRange(
    parts.map((part) => part?.[1] ?? ''),
    unit,
  );
}

/** Counts in whole numbers of the smallest digit: so 0.1 and 0.2 more is 0.3. */
function decimalRange(texts: readonly string[], unit: string): Result<readonly string[], string> {
  const digits = Math.max(...texts.map((text) => (text.split('.')[1] ?? '').length));
  const [from = 0, to = 0, by] = texts.map((text) => Math.round(Number(text) * 10 ** digits));
  if (by === undefined && digits > 0) return fail('a range of fractions needs a step');
  return stepped({ from, to, by: by ?? 1 }, (value) => `${fixed(value, digits)}${unit}`);
}

/** A whole number of the smallest digit as a decimal without needless zeros. */
function fixed(value: number, digits: number): string {
  return String(Number((value / 10 ** digits).toFixed(digits)));
}

function clockRange(first: string, rest: string): Result<readonly string[], string> {
  const [, last = '', count, unit = ''] = CLOCK_AND_STEP.exec(rest) ?? [];
  const from = secondsOf(first);
  const to = secondsOf(last);
  if (from === null || to === null) return fail('wanted a time of day after ".."');
  if (count === undefined) return fail('a range of times needs a step, such as :5m');
  const by = Number(count) * (SECONDS[unit] ?? 0);
  const hasSeconds = [from, to, by].some((seconds) => seconds % 60 !== 0);
  return stepped({ from, to, by }, (seconds) => clockOf(seconds, hasSeconds));
}

function secondsOf(text: string): number | null {
  const match = CLOCK.exec(text);
  if (match === null) return null;
  const [, hours, minutes, seconds] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0);
}

function clockOf(seconds: number, hasSeconds: boolean): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts
    .slice(0, hasSeconds ? 3 : 2)
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

function stepped(
  { from, to, by }: { readonly from: number; readonly to: number; readonly by: number },
  textOf: (value: number) => string,
): Result<readonly string[], string> {
  if (by <= 0) return fail('the step must be above 0');
  if (from > to) return fail('the first value is above the last');
  const count = Math.floor((to - from) / by) + 1;
  if (count > VALUES_MAX) return fail(`${String(count)} values, at most ${String(VALUES_MAX)}`);
  return ok(Array.from({ length: count }, (_, step) => textOf(from + step * by)));
}
