import { expect, it } from 'vitest';

import { memorySuspect, TurnBeat } from './turn-beat.ts';

const MIB = 1024 * 1024;
const limits = { heapBytes: 2_000 * MIB, processBytes: 0 };

function inTurn(): TurnBeat {
  const beat = new TurnBeat();
  beat.begin('a');
  return beat;
}

it('is whose turn it is when a process has far more memory than it needs', () => {
  expect(memorySuspect(inTurn(), 1_400 * MIB, limits)).toBe('a');
});

it('is nobody while memory is plenty, and nobody between turns', () => {
  expect(memorySuspect(inTurn(), 1_200 * MIB, limits)).toBeNull();
  const beat = inTurn();
  beat.end();
  expect(memorySuspect(beat, 1_900 * MIB, limits)).toBeNull();
});

it('goes by the limit of the container where that is lower than that of the heap', () => {
  const contained = { ...limits, processBytes: 500 * MIB };
  expect(memorySuspect(inTurn(), 450 * MIB, contained)).toBe('a');
});
