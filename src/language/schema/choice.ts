import { z } from 'zod';

import { wording } from './wording.ts';

/** One of a few words. */
export function choice<const Words extends readonly [string, ...string[]]>(
  words: Words,
): z.ZodEnum<{ [Word in Words[number]]: Word }> {
  return z.enum(words, { error: wording(words, words[0]) });
}
