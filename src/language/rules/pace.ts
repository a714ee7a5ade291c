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
import { type RuleTrace } from '../tracing/rule-trace.ts';

/** Most triggers of one rule whose actions wait or are under way. */
export const TRIGGERS_UNDER_WAY_MAX = 10;

/** How often the actions of a rule start, and what they do when they are triggered again. */
export type Pace = Pick<RuleForm, 'mode' | 'cooldown' | 'times'>;

/** Whose actions start. */
export interface PacedRule {
  /** As messages name it. */
  readonly title: string;
  readonly trace: RuleTrace;
}

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
  actions: Observable<Command>,
  { title, trace }: PacedRule,
): OperatorFunction<unknown, Command> {
  return (triggers) =>
    defer(() => {
      let started = 0;
      let lastMs = -Infinity;
      const mayStart = (): boolean => {
        if (started >= times) return trace.keptBack('times');
        return asyncScheduler.now() - lastMs >= cooldown || trace.keptBack('cooldown');
      };
      const start = defer(() => {
        if (!mayStart()) return EMPTY;
        started += 1;
        lastMs = asyncScheduler.now();
        return actions;
      });
      const allowed = triggers.pipe(filter(mayStart));
      if (mode === 'single') return alone(allowed, start, trace);
      if (mode === 'restart') return allowed.pipe(switchMap(() => start));
      return bounded(allowed, start, { isQueue: mode === 'queued', title, trace });
    });
}

/** Ignores triggers while actions are under way. */
function alone(
  triggers: Observable<unknown>,
  start: Observable<Command>,
  trace: RuleTrace,
): Observable<Command> {
  let isUnderWay = false;
  const run = start.pipe(
    tap({
      subscribe: () => {
        isUnderWay = true;
      },
      finalize: () => {
        isUnderWay = false;
      },
    }),
  );
  return triggers.pipe(
    tap(() => isUnderWay && trace.keptBack('under-way')),
    exhaustMap(() => run),
  );
}

function bounded(
  triggers: Observable<unknown>,
  start: Observable<Command>,
  { isQueue, title, trace }: PacedRule & { readonly isQueue: boolean },
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
      tap(() => trace.keptBack('queue-full')),
      map(() => alert('warning', message)),
    ),
  );
}
