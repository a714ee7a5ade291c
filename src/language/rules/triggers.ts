import { asapScheduler, defer, filter, type Observable, observeOn } from 'rxjs';

import { invariant } from '../../base/invariant.ts';
import { type LegRef, type OrderEvent } from '../../model/orders/order.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { type Condition, type CompiledRule } from './compile-rule.ts';
import {
  type OrderTrigger,
  orderTrigger,
  type OrderTriggerName,
} from '../schema/order-triggers.ts';
import { type WhenForm } from '../schema/rules.ts';
import { type RuleTrace } from '../tracing/rule-trace.ts';
import { type FactBoard, feedOf, sourceFeed, whenChanged } from './fact-board.ts';
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
  const { bar, source } = when;
  const ofOrders = orderTrigger(when);
  if (bar !== undefined) return whenChanged(board, [barFeed(bar)]);
  if (source !== undefined) return whenChanged(board, [sourceFeed(source)]);
  if (ofOrders !== null) return whenOrders(context, ofOrders);
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

/** Each time a poll shows that of an order of a leg, once all that it showed is taken in. */
export function whenOrders(
  { fills, orders }: Context,
  { what, leg, role }: OrderTrigger,
): Observable<unknown> {
  const isMeant = (of: LegRef | null): boolean => of?.leg === leg && of.role === role;
  const kind = EVENT_KINDS[what];
  const shown: Observable<unknown> =
    kind === null
      ? fills.pipe(filter(({ legRef, isComplete }) => isComplete && isMeant(legRef)))
      : orders.pipe(filter((event) => event.kind === kind && isMeant(event.legRef)));
  return shown.pipe(observeOn(asapScheduler));
}

/** The event of an order that a trigger is; null for the one that goes by the fills of the run. */
const EVENT_KINDS: Readonly<Record<OrderTriggerName, OrderEvent['kind'] | null>> = {
  fill: null,
  'partial-fill': 'partly-filled',
  rejection: 'rejected',
  cancellation: 'cancelled',
  placement: 'appeared',
};
