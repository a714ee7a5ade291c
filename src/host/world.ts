import { animationFrameScheduler, asapScheduler, asyncScheduler, queueScheduler } from 'rxjs';

import { authorLineOf, lineUnderWay, markStack, withLine } from '../base/author-line.ts';
import { type Random, seededRandom } from '../base/random.ts';
import { type VirtualTimer, VirtualTimers } from './virtual-timers.ts';

/** Timers that may fire, or microtasks that may run, at one instant of a run before it is taken for a loop. */
const STEPS_AT_ONE_INSTANT_MAX = 100_000;

/** The strategy did what breaks its repeatability, or what no strategy may. The run fails and says why. */
export class WorldViolation extends Error {
  override readonly name = 'WorldViolation';
}

/**
 * What a run takes for the world: its time, its timers, its randomness. Time stands still while code runs and moves
 * only from one due timer to the next, or to the time of an input.
 */
export class World {
  readonly timers = new VirtualTimers();
  readonly schedulers = new RunSchedulers();
  readonly random: Random;
  readonly emissions = new Emissions();
  /** Called whenever time has moved. @default null */
  whenMoved: (() => void) | null = null;
  #nowMs = 0;
  #stepsAtInstant = 0;
  #microtasks: (() => void)[] = [];
  #fault: string | null = null;
  #wokeAtMs = -Infinity;

  constructor(seed: string) {
    this.random = seededRandom(seed);
  }

