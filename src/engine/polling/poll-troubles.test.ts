import { expect, it } from 'vitest';

import { type TroubleNews, TroubleFold } from './poll-troubles.ts';

/** What is told of a trouble that polls show: pairs of second and trouble, empty for none. */
function told(
  ...shown: readonly (readonly [seconds: number, what: string])[]
): readonly TroubleNews[] {
  const fold = new TroubleFold();
  return shown.map(([seconds, what]) => fold.take(what, seconds * 1_000));
}

it('is told when it begins, and every five minutes while it goes on, with how often it was seen', () => {
  expect(told([0, 'a'], [1, 'a'], [299.999, 'a'], [300, 'a'], [599.999, 'a'], [600, 'a'])).toEqual([
    { kind: 'begins', times: 1 },
    null,
    null,
    { kind: 'goes-on', times: 4 },
    null,
    { kind: 'goes-on', times: 6 },
  ]);
});

it('that changes is told a minute after the last telling at the earliest', () => {
  expect(told([0, 'a'], [1, 'b'], [59.999, 'b'], [60, 'b'], [61, 'b'])).toEqual([
    { kind: 'begins', times: 1 },
    null,
    null,
    { kind: 'goes-on', times: 4 },
    null,
  ]);
});

it('is over once it has been away for half a minute, and counts from one the next time', () => {
  expect(told([0, ''], [1, 'a'], [2, 'a'], [31.999, ''], [32, ''], [33, ''], [34, 'a'])).toEqual([
    null,
    { kind: 'begins', times: 1 },
    null,
    null,
    { kind: 'ends', times: 2 },
    null,
    { kind: 'begins', times: 1 },
  ]);
});

it('of a kind that was not told yet is told at once, and each kind by its own clock', () => {
  const fold = new TroubleFold();
  const take = (second: number, kind: string, what = ''): string | undefined =>
    fold.take(`${kind}${what}`, second * 1_000, kind)?.kind;
  expect(take(0, 'short')).toBe('begins');
  expect(take(25, 'spoilt', 'a')).toBe('goes-on');
  expect([take(60, 'short'), take(70, 'spoilt', 'a'), take(84, 'spoilt', 'b')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([take(85, 'spoilt', 'b'), take(300, 'short'), take(385, 'spoilt', 'b')]).toEqual([
    'goes-on',
    'goes-on',
    'goes-on',
  ]);
  expect(fold.take('', 415_000)?.kind).toBe('ends');
  expect(take(416, 'spoilt', 'b')).toBe('begins');
});
