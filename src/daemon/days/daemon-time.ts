import { monotonicMs, wait, yieldToMachine } from '../../adapters/system/machine-time.ts';
import { type VirtualClock } from '../../kernel/clocks.ts';
import { type Clock } from '../../ports/clock.ts';

/**
 * Time between the days of an account. No wait is long: whatever a clock or the machine did meanwhile is seen by looking at
 * the clock again.
 */
export interface DaemonTime extends Pick<Clock, 'nowMs'> {
  /** Lets some time pass, not beyond an instant; ends at once when the signal aborts. */
  readonly passTowards: (atMs: number, signal: AbortSignal) => Promise<void>;
}

/** Longest wait without a look at the clock, real milliseconds. */
const SLICE_MS = 1_000;

/** Time of the machine, or of a simulator that keeps its own. `realMsTo`: real milliseconds to an instant. */
export function wallTime(
  { nowMs }: Pick<Clock, 'nowMs'>,
  realMsTo: (atMs: number) => number = (atMs) => atMs - nowMs(),
): DaemonTime {
  return {
    nowMs,
    passTowards: (atMs, signal) => wait(Math.min(SLICE_MS, realMsTo(atMs)), signal),
  };
}

/** Time of the built-in simulator, `speed` seconds of it a real one. */
export function virtualTime(clock: VirtualClock, speed: number | 'max'): DaemonTime {
  return {
    nowMs: clock.nowMs,
    passTowards: async (atMs, signal) => {
      const fromMs = clock.nowMs();
      const leftMs = Math.max(0, atMs - fromMs);
      if (speed === 'max') {
        await yieldToMachine();
        clock.advanceTo(fromMs + leftMs);
        return;
      }
      const startedMs = monotonicMs();
      await wait(Math.min(SLICE_MS, leftMs / speed), signal);
      const passedMs = Math.ceil((monotonicMs() - startedMs) * speed);
      clock.advanceTo(fromMs + Math.min(leftMs, passedMs));
    },
  };
}
