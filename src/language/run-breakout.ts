import { combineLatest, concat, EMPTY, map, type Observable, of, share, switchMap } from 'rxjs';

import { type Command } from '../model/command.ts';
import { alert, squareOff } from '../strategy/commands.ts';
import { type StrategyContext } from '../strategy/context.ts';
import { selectNow } from '../strategy/select-now.ts';
import { enterLegs } from './enter-legs.ts';
import { legContracts } from './leg-contracts.ts';
import { type Breakout, type Leg, type LegsParams } from './legs-params.ts';
import { beyondOtherSide, openingBreakout } from './opening-breakout.ts';
import { type LegsForm } from './schema/legs-form.ts';

/** Of which strategy the breakout is. */
export interface BreakoutOf {
  readonly form: LegsForm;
  readonly legs: readonly Leg[];
  readonly context: StrategyContext<unknown>;
}

/** Enters the legs of the side on which the index leaves its opening range, once a day. */
export function runBreakout(
  breakout: Breakout,
  { form, legs, context }: BreakoutOf,
): Observable<Command> {
  const { underlying } = context.params as LegsParams;
  const { date } = context.run;
  const broken = openingBreakout(breakout, underlying, context).pipe(share());
  const chosen = broken.pipe(selectNow(legContracts(legs, underlying, context)));
  return combineLatest([broken, chosen]).pipe(
    switchMap(([range, contracts]) => {
      const { side } = range;
      const entered = legs.filter(({ form: { when = side } }) => when === side);
      if (entered.length === 0) return of(alert('info', `No trade: no leg is entered ${side}`));
      const isOver = breakout.isOverOnOtherSide
        ? beyondOtherSide(range, underlying, context).pipe(map(() => squareOff(OTHER_SIDE)))
        : EMPTY;
      return concat(of(enterLegs(form, entered, { contracts, date })), isOver);
    }),
  );
}

const OTHER_SIDE = 'index beyond the other side of the opening range';
