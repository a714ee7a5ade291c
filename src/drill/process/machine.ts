import { Agenda } from '../../exchange/agenda.ts';
import { SteadyClock, VirtualClock } from '../../kernel/clocks.ts';

/**
 * The machine that processes run on, in a world of virtual time. Its wall clock may be set wrong; the world's own
 * time goes on evenly. While it is suspended or its event loop is stalled, nothing reaches a process.
 */
export class Machine {
  /** The time of the world: of the exchange and the platform. */
  readonly clock: VirtualClock;
  /** What the present process takes for the time. */
  processClock: SteadyClock;
  readonly agenda = new Agenda();
  /** How far the machine's wall clock is off. */
  wallOffsetMs = 0;
  /** Until when nothing runs on it. */
  stalledUntilMs = -Infinity;

  constructor(startAtMs: number) {
    this.clock = new VirtualClock(startAtMs);
    this.processClock = this.#steadyClock();
  }

  /** The time of the world. */
  get nowMs(): number {
    return this.clock.nowMs();
  }

  /** How far what the present process takes for the time is off. */
  get processOffsetMs(): number {
    return this.processClock.nowMs() - this.nowMs;
  }

  /** A new process reads the wall clock anew. */
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
  /** Whether it still folds its journal. */
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

  /** Ends it at this very point of its code. */
  kill(): void {
    this.#isOver = true;
  }
}
