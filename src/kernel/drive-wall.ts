import { type Clock, type MachineTime } from '../ports/clock.ts';
import { type Kernel } from './kernel.ts';

/** How a day on the wall clock, or a scaled one, is driven. */
export interface WallDrive {
  readonly kernel: Pick<Kernel, 'tick' | 'nextDueMs' | 'pendingRequests'>;
  readonly clock: Clock;
  readonly machine: Pick<MachineTime, 'wait' | 'startTicker'>;
  /** Clock seconds per real second. */
  readonly speed: number;
  /** The drive ends when the clock gets here. */
  readonly untilMs: number;
  /** Asks for the end: what is open is looked after until it is settled, and not longer than `WIND_DOWN_MS`. */
  readonly signal?: AbortSignal;
  /** Whether nothing is under way that leaves a fill unprotected should the drive end now. */
  readonly isSettled: () => boolean;
  /** Called by the drive with what ends its current wait, so that an answer can bring the next instant nearer. */
  readonly onReady: (lookAgain: () => void) => void;
}

/** How long the drive may continue once it must end, real milliseconds: a request without an answer takes this long. */
const WIND_DOWN_MS = 12_000;
/** The same when it is stopped early, which takes at most 10 s in all: what is unknown then, the next start resolves. */
const STOP_MS = 8_000;
/** How often it looks meanwhile, real milliseconds. */
const WIND_DOWN_LOOK_MS = 50;
/** Longest wait for what is due, real milliseconds: whether the clock jumped is seen by looking at it only. */
const WAIT_MS_MAX = 1_000;

/**
 * Drives a kernel along a clock that goes by itself. What is due is computed anew at every look: a tick of
 * node-cron once a second, a timer for the next due instant, and every answer bring one about.
 */
export async function driveWall(drive: WallDrive): Promise<void> {
  const { kernel, clock, machine, untilMs, signal } = drive;
  let look = new AbortController();
  const lookAgain = (): void => {
    look.abort();
  };
  drive.onReady(lookAgain);
  const stopTicker = machine.startTicker(lookAgain);
  signal?.addEventListener('abort', lookAgain);
  try {
    while (signal?.aborted !== true && clock.nowMs() < untilMs) {
      look = new AbortController();
      kernel.tick();
      const dueMs = Math.min(kernel.nextDueMs() ?? untilMs, untilMs);
      const dueInMs = (dueMs - clock.nowMs()) / drive.speed;
      await machine.wait(Math.min(dueInMs, WAIT_MS_MAX), look.signal);
    }
    await windDown(drive);
  } finally {
    stopTicker();
    signal?.removeEventListener('abort', lookAgain);
  }
}

/** Looks after what is still under way, and after what fills meanwhile: polls go on, and stops and exits leave. */
async function windDown({ kernel, machine, isSettled, signal }: WallDrive): Promise<void> {
  // At the day's own end nothing trades any more: only answers are waited for.
  const isEarly = signal?.aborted === true;
  const isDone = (): boolean => kernel.pendingRequests === 0 && (!isEarly || isSettled());
  const mostMs = isEarly ? STOP_MS : WIND_DOWN_MS;
  for (let waitedMs = 0; !isDone() && waitedMs < mostMs; waitedMs += WIND_DOWN_LOOK_MS) {
    if (isEarly) kernel.tick();
    await machine.wait(WIND_DOWN_LOOK_MS);
  }
}
