import { z } from 'zod';

import { LEG_NAME } from '../../model/orders/leg-name.ts';
import { wording } from '../../text/worded-schema.ts';

/** Most legs of one strategy. */
export const LEGS_MAX = 20;

const LEGS_ALLOWED = ['all', 'a list of legs such as [ce, pe]'];

/** Legs that a file speaks of: `all`, or a list. */
export const legNames = z.union(
  [z.literal('all'), z.array(z.string().regex(LEG_NAME)).min(1).max(LEGS_MAX)],
  { error: wording(LEGS_ALLOWED, 'all') },
);
