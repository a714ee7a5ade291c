import {
  asyncScheduler,
  concatMap,
  defer,
  EMPTY,
  exhaustMap,
  filter,
  finalize,
  map,
  merge,
  mergeMap,
  type Observable,
  type OperatorFunction,
  share,
  switchMap,
  tap,
} from 'rxjs';

import { type Command } from '../../model/orders/command.ts';
import { alert } from '../../strategy/commands.ts';
import { type RuleForm } from '../schema/rules.ts';

/** Most triggers of one rule whose actions wait or are under way. */
export const TRIGGERS_UNDER_WAY_MAX = 10;

/** How often the actions of a rule start, and what they do when they are triggered again. */
export type Pace = Pick<RuleForm, 'mode' | 'cooldown' | 'times'>;

/**
 * Starts the actions of a rule at its triggers, no oftener than `times` and `cooldown` say.
 *
 * - single: a trigger while actions are under way is ignored.
 * - restart: it ends them, and starts them afresh.
 * - queued: it waits for them; at most {@link TRIGGERS_UNDER_WAY_MAX} are under way or wait, another one is reported and dropped.
 * - parallel: it starts them beside; bounded in the same way.
 */
export function paced(
  { mode, cooldown = 0, times = Infinity }: Pace,
  title: string,
  actions: Observable<Command>,
): OperatorFunction<unknown, Command> {
  return (triggers) =>
    defer(() => {
      let started = 0;
      let lastMs = -Infinity;
      const mayStart = (): boolean => started < times && asyncScheduler.now() - lastMs >= cooldown;
      const start = defer(() => {
        if (!mayStart()) return EMPTY;
        started += 1;
        lastMs = asyncScheduler.now();
        return actions;
      });
      const allowed = triggers.pipe(filter(mayStart));
      if (mode === 'single') return allowed.pipe(exhaustMap(() => start));
      if (mode === 'restart') return allowed.pipe(switchMap(() => start));
      return bounded(allowed, start, { isQueue: mode === 'queued', title });
    });
}

function bounded(
  triggers: Observable<unknown>,
  start: Observable<Command>,
  { isQueue, title }: { readonly isQueue: boolean; readonly title: string },
): Observable<Command> {
  let underWay = 0;
  const taken = triggers.pipe(
    map(() => underWay < TRIGGERS_UNDER_WAY_MAX),
    tap((isTaken) => {
      if (isTaken) underWay += 1;
    }),
    share(),
  );
  const run = start.pipe(
    finalize(() => {
      underWay -= 1;
    }),
  );
  const message = `Dropped a trigger of ${title}: ${String(TRIGGERS_UNDER_WAY_MAX)} are under way`;
  return merge(
    taken.pipe(
      filter((isTaken) => isTaken),
      isQueue ? concatMap(() => run) : mergeMap(() => run),
    ),
    taken.pipe(
      filter((isTaken) => !isTaken),
      map(() => alert('warning', message)),
    ),
  );
}
