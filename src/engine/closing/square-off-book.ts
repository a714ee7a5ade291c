import { invariant } from '../../base/invariant.ts';
import { isInScope, type LegScope } from '../../model/orders/command.ts';

/**
 * A standing goal: nothing of the scope works and nothing is held.
 *
 * It is active from the command until every leg in scope is settled, through rejections, unknown outcomes and
 * late fills. It has no failed state: what cannot be closed yet is noticed and tried again.
 */
export interface SquareOff {
  readonly runId: string;
  readonly scope: LegScope;
  readonly reason: string;
  readonly origin: 'strategy' | 'day-end' | 'failure' | 'operator' | 'protection' | 'limit';
  readonly startedAtMs: number;
  /** Whether it was reported: one of a strategy that found nothing to do is not. */
  isTold: boolean;
  /** Whether people were told that it takes too long. */
  isOverdueNoticed: boolean;
}

/** The active goals, oldest first. */
export class SquareOffBook {
  #goals: SquareOff[] = [];

  /** Sets a goal. One that is already covered by an active goal of the run adds nothing and is dropped: false. */
  add(goal: SquareOff): boolean {
    const isCovered = this.#goals.some(
      ({ runId, scope }) => runId === goal.runId && isWithin(goal.scope, scope),
    );
    if (!isCovered) this.#goals.push(goal);
    return !isCovered;
  }

  covers(runId: string, leg: string): boolean {
    return this.#goals.some((goal) => goal.runId === runId && isInScope(leg, goal.scope));
  }

  /** Whether one goal covers both legs: in which order they are closed is then ours to choose. */
  coversTogether(runId: string, leg: string, other: string): boolean {
    return this.#goals.some(
      (goal) => goal.runId === runId && isInScope(leg, goal.scope) && isInScope(other, goal.scope),
    );
  }

  active(): readonly SquareOff[] {
    return this.#goals;
  }

  remove(goal: SquareOff): void {
    invariant(this.#goals.includes(goal), 'A goal is reached that was not set');
    this.#goals = this.#goals.filter((other) => other !== goal);
  }
}

function isWithin(inner: LegScope, outer: LegScope): boolean {
  if (outer === 'all') return true;
  return inner !== 'all' && inner.every((leg) => outer.includes(leg));
}