  /** The run's time, epoch milliseconds. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** When what happens now really runs: later than `nowMs` for what was due during a gap. */
  get carriedOutAtMs(): number {
    return Math.max(this.#nowMs, this.#wokeAtMs);
  }

  /** Remembers a gap until then. */
  wakeAt(atMs: number): void {
    this.#wokeAtMs = atMs;
  }

  /** Why the run must fail although its code went on; null when all is well. */
  get fault(): string | null {
    return this.#fault;
  }

  /** Sets a timer, `delayMs` from now as setTimeout takes it: whole milliseconds, at least 0. */
  setTimer(
    callback: () => void,
    options: { readonly delayMs: number; readonly isRepeated: boolean },
  ): VirtualTimer {
    const wholeMs = options.delayMs > 0 ? Math.floor(options.delayMs) : 0;
    return this.timers.set(this.#nowMs + wholeMs, callback, options.isRepeated ? wholeMs : null);
  }

  /** Runs something as soon as the code that runs now has ended, before any timer. */
  queueMicrotask(task: () => void): void {
    this.#microtasks.push(task);
  }

  /**
   * Remembers why the run must fail, even when the strategy catches what is thrown. The first reason stays. The author's
   * line is the one that runs now, else the one that is given.
   */
  violate(reason: string, line: string | null = null): WorldViolation {
    const told = withLine(reason, lineUnderWay() ?? line);
    this.#fault ??= told;
    return new WorldViolation(told);
  }

  /** Moves time forward. The caller fires what is due before. */
  moveTo(atMs: number): void {
    if (atMs === this.#nowMs) return;
    this.#nowMs = atMs;
    this.#stepsAtInstant = 0;
    this.whenMoved?.();
  }

  /**
   * Fires the timers due at or before `atMs`, each at its own time, until none is left or `isOver`.
   *
   * @throws {WorldViolation} when they loop at one instant
   */
  fireDue(atMs: number, isOver: () => boolean): void {
    while (!isOver() && this.#fault === null) {
      const timer = this.timers.takeDue(atMs);
      if (timer === null) return;
      if (timer.dueMs > this.#nowMs) this.moveTo(timer.dueMs);
      this.#countStep();
      this.timers.fire(timer);
      this.settle();
    }
  }

  /**
   * Runs the microtasks, and those that they queue.
   *
   * @throws {WorldViolation} when they loop
   */
  settle(): void {
    while (this.#microtasks.length > 0) {
      const tasks = this.#microtasks;
      this.#microtasks = [];
      for (const task of tasks) {
        this.#countStep();
        task();
      }
    }
  }

  /** Forgets what was to happen. */
  clear(): void {
    this.timers.clear();
    this.schedulers.clear();
    this.#microtasks = [];
  }

  #countStep(): void {
    this.#stepsAtInstant += 1;
    if (this.#stepsAtInstant <= STEPS_AT_ONE_INSTANT_MAX) return;
    throw this.violate(
      `More than ${String(STEPS_AT_ONE_INSTANT_MAX)} timers fired at one instant: an interval or timer of 0 ms loops; give it a delay`,
    );
  }
}

/** Operators of a run whose place is kept; those applied later, as for every price, show that of what they stand in. */
const OPERATORS_MAX = 200;
/** Frames of RxJS and the kit between an operator and its author's line. */
const FRAMES_MAX = 12;

/** What the operators of one run let out at this moment, and where its author applied them. */
export class Emissions {
  /** Values on their way, outermost last, and where the operator was applied that let each out. No object for each: they are many. */
  readonly #values: unknown[] = [];
  readonly #applied: Error[] = [];
  #depth = 0;
  #left = OPERATORS_MAX;

  /** Marks where an operator is applied; null when enough are known. */
  mark(): Error | null {
    if (this.#left === 0) return null;
    this.#left -= 1;
    return markStack(FRAMES_MAX);
  }

  /** Lets an operator's value go on to what follows. */
  pass(value: unknown, applied: Error, next: (value: unknown) => void): void {
    const depth = this.#depth;
    this.#values[depth] = value;
    this.#applied[depth] = applied;
    this.#depth = depth + 1;
    try {
      next(value);
    } finally {
      this.#depth = depth;
    }
  }

  /** The author's line of the operator that made the value which comes out of the run just now; null when none is known. */
  lineOf(value: unknown): string | null {
    let line: string | null = null;
    for (let place = this.#depth - 1; place >= 0; place -= 1) {
      const applied = this.#applied[place];
      if (applied === undefined || !Object.is(this.#values[place], value)) break;
      line = authorLineOf(applied) ?? line;
    }
    return line;
  }
}

/** What one of RxJS's own schedulers holds between actions. */
interface SchedulerState {
  actions: unknown[];
  _active: boolean;
  _scheduled: unknown;
}

const SCHEDULERS = [
  asyncScheduler,
  asapScheduler,
  queueScheduler,
  animationFrameScheduler,
] as unknown as readonly SchedulerState[];

/**
 * What RxJS's shared schedulers hold for one run. There is one state for the process: without this a run that is driven
 * from inside an RxJS action would have its timers executed after its turn, and what one run has scheduled could be
 * executed in another.
 */
class RunSchedulers {
  #held: readonly SchedulerState[] | null = null;

  /** Gives the schedulers this run's state. The returned function keeps it and puts the state before back. */
  swapIn(): () => void {
    const outside = takeState();
    if (this.#held !== null) putState(this.#held);
    this.#held = null;
    return () => {
      this.#held = takeState();
      if (outside !== null) putState(outside);
    };
  }

  /** Forgets what the run had scheduled. */
  clear(): void {
    this.#held = null;
  }
}

/** Has RxJS's schedulers forget everything: for after code that was interrupted while they worked. */
export function emptySchedulers(): void {
  takeState();
}

/** Leaves the schedulers empty. Null when they were: by far the most frequent case. */
function takeState(): readonly SchedulerState[] | null {
  if (!SCHEDULERS.some(isInUse)) return null;
  const state = SCHEDULERS.map(({ actions, _active, _scheduled }) => ({
    actions,
    _active,
    _scheduled,
  }));
  putState(SCHEDULERS.map(() => ({ actions: [], _active: false, _scheduled: undefined })));
  return state;
}

function putState(state: readonly SchedulerState[]): void {
  SCHEDULERS.forEach((scheduler, index) => Object.assign(scheduler, state[index]));
}

function isInUse({ actions, _active, _scheduled }: SchedulerState): boolean {
  return _active || actions.length > 0 || _scheduled !== undefined;
}
