import { describe, expect, it } from 'vitest';

import { type FoldedDay, type HeldRun } from '../kernel/folded-day.ts';
import { ACTIVE, type Halt } from '../model/orders/halt-and-lock.ts';
import { haltsIn, happenedMeanwhile, heldAtStart, releasesAtStart } from './start-day.ts';

const HALTED: Halt = { state: 'halted', reason: 'enough', sinceMs: 1, by: 'operator' };
const found = {
  date: '2026-11-23',
  clock: { nowMs: () => 1000 },
  left: null,
  journaled: ACTIVE,
  halt: ACTIVE,
  asked: [],
  begunAnew: 'it has lost its end',
  vetoes: [],
  isEnding: false,
};

/** What is written before a restart may send. */
function haltsOf(isActive: boolean, more: Partial<typeof found> = {}): readonly unknown[] {
  return haltsIn(happenedMeanwhile({ ...found, ...more }), 5, isActive).map((entry) =>
    entry.kind === 'halt' ? entry.halt : entry,
  );
}

describe('what a journal that has lost its end halts', () => {
  it('is written before anything is sent', () => {
    expect(haltsOf(true)).toEqual([
      { state: 'reducing', reason: 'it has lost its end', by: 'start', sinceMs: 5 },
    ]);
  });

  it('makes no halt milder that holds already, or is carried over', () => {
    expect(haltsOf(false)).toEqual([]);
    expect(haltsOf(true, { journaled: HALTED })).toEqual([HALTED]);
  });
});

const DIFFERS: HeldRun = { runId: 'a', run: null, detail: 'its replay differs' };
const HELD_BEFORE: HeldRun = { runId: 'b', run: null, detail: null };
const QUARANTINED: HeldRun = { runId: 'c', run: null, detail: 'it hung', isQuarantined: true };
const LIFTED: HeldRun = { runId: 'd', run: null, detail: null, isLifted: true };
const ALL = [DIFFERS, HELD_BEFORE, QUARANTINED, LIFTED];

describe('runs that a recovery found held', () => {
  it('stay so, but for one whose quarantine is over', () => {
    const reason = 'its quarantine was lifted, or its source changed';
    expect(releasesAtStart(ALL, 'hold')).toEqual([
      { action: 'release', runId: 'd', how: 'adopt', reason },
    ]);
  });

  it.each(['adopt', 'flatten', 'stop'] as const)(
    'follow --on-divergence %s where they differ since now, unless their code must not run',
    (how) => {
      const [first, ...more] = releasesAtStart(ALL, how);
      const reason = `asked for by --on-divergence ${how}`;
      expect(first).toEqual({ action: 'release', runId: 'a', how, reason });
      expect(more).toMatchObject([{ runId: 'd', how: 'adopt' }]);
    },
  );

  it('are all held with code, and without it those that are squared off', () => {
    const folded: FoldedDay = { lastAtMs: 0, wakeAtMs: null, neverSent: [], runs: [], held: ALL };
    expect(heldAtStart(folded, undefined)).toBe(folded);
    expect(heldAtStart(folded, { runId: 'b' }).held).toEqual([HELD_BEFORE]);
    const [differs, ...others] = heldAtStart(folded, { runId: null }).held;
    expect(differs?.detail).toMatch(/flattened while its program did not run/);
    expect(others).toEqual([HELD_BEFORE, QUARANTINED, LIFTED]);
  });
});
