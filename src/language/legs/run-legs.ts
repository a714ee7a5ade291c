import {
  EMPTY,
  filter,
  map,
  merge,
  mergeMap,
  type MonoTypeOperatorFunction,
  type Observable,
  of,
  takeUntil,
  tap,
} from 'rxjs';

import { type Command } from '../../model/orders/command.ts';
import { type ClockTime } from '../../model/time/ist.ts';
import { alert, squareOff } from '../../strategy/commands.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { stopToCost, trail } from '../../strategy/move-stop.ts';
import { protect } from '../../strategy/protect.ts';
import { watchIndexStop, watchIndexTarget } from '../../strategy/watch-index.ts';
import { watchTarget } from '../../strategy/watch-stop-target.ts';
import { stopWhole, targetWhole, trailWhole } from '../../strategy/whole.ts';
import { askedBy } from '../asked-by.ts';
import { costMoments, exitAfterClosings, isMovedToCost } from './after-closings.ts';
import { CarriedLegs, protectCarried } from './carried-legs.ts';
import { choosing, type NotChosen, SQUARED_OFF } from './choosing.ts';
import { isQuoted, type LegContracts, legContracts } from './enter-legs.ts';
import { entering } from './entering.ts';
import { type ClosedBy, LegClosings } from './leg-closings.ts';
import { areTaken, exitsOfDay, type LegBooks, type LegDesk, takenLegs } from './leg-desk.ts';
import { LegStates } from './leg-states.ts';
import {
  isTimes,
  type Leg,
  type LegsParams,
  resolveBreakout,
  resolveLegs,
  resolveSizing,
  shownUnderlyings,
} from './legs-params.ts';
import { reentering } from './reentering.ts';
import { missedTime } from '../missed-time.ts';
import { runBreakout } from './run-breakout.ts';
import { type LegsForm } from '../schema/legs.ts';

type Context = StrategyContext<unknown>;

/** Enters the legs at their times or on their breakout, protects each, watches the whole, and is out at the exit time. */
export function runLegs(form: LegsForm, context: Context): Observable<Command> {
  // The runtime hands over an output of the schema that legsParams made.
  const params = context.params as LegsParams;
  const legs = resolveLegs(form, params);
  const breakout = resolveBreakout(form, params);
  const { underlying, exit } = params;
  const sizing = resolveSizing(form, params);
  const desk = openDesk(form, legs, { context, underlying, exit, sizing });
  const { books } = desk;
  const { closes, ends } = exitsOfDay(desk);
  const entries =
    breakout === null ? enterAtTimes(form.entry, params, desk) : runBreakout(breakout, desk);
  return merge(
    followLegs(desk, ends),
    entries.pipe(askedBy('entry')),
    protectLegs(desk),
    closes.pipe(
      map(() => squareOff('exit time')),
      askedBy('exit'),
    ),
  ).pipe(noted(books));
}

/** What of a form its legs go by. */
type DeskForm = LegDesk['form'] & Pick<LegsForm, 'lastEntry'>;

/** The legs of a run, of which nothing is known yet. */
export function openDesk(
  form: DeskForm,
  legs: readonly Leg[],
  {
    underlying,
    exit,
    sizing,
    context,
  }: Pick<LegDesk, 'underlying' | 'exit' | 'sizing' | 'context'>,
): LegDesk {
  const books = { states: new LegStates(), closings: new LegClosings(context) };
  const carried = form.carry === undefined ? null : new CarriedLegs(form.carry, context);
  const lastEntry = form.lastEntry ?? (carried === null ? exit : null);
  return { form, underlying, legs, sizing, exit, lastEntry, carried, context, books };
}

/** Follows what is known of the legs; emits nothing. */
export function followLegs(
  { books, carried, context }: LegDesk,
  ends: Observable<unknown>,
): Observable<never> {
  const states = books.states.follow(context).pipe(takeUntil(ends));
  return carried === null ? states : merge(states, carried.follow());
}

/** Notes what commands enter and close. */
export function noted({ states, closings }: LegBooks): MonoTypeOperatorFunction<Command> {
  return tap((command) => {
    states.note(command);
    closings.note(command);
  });
}

