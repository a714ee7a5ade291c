import { startTicker } from '../adapters/cron/ticker.ts';
import { wait } from '../adapters/system/wait.ts';
import { type Clock } from '../ports/clock.ts';
import { type Kernel } from './kernel.ts';

/** How a day on the wall clock, or a scaled one, is driven. */
export interface WallDrive {
  readonly kernel: Kernel;
  readonly clock: Clock;
  /** Clock seconds per real second. */
  readonly speed: number;
  /** The drive ends when the clock gets here. */
  readonly untilMs: number;
  readonly signal?: AbortSignal;
  /** Called by the drive with what ends its current wait, so that an answer can bring the next instant nearer. */
  readonly onReady: (lookAgain: () => void) => void;
}

/** How long the drive waits for answers under way before it ends, real milliseconds. */
const LAST_ANSWERS_MS = 12_000;
/** Longest wait for what is due, real milliseconds: whether the clock jumped is seen by looking at it only. */
const WAIT_MS_MAX = 1_000;

/**
 * Drives a kernel along a clock that goes by itself. What is due is computed anew at every look: a tick of
 * node-cron once a second, a timer for the next due instant, and every answer bring one about.
 */
export async function driveWall(drive: WallDrive): Promise<void> {
  const { kernel, clock, untilMs, signal } = drive;
  let look = new AbortController();
  const lookAgain = (): void => {
    look.abort();
  };
  drive.onReady(lookAgain);
  const stopTicker = startTicker(lookAgain);
  signal?.addEventListener('abort', lookAgain);
  try {
    while (signal?.aborted !== true && clock.nowMs() < untilMs) {
      look = new AbortController();
      kernel.tick();
      const dueMs = Math.min(kernel.nextDueMs() ?? untilMs, untilMs);
      const dueInMs = (dueMs - clock.nowMs()) / drive.speed;
      await wait(Math.min(dueInMs, WAIT_MS_MAX), look.signal);
    }
    for (
      let waitedMs = 0;
      kernel.pendingRequests > 0 && waitedMs < LAST_ANSWERS_MS;
      waitedMs += 50
    ) {
      await wait(50);
    }
  } finally {
    stopTicker();
    signal?.removeEventListener('abort', lookAgain);
  }
}
