import { invariant } from '../base/invariant.ts';
import { type VirtualClock } from './clocks.ts';
import { type Kernel } from './kernel.ts';

/** What comes from outside in virtual time, each at a time of its own. */
export interface Feed {
  /** When the next comes, epoch milliseconds; null when none does any more. */
  readonly nextMs: () => number | null;
  /** Brings the next. */
  readonly bring: () => void;
}

/** How far time goes, and what comes meanwhile. */
export interface VirtualDrive {
  readonly untilMs: number;
  readonly feed: Feed;
}

const NOTHING: Feed = { nextMs: () => null, bring: () => undefined };

/** Drives a kernel whose venue answers at once through virtual time, without a pause and without a promise. */
export function driveVirtual(kernel: Kernel, clock: VirtualClock, untilMs: number): void {
  driveFed(kernel, clock, { untilMs, feed: NOTHING });
}

/** The same, with what comes from outside: never before its time, and after the timers that are due by then. */
export function driveFed(
  kernel: Kernel,
  clock: VirtualClock,
  { untilMs, feed }: VirtualDrive,
): void {
  kernel.tick();
  bringDue(feed, clock.nowMs());
  while (clock.nowMs() < untilMs) {
    const outsideMs = Math.min(feed.nextMs() ?? untilMs, untilMs);
    kernel.passRunsBefore(outsideMs, clock);
    const dueMs = Math.min(kernel.nextDueMs() ?? untilMs, outsideMs);
    clock.advanceTo(Math.min(Math.max(dueMs, clock.nowMs()), untilMs));
    kernel.pass();
    bringDue(feed, clock.nowMs());
    invariant(kernel.pendingRequests === 0, 'A venue of virtual time answered with a promise');
  }
}

function bringDue(feed: Feed, nowMs: number): void {
  while ((feed.nextMs() ?? Infinity) <= nowMs) feed.bring();
}
