import { type Clock } from '../../ports/clock.ts';

/** Longest delay that Node's timers take: a longer one would fire at once. */
const DELAY_MS_MAX = 2_147_483_647;

/** Resolves after `delayMs` of real time, or as soon as `signal` aborts. Never rejects. */
export function wait(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, Math.min(Math.max(0, delayMs), DELAY_MS_MAX));
    signal?.addEventListener('abort', finish, { once: true });
  });
}

/** Lets input and output of the machine go on once, without waiting for time to pass. */
export function yieldToMachine(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Real milliseconds since some fixed moment, never going back: for pacing, not for dates. */
export function monotonicMs(): number {
  return performance.now();
}

/** The machine's wall clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };
