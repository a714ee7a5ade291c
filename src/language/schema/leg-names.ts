import { z } from 'zod';

import { wording } from '../../text/worded-schema.ts';

/** The form of a leg's name; checked apart from the leg, so that a bad name does not hide what is wrong inside. */
export const LEG_NAME = /^[a-z0-9._-]{1,20}$/;
/** The same in words. */
export const LEG_NAME_ALLOWED = '1 to 20 characters of a-z 0-9 . _ -';
/** Most legs of one strategy. */
export const LEGS_MAX = 20;

const LEGS_ALLOWED = ['all', 'a list of legs such as [ce, pe]'];

/** Legs that a file speaks of: `all`, or a list. */
export const legNames = z.union(
  [z.literal('all'), z.array(z.string().regex(LEG_NAME)).min(1).max(LEGS_MAX)],
  { error: wording(LEGS_ALLOWED, 'all') },
);
