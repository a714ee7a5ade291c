import { Agenda } from '../../exchange/agenda.ts';
import { SteadyClock, VirtualClock } from '../../kernel/clocks.ts';

/**
 * The machine that processes run on, in a world of virtual time. Its wall clock may be set wrong; the world's own
 * time passes evenly. While it is suspended or its event loop is stalled, nothing reaches a process.
 */
export class Machine {
  readonly clock: VirtualClock;
  processClock: SteadyClock;
  readonly agenda = new Agenda();
  wallOffsetMs = 0;
  stalledUntilMs = -Infinity;

  constructor(startAtMs: number) {
    this.clock = new VirtualClock(startAtMs);
    this.processClock = this.#steadyClock();
  }

  get nowMs(): number {
    return this.clock.nowMs();
  }

  get processOffsetMs(): number {
    return this.processClock.nowMs() - this.nowMs;
  }

  startProcess(): void {
    this.processClock = this.#steadyClock();
  }

  /** Enters something to do at a time of the world, at the earliest now. */
  at(atMs: number, act: () => void): void {
    this.agenda.add(Math.max(atMs, this.nowMs), act);
  }

  #steadyClock(): SteadyClock {
    return new SteadyClock({
      wallMs: () => this.nowMs + this.wallOffsetMs,
      monotonicMs: () => this.nowMs,
    });
  }
}

/** One life of the daemon on a machine: from its start until it is killed or the day ends. */
export class ProcessLife {
  /** Number of the life, from 0. */
  readonly number: number;
  readonly startedAtMs: number;
  isRecovering = true;
  #isOver = false;

  constructor(number: number, startedAtMs: number) {
    this.number = number;
    this.startedAtMs = startedAtMs;
  }

  /** Whether it was killed. What its code still does then has no effect on anything. */
  get isOver(): boolean {
    return this.#isOver;
  }

  kill(): void {
    this.#isOver = true;
  }
}
