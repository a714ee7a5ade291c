import { describe, expect, it } from 'vitest';

import { ACTIVE, type Halt } from '../model/halt.ts';
import { happenedMeanwhile, haltsIn } from './happened-meanwhile.ts';

const HALTED: Halt = { state: 'halted', reason: 'enough', sinceMs: 1, by: 'operator' };
const found = {
  date: '2026-11-23',
  clock: { nowMs: () => 1000 },
  left: null,
  journaled: ACTIVE,
  halt: ACTIVE,
  asked: [],
  begunAnew: 'it has lost its end',
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
