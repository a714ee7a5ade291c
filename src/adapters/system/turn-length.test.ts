import { expect, it } from 'vitest';

import { TurnBeat } from './turn-beat.ts';
import { TurnLength } from './turn-length.ts';

function watched() {
  const beat = new TurnBeat();
  return { beat, length: new TurnLength(beat, { lookEveryMs: 500, nowMs: 0 }) };
}

it('is how long it was seen to last', () => {
  const { beat, length } = watched();
  beat.begin('a');
  expect([500, 1_000, 1_500].map((nowMs) => length.look(nowMs))).toEqual([0, 500, 1_000]);
});

it('begins anew with each turn, and is nothing between turns', () => {
  const { beat, length } = watched();
  beat.begin('a');
  length.look(500);
  expect(length.look(1_000)).toBe(500);
  beat.end();
  expect(length.look(1_500)).toBe(0);
  expect(length.look(2_000)).toBe(0);
  beat.begin('a');
  length.look(2_500);
  beat.end();
  beat.begin('a');
  expect(length.look(3_000)).toBe(0);
});

it('does not count the time in which nobody looked', () => {
  const { beat, length } = watched();
  beat.begin('a');
  length.look(500);
  expect(length.look(3_600_000)).toBe(1_000);
});

it('counts code after a turn where the thread shows that it hears events, and does not', () => {
  const { beat, length } = watched();
  beat.live();
  length.look(500);
  expect(length.look(1_000)).toBe(500);
  beat.live();
  expect(length.look(1_500)).toBe(0);
});
