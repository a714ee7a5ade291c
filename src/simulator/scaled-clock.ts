import { type Clock } from '../ports/clock.ts';

/** A clock that runs faster or slower than the real one. */
export interface ScaledClockOptions {
  /** What it shows at first, epoch milliseconds. */
  readonly startAtMs: number;
  /** Milliseconds that it goes on in a real one; 1 is real time. Above 0. */
  readonly speed: number;
  /** Real time; only differences count, so a monotonic source is best. */
  readonly realNowMs: () => number;
}

/** Makes a clock that starts now. Shows whole milliseconds and never goes back, even if real time does. */
export function createScaledClock({ startAtMs, speed, realNowMs }: ScaledClockOptions): Clock {
  const realStartMs = realNowMs();
  let latestMs = startAtMs;
  return {
    nowMs: () => {
      const elapsedMs = Math.floor((realNowMs() - realStartMs) * speed);
      latestMs = Math.max(latestMs, startAtMs + elapsedMs);
      return latestMs;
    },
  };
}
