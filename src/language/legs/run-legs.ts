import {
  defaultIfEmpty,
  EMPTY,
  filter,
  map,
  merge,
  type MonoTypeOperatorFunction,
  type Observable,
  takeUntil,
  tap,
} from 'rxjs';

import { type Command } from '../../model/orders/command.ts';
import { alert, squareOff } from '../../strategy/commands.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { stopToCost, trail } from '../../strategy/move-stop.ts';
import { protect } from '../../strategy/protect.ts';
import { selectNow } from '../../strategy/select-now.ts';
import { watchIndexStop, watchIndexTarget } from '../../strategy/watch-index.ts';
import { watchTarget } from '../../strategy/watch-stop-target.ts';
import { stopWhole, targetWhole, trailWhole } from '../../strategy/whole.ts';
import { costMoments, exitAfterClosings, isMovedToCost, type LegBooks } from './after-closings.ts';
import { enterLegs, isQuoted, legContracts } from './enter-legs.ts';
import { type ClosedBy, LegClosings } from './leg-closings.ts';
import { askedBy } from '../asked-by.ts';
import { LegStates } from './leg-states.ts';
import { type Leg, type LegsParams, resolveBreakout, resolveLegs } from './legs-params.ts';
import { runBreakout } from './run-breakout.ts';
import { type LegsForm } from '../schema/legs.ts';

type Context = StrategyContext<unknown>;

/** Enters the legs at their time or on their breakout, protects each, watches the whole, and is out at the exit time. */
export function runLegs(form: LegsForm, context: Context): Observable<Command> {
  // The runtime hands over an output of the schema that legsParams made.
  const params = context.params as LegsParams;
  const legs = resolveLegs(form, params);
  const breakout = resolveBreakout(form, params);
  const exit = context.at(params.exit, { late: 'run' });
  const trade =
    breakout === null
      ? runEntryTime(form, legs, context)
      : runBreakout(breakout, { form, legs, context });
  const books = { states: new LegStates(), closings: new LegClosings(context) };
  return merge(
    books.states.follow(context).pipe(takeUntil(exit)),
    trade.pipe(askedBy('entry'), takeUntil(exit), defaultIfEmpty(noEntry(params, legs))),
    protectLegs(form, { legs, context, books }),
    exit.pipe(
      map(() => squareOff('exit time')),
      askedBy('exit'),
    ),
  ).pipe(noted(books));
}

/** Notes what commands enter and close. */
function noted({ states, closings }: LegBooks): MonoTypeOperatorFunction<Command> {
  return tap((command) => {
    states.note(command);
    closings.note(command);
  });
}

function runEntryTime(form: LegsForm, legs: readonly Leg[], context: Context): Observable<Command> {
  const { entry, underlying } = context.params as LegsParams;
  if (entry === undefined) return EMPTY;
  const { date } = context.run;
  return context.at(entry).pipe(
    selectNow(legContracts(legs, underlying, context)),
    map((contracts) => enterLegs(form, legs, { contracts, date })),
  );
}

function noEntry({ entry, before, underlying }: LegsParams, legs: readonly Leg[]): Command {
  if (entry === undefined) {
    return alert('info', `No trade: no breakout met a fresh chain before ${String(before)}`);
  }
  const chain = `a fresh chain of ${underlying}`;
  const wanted = legs.some(isQuoted) ? `${chain} in which every strike can be chosen` : chain;
  return alert('warning', `No entry: ${entry} passed without ${wanted}`);
}

/** The legs of a form, where they trade, and what is known of them. */
export interface ProtectedLegs {
  readonly legs: readonly Leg[];
  readonly context: Context;
  readonly books: LegBooks;
}

/** Protects each leg and watches the whole, from the first fill to the end of the run. */
export function protectLegs(
  { whole }: Pick<LegsForm, 'whole'>,
  { legs, context, books }: ProtectedLegs,
): Observable<Command> {
  return merge(
    ...legs.map((leg) => protectLeg(leg, { legs, context, books }).pipe(askedBy('legs', leg.name))),
    exitAfterClosings(legs, books).pipe(askedBy('legs')),
    protectWhole(whole, context).pipe(askedBy('whole')),
  );
}

function protectLeg(leg: Leg, all: ProtectedLegs): Observable<Command> {
  const { name, stop } = leg;
  const fills = all.context.fills.pipe(filter(({ legRef }) => legRef.leg === name));
  return merge(
    stop === null ? EMPTY : fills.pipe(protect({ stop })),
    moveStop(leg, all),
    watchPrices(leg, all),
  );
}

/** What closes a leg by prices that are seen; nothing of it rests at the platform. */
function watchPrices(leg: Leg, { context, books }: ProtectedLegs): Observable<Command> {
  const { name, target, indexStop, indexTarget } = leg;
  const { underlying } = context.params as LegsParams;
  const noted = (by: ClosedBy): MonoTypeOperatorFunction<Command> =>
    tap((command) => {
      books.closings.note(command, by);
    });
  const index = { leg: name, underlying };
  return merge(
    target === null ? EMPTY : watchTarget(context, { leg: name, target }).pipe(noted('target')),
    indexStop === null
      ? EMPTY
      : watchIndexStop(context, { ...index, distance: indexStop }).pipe(noted('stop')),
    indexTarget === null
      ? EMPTY
      : watchIndexTarget(context, { ...index, distance: indexTarget }).pipe(noted('target')),
  );
}

/** Follows the price with the stop of a leg, and takes it to the entry price when another leg was closed. */
function moveStop(
  { name: leg, stop, trail: steps }: Leg,
  { legs, context, books }: ProtectedLegs,
): Observable<Command> {
  if (stop === null) return EMPTY;
  if (isMovedToCost(leg, legs)) {
    const moves = steps === null ? {} : { trail: steps };
    return stopToCost(context, { leg, stop, when: costMoments(leg, legs, books), ...moves });
  }
  return steps === null ? EMPTY : trail(context, { leg, stop, ...steps });
}

function protectWhole(whole: LegsForm['whole'], context: Context): Observable<Command> {
  const { stop, target, trail: steps } = whole ?? {};
  return merge(
    stop === undefined || steps !== undefined ? EMPTY : stopWhole(context, stop),
    stop === undefined || steps === undefined ? EMPTY : trailWhole(context, { stop, ...steps }),
    target === undefined ? EMPTY : targetWhole(context, target),
  );
}
