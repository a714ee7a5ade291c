import { invariant } from '../base/invariant.ts';
import { type Kernel } from './kernel.ts';
import { type VirtualClock } from './virtual-clock.ts';

/** Drives a kernel whose venue answers at once through virtual time, without a pause and without a promise. */
export function driveVirtual(kernel: Kernel, clock: VirtualClock, untilMs: number): void {
  kernel.tick();
  while (clock.nowMs() < untilMs) {
    const dueMs = kernel.nextDueMs() ?? untilMs;
    clock.advanceTo(Math.min(Math.max(dueMs, clock.nowMs()), untilMs));
    kernel.pass();
    invariant(kernel.pendingRequests === 0, 'A venue of virtual time answered with a promise');
  }
}
