import { filter, ignoreElements, map, type Observable, take, tap, withLatestFrom } from 'rxjs';

import { type Json, stableJson } from '../../base/json.ts';
import { type Command } from '../../model/orders/command.ts';
import { addDays, type IstDate, isIstDate } from '../../model/time/ist.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { type Distance } from '../../strategy/distance.ts';
import { protectHeld } from '../../strategy/protect.ts';
import { type LegPosition } from '../../streams/observations.ts';
import { type Carry } from '../schema/carry.ts';

type Context = StrategyContext<unknown>;
/** On which day each open leg was entered; null for one of which that is not known. */
type EnteredOn = Readonly<Record<string, IstDate | null>>;

const KEY = 'entered-on';

/**
 * When legs that are carried overnight are due. On which day each was entered is kept in the run's store. A leg of which that is not
 * known was not entered to be carried, and is due at once.
 */
export class CarriedLegs {
  readonly #carry: Carry;
  readonly #context: Context;
  #open: readonly LegPosition[] = [];
  #enteredOn: EnteredOn;
  #isFirst = true;

  constructor(carry: Carry, context: Context) {
    this.#carry = carry;
    this.#context = context;
    this.#enteredOn = datesIn(context.store.get(KEY));
  }

  /** Follows what is open, until it is unsubscribed; emits nothing. Subscribe before what asks. */
  follow(): Observable<never> {
    return this.#context.positions.pipe(
      tap((positions) => {
        this.#hold(positions.filter(({ netUnits }) => netUnits !== 0));
      }),
      ignoreElements(),
    );
  }

  /** Whether any open leg is due today. If one is, all close together, because the legs cover each other. */
  isDue(): boolean {
    return this.#open.some((position) => this.#isDue(position));
  }

  #isDue({ leg, contract: { expiry } }: LegPosition): boolean {
    const { date } = this.#context.run;
    const since = this.#enteredOn[leg] ?? null;
    if (since === null || expiry <= date) return true;
    return this.#carry !== 'expiry' && addDays(since, this.#carry.days) <= date;
  }

  #hold(open: readonly LegPosition[]): void {
    // What is open at the start is of an earlier day.
    const fresh = this.#isFirst ? null : this.#context.run.date;
    this.#isFirst = false;
    this.#open = open;
    const before = this.#enteredOn;
    const dates = open.map(({ leg }) => [leg, leg in before ? before[leg] : fresh] as const);
    const enteredOn = Object.fromEntries(dates) as EnteredOn;
    if (stableJson(enteredOn) === stableJson(before)) return;
    this.#enteredOn = enteredOn;
    this.#context.store.set(KEY, enteredOn);
  }
}

function datesIn(stored: Json | undefined): EnteredOn {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {};
  const dates = Object.entries(stored).flatMap(([leg, date]) =>
    typeof date === 'string' && isIstDate(date) ? [[leg, date] as const] : [],
  );
  return Object.fromEntries(dates);
}

/** The stop order of a leg that was carried into the day, once it opens: that of the day before ended with it. */
export function protectCarried(
  leg: string,
  stop: Distance,
  { session, positions }: Context,
): Observable<Command> {
  const carried = positions.pipe(
    take(1),
    map((all) => all.filter((position) => position.leg === leg)),
  );
  return session.pipe(
    filter(({ edge }) => edge === 'open'),
    take(1),
    withLatestFrom(carried),
    map(([, held]) => held),
    protectHeld({ stop }),
  );
}
