import { z } from 'zod';

import { wording } from '../../text/worded-schema.ts';

const PATH_CHARS_MAX = 200;
/** Most files that one strategy is made of, besides its own. */
export const INCLUDED_MAX = 16;
/** How deep files may include each other. */
export const INCLUDE_DEPTH_MAX = 4;

const A_PATH = {
  error: wording(
    [
      'a path from this file such as ./limits.yaml',
      `a list of 1 to ${String(INCLUDED_MAX)} such paths`,
    ],
    './limits.yaml',
  ),
};
const path = z.string(A_PATH).min(1, A_PATH).max(PATH_CHARS_MAX, A_PATH);

/** Files whose keys are taken into a file. */
export const includeRule = z.union(
  [path, z.array(path).min(1).max(INCLUDED_MAX).readonly()],
  A_PATH,
);
