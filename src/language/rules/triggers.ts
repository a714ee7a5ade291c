import { asapScheduler, defer, filter, type Observable, observeOn } from 'rxjs';

import { invariant } from '../../base/invariant.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { type Condition, type CompiledRule } from './compile-rule.ts';
import { type WhenForm } from '../schema/rules.ts';
import { type RuleTrace } from '../tracing/rule-trace.ts';
import { type FactBoard, feedOf, whenChanged } from './fact-board.ts';
import { barFeed, earlierFeed } from './followed-bars.ts';

type Context = StrategyContext<unknown>;

/** What the triggers of a rule come from. */
export interface TriggerParts {
  readonly board: FactBoard;
  readonly context: Context;
  readonly trace: RuleTrace;
}

/** When a rule is triggered: emits at each of its moments, whatever its `if` says. */
export function triggersOf(
  { becomes, rearm, form: { when } }: CompiledRule,
  { board, context, trace }: TriggerParts,
): Observable<unknown> {
  const { bar, fill, rejection, role = 'entry' } = when;
  if (bar !== undefined) return whenChanged(board, [barFeed(bar)]);
  if (fill !== undefined) return whenFilled(context, fill, role);
  if (rejection !== undefined) return whenRejected(context, rejection, role);
  if (becomes !== null) return whenTrue(board, { becomes, rearm }, trace);
  return timesOf(when, context);
}

/** What the clock alone triggers. */
function timesOf(
  { at, every, from, to, cron, session }: WhenForm,
  context: Context,
): Observable<unknown> {
  if (at !== undefined) return context.at(at);
  if (cron !== undefined) return context.cron(cron);
  if (session !== undefined) return context.session.pipe(filter(({ edge }) => edge === session));
  invariant(every !== undefined, 'A rule has one trigger');
  const limits = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  return context.every(every, limits);
}

type Crossing = Record<'becomes', Condition> & Record<'rearm', Condition | null>;

/**
 * Each time a condition that was false turns true. One that was not known in between, as of a leg that was flat, starts over.
 * With `rearm`, it has to have been true since the last time.
 * Bars before the run say what was, so that the first bar of the day may be a crossing; they are none themselves.
 */
export function whenTrue(
  board: FactBoard,
  { becomes: { evaluate, facts }, rearm }: Crossing,
  trace: RuleTrace,
): Observable<unknown> {
  const feeds = facts.map(feedOf);
  const all = [...facts, ...(rearm?.facts ?? [])].map(feedOf);
  return defer(() => {
    let was: unknown = null;
    let isArmed = true;
    return whenChanged(board, [...all, ...all.map(earlierFeed)]).pipe(
      filter((changed) => {
        const now = evaluate(board);
        const isTurn = was === false && now === true && feeds.some((feed) => changed.has(feed));
        was = now;
        if (rearm?.evaluate(board) === true) isArmed = true;
        trace.evaluated('becomes', now, isTurn);
        if (isTurn && !isArmed) trace.didNot('not-rearmed', []);
        const isFired = isTurn && isArmed;
        if (isFired && rearm !== null) isArmed = false;
        return isFired;
      }),
    );
  });
}

/** Each time an order of a leg is completely filled, once all that its poll showed is taken in. */
export function whenFilled(context: Context, leg: string, role: string): Observable<unknown> {
  return context.fills.pipe(
    filter(({ legRef, isComplete }) => legRef.leg === leg && legRef.role === role && isComplete),
    observeOn(asapScheduler),
  );
}

/** Each time an order of a leg is rejected, once all that its poll showed is taken in. */
export function whenRejected(context: Context, leg: string, role: string): Observable<unknown> {
  return context.orders.pipe(
    filter(
      ({ kind, legRef }) => kind === 'rejected' && legRef?.leg === leg && legRef.role === role,
    ),
    observeOn(asapScheduler),
  );
}
