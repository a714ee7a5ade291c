import { expect, test } from 'vitest';
import { createScaledClock } from './scaled-clock.ts';

test('shows the start at first and runs faster than the real clock', () => {
  let realMs = 5_000;
  const clock = createScaledClock({ startAtMs: 1_000_000, speed: 600, realNowMs: () => realMs });
  expect(clock.nowMs()).toBe(1_000_000);
  realMs += 1.5;
  expect(clock.nowMs()).toBe(1_000_900);
});

test('shows whole milliseconds and never goes back', () => {
  let realMs = 0;
  const clock = createScaledClock({ startAtMs: 0, speed: 0.3, realNowMs: () => realMs });
  realMs = 5;
  expect(clock.nowMs()).toBe(1);
  realMs = 1;
  expect(clock.nowMs()).toBe(1);
});
