import { monotonicMs, wait, yieldToMachine } from '../adapters/system/wait.ts';
import { type Kernel } from './kernel.ts';
import { type VirtualClock } from './virtual-clock.ts';

/** How a virtual day is driven. */
export interface PacedDrive {
  readonly kernel: Kernel;
  readonly clock: VirtualClock;
  /** The drive ends when the clock gets here. */
  readonly untilMs: number;
  /** Run seconds per real second; `max` does not wait at all. */
  readonly speed: number | 'max';
  /** Ends the drive early, between two instants. */
  readonly signal?: AbortSignal;
}

/** Real milliseconds after which a drive that never waits lets the machine's I/O and signals in. */
const YIELD_EVERY_MS = 30;

/**
 * Drives a kernel through virtual time. The clock stands still while requests are under way and they are
 * made one at a time, so a day over a real network comes out the same every time; the pace only decides how
 * long a person waits for it. Behind its pace it does not hurry: late work is done in order, at its own times.
 */
export async function drivePaced(drive: PacedDrive): Promise<void> {
  const { kernel, clock, untilMs, signal } = drive;
  const pace = createPace(clock.nowMs(), drive.speed);
  kernel.tick();
  for (;;) {
    while (await kernel.nextRequest()) {
      // Each answer may ask for more.
    }
    if (signal?.aborted === true || clock.nowMs() >= untilMs) return;
    const nextMs = Math.min(Math.max(kernel.nextDueMs() ?? untilMs, clock.nowMs()), untilMs);
    await pace(nextMs, signal);
    clock.advanceTo(nextMs);
    kernel.tick();
  }
}

/** Returns what waits until a run time may begin. */
function createPace(
  startAtMs: number,
  speed: number | 'max',
): (atMs: number, signal?: AbortSignal) => Promise<void> {
  const startedRealMs = monotonicMs();
  let yieldedRealMs = startedRealMs;
  return async (atMs, signal) => {
    const nowRealMs = monotonicMs();
    const dueRealMs = speed === 'max' ? nowRealMs : startedRealMs + (atMs - startAtMs) / speed;
    if (dueRealMs > nowRealMs + 1) {
      await wait(dueRealMs - nowRealMs, signal);
      yieldedRealMs = monotonicMs();
    } else if (nowRealMs - yieldedRealMs > YIELD_EVERY_MS) {
      await yieldToMachine();
      yieldedRealMs = monotonicMs();
    }
  };
}
