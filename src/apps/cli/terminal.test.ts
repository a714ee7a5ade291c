import { expect, test } from 'vitest';

import { wantsColor } from './terminal.ts';

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
])('environment %j on a terminal %s gives colour %s', (env, isTerminal, expected) => {
  expect(wantsColor(env, isTerminal)).toBe(expected);
});
