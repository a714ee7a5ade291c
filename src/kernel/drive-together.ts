import { type Clock } from '../ports/clock.ts';
import { type PacedDrive } from './drive-paced.ts';

type Driven = PacedDrive['kernel'];

/**
 * Several kernels on one virtual clock, as one to be driven. Each hears of time as it would alone, at its own
 * due instants and at the end, and makes its requests after those of the kernels before it: none sees that others are there.
 */
export function driveTogether(
  kernels: readonly Driven[],
  { clock, untilMs }: { readonly clock: Clock; readonly untilMs: number },
): Driven {
  let isBegun = false;
  return {
    tick: () => {
      const nowMs = clock.nowMs();
      const isDue = (kernel: Driven): boolean => (kernel.nextDueMs() ?? untilMs) <= nowMs;
      const due = isBegun ? kernels.filter(isDue) : kernels;
      isBegun = true;
      for (const kernel of due) kernel.tick();
    },
    nextDueMs: () => Math.min(...kernels.map((kernel) => kernel.nextDueMs() ?? untilMs)),
    nextRequest: async () => {
      for (const kernel of kernels) if (await kernel.nextRequest()) return true;
      return false;
    },
  };
}
