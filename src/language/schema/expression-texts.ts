import { z } from 'zod';

import { parseDuration } from '../../model/time/duration.ts';
import { mapping, textForm, wording } from '../../text/worded-schema.ts';
import { EXPRESSION_CHARS_MAX } from '../expressions/read-tokens.ts';

const CONDITIONS_MAX = 20;
const CONDITION_DEPTH_MAX = 4;
const DURATION_MS_MIN = 1_000;
const DURATION_MS_MAX = 24 * 3_600_000;

/** A stretch of time, `30s`, `5m` or `1h`; milliseconds. */
export function durationText(example: string): z.ZodType<number, string> {
  return textForm({
    pattern: /^\d{1,5}(\.\d{1,3})?(s|m|h)$/,
    allowed: [`a duration from 1s to 24h such as ${example}`],
    example,
    read: (text) => {
      const read = parseDuration(text);
      return read.ok && read.value >= DURATION_MS_MIN && read.value <= DURATION_MS_MAX
        ? read.value
        : null;
    },
  });
}

const AN_EXPRESSION = {
  error: wording(['an expression such as index > 24500'], 'index > 24500'),
};
const someText = z.string(AN_EXPRESSION).max(EXPRESSION_CHARS_MAX, {
  error: wording(
    [`an expression of at most ${String(EXPRESSION_CHARS_MAX)} characters`],
    'index > 24500',
  ),
});

/** An expression as it is written; it is read and checked apart, so that a message can point into it. */
export const expressionText = someText.min(1, AN_EXPRESSION);

/** One that may be true: a number alone is none. */
export const conditionText = someText.regex(/[a-z<>=]/i, AN_EXPRESSION);

/** Conditions, as a file nests them. */
export type ConditionForm =
  | string
  | readonly ConditionForm[]
  | {
      readonly and?: readonly ConditionForm[] | undefined;
      readonly or?: readonly ConditionForm[] | undefined;
      readonly not?: ConditionForm | undefined;
    };

const CONDITION_ALLOWED = [
  'an expression such as index > 24500',
  'a list of conditions that must all be true',
  'a mapping with and, or or not',
];

/** Built down to a fixed depth: a schema that refers to itself could be made to overflow the stack. */
function conditionsDownTo(depth: number): z.ZodType<ConditionForm> {
  if (depth === 0) return conditionText;
  const inner = conditionsDownTo(depth - 1);
  const list = z
    .array(inner, { error: wording(['a list of conditions'], '[index > 24500]') })
    .min(1, { error: wording(['at least one condition'], '[index > 24500]') })
    .max(CONDITIONS_MAX, { error: wording([`at most ${String(CONDITIONS_MAX)} conditions`], '') });
  const words = mapping('and, or or not', {
    and: list.optional(),
    or: list.optional(),
    not: inner.optional(),
  });
  return z.union([conditionText, list, words], {
    error: wording(CONDITION_ALLOWED, 'index > 24500'),
  });
}

/** Conditions, as an `if` has them. */
export const conditionRule: z.ZodType<ConditionForm> = conditionsDownTo(CONDITION_DEPTH_MAX);

const VARIABLE = /^[a-z][a-z0-9_]{0,31}$/;
const VARIABLES_MAX = 50;
/** The form of a variable's name, in words. */
export const VARIABLE_ALLOWED = '1 to 32 characters of a-z 0-9 _, beginning with a letter';

/** Whether a text can name a variable. */
export function isVariableName(text: string): boolean {
  return VARIABLE.test(text);
}

/** A value, or an expression for one: numbers need no quotes. */
export const writtenValue = z
  .union([z.number(), expressionText], {
    error: wording(['a value such as 0, 24500 points or 5000 rupees'], '0'),
  })
  .transform(String);

/** Variables with what they hold: expressions, which are read and checked apart. */
export function variables(
  what: string,
  example: string,
): z.ZodType<Readonly<Record<string, string>>> {
  const error = wording([what], example);
  return z
    .record(z.string(), writtenValue, { error })
    .refine((all) => Object.keys(all).length > 0, { error })
    .refine((all) => Object.keys(all).length <= VARIABLES_MAX, { error });
}
