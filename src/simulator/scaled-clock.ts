import { type Clock } from '../ports/clock.ts';

/**
 * Makes a clock at `speed` times real time, above 0, that starts now at `startAtMs`. Shows whole milliseconds and never goes
 * back, even if `realNowMs` does.
 */
export function createScaledClock({
  startAtMs,
  speed,
  realNowMs,
}: {
  readonly startAtMs: number;
  readonly speed: number;
  readonly realNowMs: () => number;
}): Clock {
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
