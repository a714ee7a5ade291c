import { describe, expect, it } from 'vitest';

import { isIsolated } from './open-strategy-host.ts';

describe('where strategies run', () => {
  it.each([
    [null, { kind: 'wall', speed: 1 }, true],
    [null, { kind: 'wall', speed: 60 }, false],
    ['process', { kind: 'wall', speed: 60 }, true],
    ['none', { kind: 'wall', speed: 1 }, false],
    ['process', { kind: 'paced', speed: 1 }, false],
  ] as const)(
    'with isolation %s and a clock of %o: in a process of their own: %s',
    (isolation, time, is) => {
      expect(isIsolated({ isolation }, time)).toBe(is);
    },
  );
});
