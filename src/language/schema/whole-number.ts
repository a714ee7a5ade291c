import { z } from 'zod';

import { wording } from './wording.ts';

/** A whole number from 1. */
export function wholeNumber(what: string, max: number): z.ZodType<number, number> {
  const error = wording([`${what} from 1 to ${String(max)}`], '1');
  return z.int({ error }).min(1, { error }).max(max, { error });
}
