import { defaultIfEmpty, EMPTY, filter, map, merge, type Observable, takeUntil } from 'rxjs';

import { type Command } from '../model/orders/command.ts';
import { alert, squareOff } from '../strategy/commands.ts';
import { type StrategyContext } from '../strategy/context.ts';
import { protect } from '../strategy/protect.ts';
import { selectNow } from '../strategy/select-now.ts';
import { trail } from '../strategy/trail.ts';
import { watchTarget } from '../strategy/watch-stop-target.ts';
import { stopWhole, targetWhole, trailWhole } from '../strategy/whole.ts';
import { enterLegs, legContracts } from './enter-legs.ts';
import { type Leg, type LegsParams, resolveBreakout, resolveLegs } from './legs-params.ts';
import { runBreakout } from './run-breakout.ts';
import { type LegsForm } from './schema/legs.ts';

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
  return merge(
    trade.pipe(takeUntil(exit), defaultIfEmpty(noEntry(params))),
    protectLegs(form, legs, context),
    exit.pipe(map(() => squareOff('exit time'))),
  );
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

function noEntry({ entry, before, underlying }: LegsParams): Command {
  if (entry === undefined) {
    return alert('info', `No trade: no breakout met a fresh chain before ${String(before)}`);
  }
  return alert('warning', `No entry: ${entry} passed without a fresh chain of ${underlying}`);
}

/** Protects each leg and watches the whole, from the first fill to the end of the run. */
export function protectLegs(
  { whole }: Pick<LegsForm, 'whole'>,
  legs: readonly Leg[],
  context: Context,
): Observable<Command> {
  return merge(...legs.map((leg) => protectLeg(leg, context)), protectWhole(whole, context));
}

function protectLeg(leg: Leg, context: Context): Observable<Command> {
  const { name, stop, target, trail: steps } = leg;
  const fills = context.fills.pipe(filter(({ legRef }) => legRef.leg === name));
  return merge(
    stop === null ? EMPTY : fills.pipe(protect({ stop })),
    stop === null || steps === null ? EMPTY : trail(context, { leg: name, stop, ...steps }),
    target === null ? EMPTY : watchTarget(context, { leg: name, target }),
  );
}

function protectWhole(whole: LegsForm['whole'], context: Context): Observable<Command> {
  const { stop, target, trail: steps } = whole ?? {};
  return merge(
    stop === undefined || steps !== undefined ? EMPTY : stopWhole(context, stop),
    stop === undefined || steps === undefined ? EMPTY : trailWhole(context, { stop, ...steps }),
    target === undefined ? EMPTY : targetWhole(context, target),
  );
}
