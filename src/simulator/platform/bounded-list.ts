import { z } from 'zod';

/**
 * A list of `min` to `max` elements. Elements of a list that is too long are not looked at, so a body of any size costs
 * one detail and no work.
 */
export function boundedList<Element>(
  element: z.ZodType<Element>,
  { min = 0, max }: { readonly min?: number; readonly max: number },
): z.ZodType<Element[]> {
  return z.array(z.unknown()).min(min).max(max).pipe(z.array(element));
}
