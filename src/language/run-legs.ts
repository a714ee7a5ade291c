import { defaultIfEmpty, EMPTY, filter, map, merge, type Observable, takeUntil } from 'rxjs';

import { type Command } from '../model/command.ts';
import { type IstDate } from '../model/ist.ts';
import { alert, place, squareOff } from '../strategy/commands.ts';
import { type StrategyContext } from '../strategy/context.ts';
import { buy, sell } from '../strategy/leg-order.ts';
import { protect } from '../strategy/protect.ts';
import { selectNow } from '../strategy/select-now.ts';
import { trail } from '../strategy/trail.ts';
import { watchTarget } from '../strategy/watch-target.ts';
import { stopWhole, targetWhole, trailWhole } from '../strategy/whole.ts';
import { type LegContracts, legContracts } from './leg-contracts.ts';
import { type Leg, type LegsParams, resolveLegs } from './legs-params.ts';
import { type LegsForm } from './schema/legs-form.ts';

type Context = StrategyContext<unknown>;

/** Enters all legs at the entry time, protects each, watches the whole, and squares off at the exit time. */
export function runLegs(form: LegsForm, context: Context): Observable<Command> {
  // The runtime hands over an output of the schema that legsParams made.
  const params = context.params as LegsParams;
  const legs = resolveLegs(form, params);
  const exit = context.at(params.exit, { late: 'run' });
  const noEntry = `No entry: ${params.entry} passed without a fresh chain of ${form.underlying}`;
  const entry = context.at(params.entry).pipe(
    selectNow(legContracts(legs, form.underlying, context)),
    map((contracts) => enter(form, legs, { contracts, date: context.run.date })),
    takeUntil(exit),
    defaultIfEmpty(alert('warning', noEntry)),
  );
  return merge(
    entry,
    ...legs.map((leg) => protectLeg(leg, context)),
    protectWhole(form, context),
    exit.pipe(map(() => squareOff('exit time'))),
  );
}

function enter(
  form: LegsForm,
  legs: readonly Leg[],
  { contracts, date }: { readonly contracts: LegContracts; readonly date: IstDate },
): Command {
  if (form.days === 'expiry' && contracts.expiry !== date) {
    return alert('info', `No trade today: ${form.underlying} expires on ${contracts.expiry}`);
  }
  const orders = legs.map((leg) => {
    const order = leg.form.side === 'buy' ? buy : sell;
    return order(contracts.of(leg), { leg: leg.name, lots: leg.lots, product: form.product });
  });
  return place(...orders);
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

function protectWhole({ whole }: LegsForm, context: Context): Observable<Command> {
  const { stop, target, trail: steps } = whole ?? {};
  return merge(
    stop === undefined || steps !== undefined ? EMPTY : stopWhole(context, stop),
    stop === undefined || steps === undefined ? EMPTY : trailWhole(context, { stop, ...steps }),
    target === undefined ? EMPTY : targetWhole(context, target),
  );
}
