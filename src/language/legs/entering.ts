import {
  asyncScheduler,
  defaultIfEmpty,
  defer,
  EMPTY,
  filter,
  map,
  merge,
  type Observable,
  of,
  scan,
  skipWhile,
  take,
  takeUntil,
} from 'rxjs';

import { type Contract } from '../../model/market/contract.ts';
import { type Command } from '../../model/orders/command.ts';
import { instantAt } from '../../model/time/ist.ts';
import { alert } from '../../strategy/commands.ts';
import { distancePaise } from '../../strategy/distance.ts';
import { type LegContracts, notToday } from './enter-legs.ts';
import { type LegClosing } from './leg-closings.ts';
import { endOfWait, type LegDesk } from './leg-desk.ts';
import { type Leg } from './legs-params.ts';
import { enteringTogether, orderLegs } from './sized-entry.ts';

/** Oldest price that a momentum is counted from. */
const AGE_MS_MAX = 5_000;

/**
 * Enters legs: together, but for those that wait for a momentum, each by itself. On a day on which the form does not trade
 * it says so instead.
 */
export function entering(
  legs: readonly Leg[],
  contracts: LegContracts,
  desk: LegDesk,
): Observable<Command> {
  const refused =
    notToday(desk.form, contracts.nearest, desk.context.run.date) ??
    expiresUnclosed(contracts.nearest, desk);
  if (refused !== null) return of(refused);
  const atOnce = legs.filter(({ momentum }) => momentum === null);
  const waiting = legs.filter(({ momentum }) => momentum !== null);
  return merge(
    atOnce.length === 0 ? [] : enteringTogether(atOnce, contracts.of, desk),
    ...waiting.map((leg) => onMomentum(leg, contracts.of(leg), desk)),
  );
}

/** After the exit of its day of expiry nothing closes what is entered to be carried. */
function expiresUnclosed(
  { underlying, expiry }: Pick<Contract, 'underlying' | 'expiry'>,
  { carried, exit, context: { run } }: LegDesk,
): Command | null {
  if (carried === null || expiry > run.date) return null;
  if (asyncScheduler.now() < instantAt(run.date, exit)) return null;
  return alert('info', `No entry: ${underlying} expires today, and the exit at ${exit} has passed`);
}

/** Enters a leg once its price has moved so far from where it is now. */
function onMomentum(leg: Leg, contract: Contract, desk: LegDesk): Observable<Command> {
  const { name, momentum } = leg;
  if (momentum === null) return EMPTY;
  const { direction, distance, text } = momentum;
  const noMove = `No entry of leg ${name}: its price did not move ${text} in time`;
  return pricesFromNow(contract, desk).pipe(
    filter(({ fromPaise, lastPaise }) => {
      const movedPaise = direction * (lastPaise - fromPaise);
      return movedPaise >= distancePaise(distance, fromPaise, contract);
    }),
    take(1),
    map(() => enterIfFree(leg, contract, desk)),
    takeUntil(endOfWait(name, desk)),
    defaultIfEmpty(alert('info', noMove)),
  );
}

/** A rule may have entered it while it waited. */
function enterIfFree(leg: Leg, contract: Contract, desk: LegDesk): Command {
  const { books } = desk;
  const { name } = leg;
  const refused = expiresUnclosed(contract, desk);
  if (refused !== null) return refused;
  if (books.states.isFree(name)) return orderLegs([leg], () => contract, { desk });
  return alert('info', `No entry of leg ${name}: it is open or being entered`);
}

/** A price, and the one that it is compared with. */
interface MovedPrice {
  readonly fromPaise: number;
  readonly lastPaise: number;
}

/** The prices of a contract from now on, beside the first of them that is fresh. */
function pricesFromNow(contract: Contract, { context }: LegDesk): Observable<MovedPrice> {
  return defer(() => {
    const fromMs = asyncScheduler.now() - AGE_MS_MAX;
    return context.prices(contract).pipe(
      skipWhile(({ seen }) => seen.observedAtMs < fromMs),
      map(({ lastPaise }) => ({ fromPaise: lastPaise, lastPaise })),
      scan((first, { lastPaise }) => ({ ...first, lastPaise })),
    );
  });
}

/**
 * Enters a leg in the contract that it had, once the price of that is back at where it was entered: from above where it was
 * closed above, as from below after a trailed stop of a short leg in profit. What was seen before the close says nothing: a stop is often shown before the price that triggered it.
 */
export function enteringAtCost(leg: Leg, closing: LegClosing, desk: LegDesk): Observable<Command> {
  const { was, pricePaise } = closing;
  if (was === null) return EMPTY;
  const { contract, averagePricePaise: costPaise } = was;
  // Closed at cost itself, as by a stop that was moved there, its price was going against it.
  const isFromAbove = pricePaise === costPaise ? was.netUnits < 0 : pricePaise > costPaise;
  return defer(() => {
    const fromMs = asyncScheduler.now();
    return desk.context.prices(contract).pipe(
      filter(({ seen }) => seen.observedAtMs >= fromMs),
      filter(({ lastPaise }) => (isFromAbove ? lastPaise <= costPaise : lastPaise >= costPaise)),
      take(1),
      map(() => enterIfFree(leg, contract, desk)),
      takeUntil(endOfWait(leg.name, desk)),
    );
  });
}
