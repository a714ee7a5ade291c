import { combineLatest, concatMap, from, type Observable, take } from 'rxjs';

import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type Command, type LegOrder } from '../../model/orders/command.ts';
import { isClockTime, istClock } from '../../model/time/ist.ts';
import { place } from '../../strategy/commands.ts';
import { ownStrategy } from '../../strategy/define-strategy.ts';
import { buy, limit } from '../../strategy/leg-order.ts';
import { type Chain } from '../../streams/chain.ts';
import { type ScheduledFault } from '../faults/planned-faults.ts';

const FLOOD = 200;
const CHEAP_PAISE = 500;

/** A strategy threw because it was to (F45). */
export class UnrulyStrategy extends Error {
  override readonly name = 'UnrulyStrategy';
}

/**
 * A strategy for each fault F45 of a day: at its instant it floods the gate, asks for the absurd, or throws. One that
 * never comes back is ended by a watch on real time, which a world of virtual time does not have.
 */
export function unrulyStrategies(faults: readonly ScheduledFault[]): readonly LoadedStrategy[] {
  return faults.map((fault, index) => ({
    path: 'unruly',
    strategy: unruly(`unruly-${String(index)}`, fault),
    params: {},
    sourceHash: 'unruly',
  }));
}

function unruly(name: string, { atMs, draw }: ScheduledFault): LoadedStrategy['strategy'] {
  const time = istClock(atMs);
  return ownStrategy({
    name,
    run: ({ at, chain }): Observable<Command> => {
      if (!isClockTime(time)) return from([]);
      return combineLatest([at(time), chain('NIFTY', { quotedStrikes: 1 })]).pipe(
        take(1),
        concatMap(([, { atm }]) => from(misdeeds(draw, atm))),
      );
    },
  });
}

function* misdeeds(draw: number, { ce }: Chain['atm']): Generator<Command> {
  const order = buy(ce, { leg: 'unruly', lots: 1, terms: limit(CHEAP_PAISE) });
  if (draw < 0.4) for (let sent = 0; sent < FLOOD; sent += 1) yield place(order);
  for (const quantityUnits of [NaN, Infinity, -order.quantityUnits, 0, 0.5, 1e12, 1e300]) {
    yield place({ ...order, quantityUnits });
  }
  for (const pricePaise of [NaN, -1, 0, 1e15, 0.001]) {
    yield place({ ...order, terms: limit(pricePaise) });
  }
  yield place({ ...order, leg: '' } satisfies LegOrder);
  if (draw >= 0.7) throw new UnrulyStrategy('An unruly strategy');
}
