import { merge, type Observable } from 'rxjs';

import { type Command } from '../../model/orders/command.ts';
import { type ClockTime } from '../../model/time/ist.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { exitsOfDay, type LegDesk } from '../legs/leg-desk.ts';
import { legsByTerms, type LegTerms } from '../legs/legs-params.ts';
import { runBreakout } from '../legs/run-breakout.ts';
import { followLegs, noted, openDesk, protectLegs, runEntries } from '../legs/run-legs.ts';
import { type Carry } from '../schema/carry.ts';
import { type LegsForm } from '../schema/legs.ts';
import { type DaysRule } from '../schema/shared-keys.ts';
import { traceDesk } from '../tracing/trace-code.ts';
import { checkSizes } from './check-sizes.ts';

/** The legs of a strategy, in the words of a YAML file (docs/yaml-legs.md). What stands beside `legs` is for each leg that does not say its own. */
export interface LegDeskOptions extends Omit<LegTerms, 'expiry'> {
  /** Symbol of the index whose options and futures are traded: `NIFTY`. */
  readonly underlying: string;
  /** When everything is closed, IST; nothing is entered from then on. Of carried legs: when those that are due are. */
  readonly exit: ClockTime;
  /** From when on no leg is entered again, and none that waits for a momentum. `@default` the exit; none where legs are carried */
  readonly lastEntry?: ClockTime;
  /** `@default` 'weekly' */
  readonly expiry?: LegTerms['expiry'];
  /** `@default` 'intraday' */
  readonly product?: LegsForm['product'];
  /** Days of the week on which legs are entered, or `expiry`: when the nearest of them expires. `@default` every day */
  readonly days?: DaysRule;
  /** Keeps legs open overnight: until the exit so many days after their entry, or on the day they expire. `@default` not */
  readonly carry?: Carry;
  /** Days of the calendar to the nearest expiry of the legs on which they are entered, both included. `@default` all */
  readonly daysToExpiry?: { readonly from: number; readonly to: number };
}

/** A breakout of the opening range. */
export interface BreakoutOptions {
  /** The first minutes of the session, whose high and low are the range. */
  readonly rangeMinutes: number;
  /** The first bar of this length that closes outside of the range is the breakout. */
  readonly barMinutes: number;
  /** From when on nothing is entered any more. */
  readonly before: ClockTime;
  /** What happens when the index crosses to the other side of the range. `@default` 'hold' */
  readonly otherSide?: 'hold' | 'exit';
}

/**
 * Enters, protects and closes the legs of one run, as a YAML file with `legs` does: it runs on this. Merge its parts, and what
 * else the strategy does, with `run`.
 */
export class DeskOfLegs {
  readonly #desk: LegDesk;
  /** Fires at the exit time on a day with something to close. Square off when it does. */
  readonly closes: Observable<unknown>;
  /** Fires when entries end: at the exit time, or never if legs are carried. */
  readonly ends: Observable<unknown>;

  constructor(desk: LegDesk) {
    this.#desk = desk;
    const { closes, ends } = exitsOfDay(desk);
    this.closes = closes;
    this.ends = ends;
  }

  /** What it works on, for the rules of `legRules`. */
  get legs(): LegDesk {
    return this.#desk;
  }

  /** Enters all legs together at a time, by a fresh chain; an alert says where there was none. */
  enterAt(time: ClockTime): Observable<Command> {
    return runEntries([time], { isOneOfMany: false }, this.#desk);
  }

  /** Enters at each of several times, unless a leg is open then or being entered. Times from the exit on are left out. */
  enterAtEach(times: readonly ClockTime[]): Observable<Command> {
    return runEntries(times, { isOneOfMany: true }, this.#desk);
  }

  /** Enters the legs of the side on which the index leaves its opening range, once a day. */
  enterOnBreakout({ otherSide = 'hold', ...breakout }: BreakoutOptions): Observable<Command> {
    return runBreakout({ ...breakout, isOverOnOtherSide: otherSide === 'exit' }, this.#desk);
  }

  /** Stops, targets and trails of each leg, and what follows when one of them has closed it: to the end of the run. */
  protect(): Observable<Command> {
    return protectLegs(this.#desk);
  }

  /** Merges the parts of a strategy, and takes note of what their commands enter and close: entries and re-entries go by it. */
  run(...parts: readonly Observable<Command>[]): Observable<Command> {
    return merge(followLegs(this.#desk, this.ends), ...parts).pipe(noted(this.#desk.books));
  }
}

/**
 * The desk of the legs of one run.
 *
 * @throws {InvalidCommand} for legs that cannot be sized as the options say
 */
export function legDesk<Params>(
  context: StrategyContext<Params>,
  options: LegDeskOptions,
): DeskOfLegs {
  const { underlying, exit, lastEntry, product = 'intraday', days, daysToExpiry, carry } = options;
  const { sizing = null } = options;
  const legs = legsByTerms({ ...options, expiry: options.expiry ?? 'weekly' });
  checkSizes(legs, sizing);
  traceDesk(legs);
  const form = { product, days, daysToExpiry, carry, lastEntry, whole: undefined };
  return new DeskOfLegs(openDesk(form, legs, { context, underlying, exit, sizing }));
}
