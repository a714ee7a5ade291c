import { asapScheduler, defer, filter, type Observable, observeOn } from 'rxjs';

import { invariant } from '../../base/invariant.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { type Condition, type CompiledRule } from './compile-rule.ts';
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
  { becomes, form: { when } }: CompiledRule,
  { board, context, trace }: TriggerParts,
): Observable<unknown> {
  const { at, every, from, to, session, bar, fill, rejection, role = 'entry' } = when;
  if (at !== undefined) return context.at(at);
  if (every !== undefined) {
    const limits = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    return context.every(every, limits);
  }
  if (bar !== undefined) return whenChanged(board, [barFeed(bar)]);
  if (fill !== undefined) return whenFilled(context, fill, role);
  if (rejection !== undefined) return whenRejected(context, rejection, role);
  if (session !== undefined) return context.session.pipe(filter(({ edge }) => edge === session));
  invariant(becomes !== null, 'A rule has one trigger');
  return whenTrue(board, becomes, trace);
}

/**
 * Each time a condition that was false turns true. One that was not known in between, as of a leg that was flat, starts over.
 * Bars before the run say what was, so that the first bar of the day may be a crossing; they are none themselves.
 */
function whenTrue(
  board: FactBoard,
  { evaluate, facts }: Condition,
  trace: RuleTrace,
): Observable<unknown> {
  const feeds = facts.map(feedOf);
  return defer(() => {
    let was: unknown = null;
    return whenChanged(board, [...feeds, ...feeds.map(earlierFeed)]).pipe(
      filter((changed) => {
        const now = evaluate(board);
        const isTurn = was === false && now === true && feeds.some((feed) => changed.has(feed));
        was = now;
        trace.evaluated('becomes', now, isTurn);
        return isTurn;
      }),
    );
  });
}

/** Each time an order of a leg is completely filled, once all that its poll showed is taken in. */
function whenFilled(context: Context, leg: string, role: string): Observable<unknown> {
  return context.fills.pipe(
    filter(({ legRef, isComplete }) => legRef.leg === leg && legRef.role === role && isComplete),
    observeOn(asapScheduler),
  );
}

/** Each time an order of a leg is rejected, once all that its poll showed is taken in. */
function whenRejected(context: Context, leg: string, role: string): Observable<unknown> {
  return context.orders.pipe(
    filter(
      ({ kind, legRef }) => kind === 'rejected' && legRef?.leg === leg && legRef.role === role,
    ),
    observeOn(asapScheduler),
  );
}
