import { animationFrameScheduler, asapScheduler, asyncScheduler, queueScheduler } from 'rxjs';

/** What RxJS's own schedulers hold between actions: one state for the process, which a run must not share. */
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
 * Gives RxJS's shared schedulers an empty state and returns what puts the old one back. Without it a run that is driven
 * from inside an RxJS action would have its timers executed after its turn, and actions that a failed turn left behind
 * would be executed in another run.
 */
export function isolateSchedulers(): () => void {
  const outside = SCHEDULERS.some(isDirty) ? SCHEDULERS.map(stateOf) : null;
  if (outside !== null) SCHEDULERS.forEach(empty);
  return () => {
    if (outside !== null) {
      SCHEDULERS.forEach((scheduler, index) => Object.assign(scheduler, outside[index]));
    } else if (SCHEDULERS.some(isDirty)) {
      SCHEDULERS.forEach(empty);
    }
  };
}

function stateOf({ actions, _active, _scheduled }: SchedulerState): SchedulerState {
  return { actions, _active, _scheduled };
}

function isDirty({ actions, _active, _scheduled }: SchedulerState): boolean {
  return _active || actions.length > 0 || _scheduled !== undefined;
}

function empty(scheduler: SchedulerState): void {
  scheduler.actions = [];
  scheduler._active = false;
  scheduler._scheduled = undefined;
}
