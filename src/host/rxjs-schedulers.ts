import { animationFrameScheduler, asapScheduler, asyncScheduler, queueScheduler } from 'rxjs';

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
export class RunSchedulers {
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
