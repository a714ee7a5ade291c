import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { SteadyClock } from './clocks.ts';

/** A machine whose wall clock can be set. */
function machine(): {
  readonly clock: SteadyClock;
  readonly pass: (ms: number) => void;
  readonly setBy: (ms: number) => void;
} {
  let elapsedMs = 7.25;
  let offsetMs = 1_000_000;
  const clock = new SteadyClock({
    wallMs: () => Math.floor(elapsedMs + offsetMs),
    monotonicMs: () => elapsedMs,
  });
  return {
    clock,
    pass: (ms) => {
      elapsedMs += ms;
    },
    setBy: (ms) => {
      offsetMs += ms;
    },
  };
}

describe('a steady clock', () => {
  it('goes on by elapsed time while the wall is behind, and says by how much', () => {
    const { clock, pass, setBy } = machine();
    const startMs = clock.nowMs();
    setBy(-7_200_000);
    pass(60_000);
    expect(clock.nowMs()).toBe(startMs + 60_000);
    expect(clock.aheadMs()).toBeCloseTo(7_200_000, -1);
    setBy(7_200_000);
    expect(clock.aheadMs()).toBe(0);
  });

  it('follows the wall forwards, as after a suspend', () => {
    const { clock, pass, setBy } = machine();
    const startMs = clock.nowMs();
    setBy(600_000);
    pass(1_000);
    expect(clock.nowMs()).toBe(startMs + 601_000);
    expect(clock.aheadMs()).toBe(0);
  });

  it('works a small difference off while it goes on', () => {
    const { clock, pass, setBy } = machine();
    const startMs = clock.nowMs();
    setBy(-1_000);
    expect(clock.aheadMs()).toBeGreaterThan(990);
    pass(500_000);
    expect(clock.nowMs()).toBe(startMs + 499_500);
    pass(500_000);
    expect(clock.nowMs()).toBe(startMs + 999_000);
    expect(clock.aheadMs()).toBe(0);
  });

  it('is not ahead after the process stood still between its looks at both', () => {
    let elapsedMs = 0;
    let standsMs = 0;
    const look = (atMs: () => number) => () => {
      const seenMs = atMs();
      elapsedMs += standsMs;
      return seenMs;
    };
    const wallMs = look(() => elapsedMs + 1_000_000);
    standsMs = 30_000;
    const clock = new SteadyClock({ wallMs, monotonicMs: look(() => elapsedMs) });
    clock.nowMs();
    standsMs = 0;
    expect(clock.nowMs()).toBe(elapsedMs + 1_000_000);
    expect(clock.aheadMs()).toBe(0);
  });

  it('starts from what a recovered day has seen', () => {
    const { clock, pass } = machine();
    const startMs = clock.nowMs();
    clock.startFrom(startMs + 60_000);
    clock.startFrom(startMs);
    pass(1_000);
    expect(clock.nowMs()).toBe(startMs + 61_000);
    expect(clock.aheadMs()).toBeCloseTo(60_000, -1);
  });

  it('never goes back, never lags the wall, and loses no elapsed time but what it works off', () => {
    const moves = fc.array(
      fc.record({
        passMs: fc.double({ min: 0, max: 5_000, noNaN: true }),
        setByMs: fc.oneof(
          fc.constant(0),
          fc.integer({ min: -10_000, max: 10_000 }),
          fc.integer({ min: -7_200_000, max: 7_200_000 }),
        ),
      }),
    );
    fc.assert(
      fc.property(moves, (steps) => {
        const { clock, pass, setBy } = machine();
        let beforeMs = clock.nowMs();
        for (const { passMs, setByMs } of steps) {
          pass(passMs);
          setBy(setByMs);
          const nowMs = clock.nowMs();
          expect(nowMs - beforeMs).toBeGreaterThanOrEqual(Math.floor(passMs * 0.998) - 1);
          expect(clock.aheadMs()).toBeGreaterThanOrEqual(0);
          beforeMs = nowMs;
        }
      }),
    );
  });
});
