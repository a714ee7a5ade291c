import { defer, filter, map, type Observable, tap } from 'rxjs';

import { type Command } from '../model/orders/command.ts';
import { InvalidCommand, squareOff } from './commands.ts';
import { type Profitable, type RunProfit, runProfit } from './run-profit.ts';

/** A profit or a loss of the whole run: an amount, or a share of the net premium of its entries. */
export type WholeLimit =
  | { readonly kind: 'rupees'; readonly paise: number }
  | { readonly kind: 'percent'; readonly percent: number };

/** An amount of money: `rupees(5_000)`. */
export type RupeesLimit = Extract<WholeLimit, { readonly kind: 'rupees' }>;

/**
 * An amount of the whole run.
 *
 * @throws {InvalidCommand} unless above 0
 */
export function rupees(amount: number): RupeesLimit {
  if (Number.isFinite(amount) && amount > 0) {
    return { kind: 'rupees', paise: Math.round(amount * 100) };
  }
  throw new InvalidCommand(`Cannot take rupees(${String(amount)}): wanted a number above 0`);
}

/** Squares the whole run off when it has lost the amount. Armed again once it is flat. */
export function stopWhole(context: Profitable, loss: WholeLimit): Observable<Command> {
  return oncePerOpening(
    context,
    (profit) => profit.profitPaise <= -amountPaise(loss, profit),
    'stop of the whole run',
  );
}

/** Squares the whole run off when it has gained the amount. Armed again once it is flat. */
export function targetWhole(context: Profitable, gain: WholeLimit): Observable<Command> {
  return oncePerOpening(
    context,
    (profit) => profit.profitPaise >= amountPaise(gain, profit),
    'target of the whole run',
  );
}

/** How the floor of the whole run follows its profit. */
export interface TrailWholeOptions {
  /** Loss at which the run is squared off before any gain. */
  readonly stop: WholeLimit;
  /** For every such gain, */
  readonly move: WholeLimit;
  /** the floor rises by this much. */
  readonly step: WholeLimit;
}

/** Squares the whole run off when its profit falls to a floor that rises with it, never back. */
export function trailWhole(context: Profitable, options: TrailWholeOptions): Observable<Command> {
  return defer(() => {
    let bestPaise = 0;
    const isBelowFloor = (profit: RunProfit): boolean => {
      bestPaise = Math.max(bestPaise, profit.profitPaise);
      const moves = Math.floor(bestPaise / amountPaise(options.move, profit));
      const risenPaise = moves * amountPaise(options.step, profit);
      return profit.profitPaise <= risenPaise - amountPaise(options.stop, profit);
    };
    return oncePerOpening(context, isBelowFloor, 'trailing stop of the whole run');
  });
}

function oncePerOpening(
  context: Profitable,
  isReached: (profit: RunProfit) => boolean,
  reason: string,
): Observable<Command> {
  return defer(() => {
    let isArmed = true;
    return runProfit(context).pipe(
      tap(({ isOpen }) => {
        if (!isOpen) isArmed = true;
      }),
      filter((profit) => profit.isOpen && isArmed && isReached(profit)),
      map(() => {
        isArmed = false;
        return squareOff(reason);
      }),
    );
  });
}

/** Infinite while a share of no premium is asked for, so that nothing triggers. */
function amountPaise(limit: WholeLimit, { premiumPaise }: RunProfit): number {
  if (limit.kind === 'rupees') return limit.paise;
  return premiumPaise === 0 ? Infinity : (premiumPaise * limit.percent) / 100;
}
