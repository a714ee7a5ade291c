import { expect, it } from 'vitest';

import { type Decision, firstDifference } from './first-difference.ts';

const CUT_MS = 1_000;

function said(atMs: number, message: string, runId = 'one'): Decision {
  const command = { kind: 'alert', severity: 'info', message } as const;
  return { kind: 'command', atMs, runId, index: 0, command };
}

it('is none where all was decided alike', () => {
  const all = [said(1, 'a'), said(2, 'b')];
  expect(firstDifference(all, [...all], Infinity)).toBeNull();
});

it('tells of the last instant before the one that is asked for', () => {
  const [whole, again] = [[said(CUT_MS - 1, 'a')], [said(CUT_MS - 1, 'b')]];
  expect(firstDifference(whole, again, CUT_MS)).toMatchObject({
    atMs: CUT_MS - 1,
    whole: { atMs: CUT_MS - 1 },
    again: { atMs: CUT_MS - 1 },
  });
});

it('tells nothing of that instant itself: both courses may know other prices then', () => {
  const [whole, again] = [[said(CUT_MS, 'a')], [said(CUT_MS, 'b')]];
  expect(firstDifference(whole, again, CUT_MS)).toBeNull();
  expect(firstDifference(whole, [], CUT_MS)).toBeNull();
});

it('tells what only one of both decided', () => {
  const before = said(1, 'a');
  const more = firstDifference([before], [before, said(2, 'b')], CUT_MS);
  expect(more).toMatchObject({ runId: 'one', atMs: 2, whole: null, again: { atMs: 2 } });
  const less = firstDifference([before, said(2, 'b')], [before], CUT_MS);
  expect(less).toMatchObject({ runId: 'one', atMs: 2, whole: { atMs: 2 }, again: null });
});

it('parts two runs by the decision that comes first, and leaves the other out', () => {
  const [early, late] = [said(1, 'a', 'one'), said(2, 'a', 'two')];
  expect(firstDifference([late], [early, late], CUT_MS)).toMatchObject({
    runId: 'one',
    atMs: 1,
    whole: null,
    again: { atMs: 1 },
  });
});
