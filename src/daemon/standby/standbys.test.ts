import { expect, it } from 'vitest';

import { Standbys } from './standbys.ts';

const LOOK = { pid: 7, state: 'level', followedToMs: 1_000 } as const;

it('knows who stands by, and how far that is', () => {
  let nowMs = 0;
  const standbys = new Standbys(() => nowMs);
  expect(standbys.all()).toEqual([]);
  standbys.note({ ...LOOK, state: 'behind', followedToMs: null });
  nowMs = 200;
  standbys.note(LOOK);
  nowMs = 10_200;
  expect(standbys.all()).toEqual([{ ...LOOK, silentMs: 10_000 }]);
});

it('keeps the last one that is gone in sight until another one stands by', () => {
  let nowMs = 0;
  const standbys = new Standbys(() => nowMs);
  standbys.note({ ...LOOK, pid: 6 });
  nowMs = 1;
  standbys.note(LOOK);
  nowMs = 10_002;
  expect(standbys.all()).toEqual([{ ...LOOK, state: 'gone', silentMs: 10_001 }]);
  standbys.note({ ...LOOK, pid: 8 });
  expect(standbys.all()).toEqual([{ ...LOOK, pid: 8, silentMs: 0 }]);
});

it('keeps eight at most', () => {
  const standbys = new Standbys(() => 0);
  for (let pid = 1; pid <= 9; pid += 1) standbys.note({ ...LOOK, pid });
  expect(standbys.all().map(({ pid }) => pid)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
});
