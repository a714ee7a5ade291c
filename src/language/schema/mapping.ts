import { z } from 'zod';

import { wording } from './wording.ts';

/**
 * A mapping with exactly these keys; an unknown key is told the known ones.
 *
 * @param what - what the mapping is, for the message when something else stands there
 */
export function mapping<Shape extends z.ZodRawShape>(
  what: string,
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  const keys = wording(Object.keys(shape), '');
  const expected = wording([`a mapping with ${what}`], '');
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? keys : expected),
  });
}
