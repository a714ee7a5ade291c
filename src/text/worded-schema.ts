import { z } from 'zod';

/** What a place in the file may hold, for messages. */
export interface Wording {
  /** The choices, each a word or a short description. */
  readonly allowed: readonly string[];
  /** One value that is right. */
  readonly example: string;
}

const SEPARATOR = '\u001f';

/** Packs a wording into the one string that a schema's error can carry. */
export function wording(allowed: readonly string[], example: string): string {
  return [example, ...allowed].join(SEPARATOR);
}

/** Unpacks a wording; null when the text is not one. */
export function readWording(text: string): Wording | null {
  const [example, ...allowed] = text.split(SEPARATOR);
  return example === undefined || allowed.length === 0 ? null : { allowed, example };
}

/** A text of a fixed form, and what it means. */
export interface TextForm<Value> {
  readonly pattern: RegExp;
  /** The choices, in words. */
  readonly allowed: readonly string[];
  readonly example: string;
  /** The meaning of a text that matches; null when it is out of range after all. */
  readonly read: (text: string) => Value | null;
}

/** The schema of a text form: the file says a text, the strategy gets its meaning. */
export function textForm<Value>(form: TextForm<Value>): z.ZodType<Value, string> {
  const error = wording(form.allowed, form.example);
  return z
    .string({ error })
    .regex(form.pattern, { error })
    .transform((text, context) => {
      const value = form.read(text);
      if (value !== null) return value;
      context.addIssue({ code: 'custom', message: error });
      return z.NEVER;
    })
    .meta({ description: `Allowed: ${form.allowed.join('; ')}`, examples: [form.example] });
}

/** One of a few words. */
export function choice<const Words extends readonly [string, ...string[]]>(
  words: Words,
): z.ZodEnum<{ [Word in Words[number]]: Word }> {
  return z.enum(words, { error: wording(words, words[0]) });
}

/**
 * A mapping with exactly these keys.
 *
 * @param what - what the mapping is, for the message when something else stands there
 */
export function mapping<Shape extends z.ZodRawShape>(
  what: string,
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  const expected = wording([`a mapping with ${what}`], '');
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : expected),
  });
}

/** A whole number from 1. */
export function wholeNumber(what: string, max: number): z.ZodType<number, number> {
  const error = wording([`${what} from 1 to ${String(max)}`], '1');
  return z.int({ error }).min(1, { error }).max(max, { error });
}