function enterAtTimes(
  written: LegsForm['entry'],
  { entry, exit }: LegsParams,
  desk: LegDesk,
): Observable<Command> {
  const isOneOfMany = isTimes(written);
  return runEntries(isOneOfMany ? written : [entry ?? exit], { isOneOfMany }, desk);
}

/**
 * Enters at each of the times. Where there are several, a leg that is open then, or still being entered, keeps all of them
 * out, and so does an exit that is no later.
 */
export function runEntries(
  written: readonly ClockTime[],
  { isOneOfMany }: Pick<EntryTime, 'isOneOfMany'>,
  desk: LegDesk,
): Observable<Command> {
  const { legs, context, exit } = desk;
  // The exit may be earlier than some of them where a configuration sets it. Times without seconds compare as text, too.
  const isInTime = (time: ClockTime): boolean => desk.carried !== null || time < exit;
  const times = isOneOfMany ? written.filter(isInTime) : written;
  const contracts = legContracts(legs, context);
  const { ends: until } = exitsOfDay(desk);
  return merge(
    ...times.map((time) => {
      const chosen = choosing(context.at(time), { legs, contracts, until }, desk);
      const entry = { time, isOneOfMany: isOneOfMany || desk.carried !== null };
      const entered = chosen.pipe(mergeMap((now) => enterAt(entry, now, desk)));
      // Reported first, since to a choice a time that was missed looks like one without a chain.
      const missed = missedTime(time, context).pipe(
        map((why) => alert('warning', `No entry: ${why}`)),
      );
      return merge(missed, entered.pipe(takeUntil(missed)));
    }),
  );
}

interface EntryTime {
  readonly time: ClockTime;
  readonly isOneOfMany: boolean;
}

function enterAt(
  { time, isOneOfMany }: EntryTime,
  contracts: LegContracts | NotChosen,
  desk: LegDesk,
): Observable<Command> {
  if (contracts === 'squared-off') return of(alert('info', `No entry at ${time}: ${SQUARED_OFF}`));
  if (contracts === 'no-chain') return of(noEntry(time, desk));
  const { legs } = desk;
  // A single entry of the day enters beside what an earlier one could not close, as it always did.
  const taken = isOneOfMany ? takenLegs(desk) : [];
  if (taken.length === 0) return entering(legs, contracts, desk);
  return of(alert('info', `No entry at ${time}: ${areTaken(taken)}`));
}

function noEntry(time: ClockTime, { legs }: LegDesk): Command {
  const chain = `a fresh chain of ${shownUnderlyings(legs)}`;
  const wanted = legs.some(isQuoted) ? `${chain} in which every strike can be chosen` : chain;
  return alert('warning', `No entry: ${time} passed without ${wanted}`);
}

/** Protects each leg, watches the whole, and does what follows a stop or a target: to the end of the run. */
export function protectLegs(desk: LegDesk): Observable<Command> {
  const { form, legs, context, books } = desk;
  return merge(
    ...legs.map((leg) => protectLeg(leg, desk).pipe(askedBy('legs', leg.name))),
    exitAfterClosings(legs, books).pipe(askedBy('legs')),
    // After the exits: those would end what waits to be entered again.
    reentering(desk),
    protectWhole(form.whole, context).pipe(askedBy('whole')),
  );
}

function protectLeg(leg: Leg, desk: LegDesk): Observable<Command> {
  const { name, stop } = leg;
  const fills = desk.context.fills.pipe(filter(({ legRef }) => legRef.leg === name));
  return merge(
    stop === null ? EMPTY : fills.pipe(protect({ stop })),
    stop === null || desk.carried === null ? EMPTY : protectCarried(name, stop, desk.context),
    moveStop(leg, desk),
    watchPrices(leg, desk),
  );
}

/** What closes a leg by prices that are seen; nothing of it rests at the platform. */
function watchPrices(leg: Leg, { context, books }: LegDesk): Observable<Command> {
  const { name, underlying, target, indexStop, indexTarget } = leg;
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
  { legs, context, books }: LegDesk,
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
