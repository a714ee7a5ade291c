import { type MachineTime } from '../ports/clock.ts';
import { type VirtualClock } from './clocks.ts';
import { type Kernel } from './kernel.ts';

/** How a virtual day is driven. */
export interface PacedDrive {
  readonly kernel: Pick<Kernel, 'tick' | 'nextDueMs' | 'nextRequest'>;
  readonly clock: VirtualClock;
  readonly machine: Pick<MachineTime, 'wait' | 'yieldToMachine' | 'monotonicMs'>;
  /** The drive ends when the clock gets here. */
  readonly untilMs: number;
  /** Run seconds per real second; `max` does not wait at all. */
  readonly speed: number | 'max';
  /** Ends the drive early, between two instants. */
  readonly signal?: AbortSignal;
}

/** Real milliseconds after which a drive that never waits lets the machine's I/O and signals in. */
const YIELD_EVERY_MS = 30;
/** Longest real wait before the clock is moved on, so that who looks on sees it go. */
const SLICE_MS = 100;

/**
 * Drives a kernel through virtual time. The clock stands still while requests are under way and they are
 * made one at a time, so a day over a real network comes out the same every time; the pace only decides how
 * long a person waits for it. What is late stays late: a drive behind its pace does not hurry afterwards.
 */
export async function drivePaced(drive: PacedDrive): Promise<void> {
  const { kernel, clock, untilMs, signal } = drive;
  const pace = new Pace(drive);
  kernel.tick();
  for (;;) {
    while (await kernel.nextRequest()) {
      // Each answer may ask for more.
    }
    if (signal?.aborted === true || clock.nowMs() >= untilMs) return;
    const nextMs = Math.min(Math.max(kernel.nextDueMs() ?? untilMs, clock.nowMs()), untilMs);
    if (!(await pace.reaches(nextMs))) continue;
    clock.advanceTo(nextMs);
    kernel.tick();
  }
}

/** Holds run time to real time. It keeps where both stood when last in step, and steps on from there when late. */
class Pace {
  readonly #drive: PacedDrive;
  #inStep: { readonly runMs: number; readonly realMs: number };
  #yieldedRealMs: number;

  constructor(drive: PacedDrive) {
    this.#drive = drive;
    this.#yieldedRealMs = drive.machine.monotonicMs();
    this.#inStep = { runMs: drive.clock.nowMs(), realMs: this.#yieldedRealMs };
  }

  /** Waits for a run time, one slice at most; whether it has come. The clock runs during the wait. */
  async reaches(atMs: number): Promise<boolean> {
    const { speed, clock, machine, signal } = this.#drive;
    const nowMs = machine.monotonicMs();
    const aheadMs = speed === 'max' ? 0 : this.#realMsOf(atMs, speed) - nowMs;
    if (aheadMs <= 1) {
      if (aheadMs < -SLICE_MS) this.#inStep = { runMs: atMs, realMs: nowMs };
      await this.#yieldNowAndThen(nowMs);
      return true;
    }
    await machine.wait(Math.min(aheadMs, SLICE_MS), signal);
    if (aheadMs <= SLICE_MS || speed === 'max') return true;
    const runMs = this.#inStep.runMs + (machine.monotonicMs() - this.#inStep.realMs) * speed;
    clock.advanceTo(Math.max(clock.nowMs(), Math.min(Math.floor(runMs), atMs)));
    return false;
  }

  #realMsOf(atMs: number, speed: number): number {
    return this.#inStep.realMs + (atMs - this.#inStep.runMs) / speed;
  }

  async #yieldNowAndThen(nowMs: number): Promise<void> {
    if (nowMs - this.#yieldedRealMs < YIELD_EVERY_MS) return;
    const { machine } = this.#drive;
    await machine.yieldToMachine();
    this.#yieldedRealMs = machine.monotonicMs();
  }
}
