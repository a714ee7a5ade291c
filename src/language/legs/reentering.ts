import {
  defaultIfEmpty,
  EMPTY,
  filter,
  ignoreElements,
  merge,
  mergeMap,
  type Observable,
  of,
  ReplaySubject,
  share,
  switchMap,
  take,
  takeUntil,
} from 'rxjs';

import { type Command } from '../../model/orders/command.ts';
import { opposite, type Side } from '../../model/orders/order.ts';
import { alert } from '../../strategy/commands.ts';
import { selectNow } from '../../strategy/select-now.ts';
import { type Path } from '../../text/finding.ts';
import { askedBy } from '../asked-by.ts';
import { type AfterClose } from '../schema/after-close.ts';
import { legContracts } from './enter-legs.ts';
import { entering, enteringAtCost } from './entering.ts';
import { type LegClosing } from './leg-closings.ts';
import { afterLastEntry, endOfWait, type LegDesk } from './leg-desk.ts';
import { type LegSize } from './leg-size.ts';
import { type Leg } from './legs-params.ts';

type Reenter = NonNullable<AfterClose['reenter']>;

/** Enters legs again that were closed by their stop or their target, as often as the file says. */
export function reentering(desk: LegDesk): Observable<Command> {
  const { legs } = desk;
  const all = legs.flatMap((leg) => [
    reenteringAfter('stop', { leg, reenter: leg.onStop?.reenter, desk }).pipe(
      askedBy(...keyOf(leg, 'onStop')),
    ),
    reenteringAfter('target', { leg, reenter: leg.onTarget?.reenter, desk }).pipe(
      askedBy(...keyOf(leg, 'onTarget')),
    ),
  ]);
  return merge(...all).pipe(takeUntil(afterLastEntry(desk)));
}

function keyOf({ name, form }: Leg, key: 'onStop' | 'onTarget'): Path {
  return form[key] === undefined ? [key] : ['legs', name, key];
}

interface Again {
  readonly leg: Leg;
  readonly reenter: Reenter | undefined;
  readonly desk: LegDesk;
}

/** An exit that no one here asked for may be the operator's: it is no reason to enter again. */
function reenteringAfter(
  by: 'stop' | 'target',
  { leg, reenter, desk }: Again,
): Observable<Command> {
  if (reenter === undefined) return EMPTY;
  const closings = desk.books.closings.closings.pipe(
    filter((closing) => closing.leg === leg.name && closing.by === by),
    take(reenter.times),
  );
  if (reenter.how === 'at-cost') {
    return closings.pipe(
      mergeMap((closing) => enteringAtCost(turned(leg, closing, { reenter, desk }), closing, desk)),
    );
  }
  const contracts = legContracts([leg], desk.context).pipe(
    share({ connector: () => new ReplaySubject(1) }),
  );
  const noChain = `No re-entry of leg ${leg.name}: no fresh chain of ${leg.underlying} within two minutes`;
  const again = closings.pipe(
    mergeMap((closing) => {
      const chain = of(closing).pipe(selectNow(contracts), defaultIfEmpty(null));
      const fresh = chain.pipe(takeUntil(endOfWait(leg.name, desk)));
      return fresh.pipe(
        filter(() => desk.books.states.isFree(leg.name)),
        switchMap((chosen) =>
          chosen === null
            ? of(alert('warning', noChain))
            : entering([turned(leg, closing, { reenter, desk })], chosen, desk),
        ),
      );
    }),
  );
  // Followed from the start, so that they are fresh at the moment of a stop.
  return merge(contracts.pipe(ignoreElements()), again);
}

/** A leg as it is entered again: on the side that it had, or on the other one; at once, or after its momentum. */
function turned(
  leg: Leg,
  closing: LegClosing,
  { reenter: { how, direction }, desk }: Pick<Again, 'desk'> & { readonly reenter: Reenter },
): Leg {
  const { was } = closing;
  const had: Side = was === null ? leg.form.side : was.netUnits < 0 ? 'sell' : 'buy';
  const side = direction === 'reversed' ? opposite(had) : had;
  const momentum = how === 'on-momentum' ? leg.momentum : null;
  return { ...leg, size: sizeAgain(leg, closing, desk), momentum, form: { ...leg.form, side } };
}

/** Of legs that are sized together, one that is entered again has the lots that it had beside the others. */
function sizeAgain({ name, size }: Leg, { was }: LegClosing, { books }: LegDesk): LegSize {
  if (size.kind !== 'set') return size;
  const ordered = books.states.lotsOf(name);
  // One that was carried into the day was not ordered by this run.
  const carried = was === null ? 1 : Math.abs(was.netUnits) / was.contract.lotSizeUnits;
  return { kind: 'lots', lots: ordered ?? Math.max(1, Math.floor(carried)) };
}
