import { concatMap, filter, map, type OperatorFunction } from 'rxjs';

import { type Command, type LegOrder } from '../model/orders/command.ts';
import { opposite } from '../model/orders/order.ts';
import { type Fill, type LegPosition } from '../streams/observations.ts';
import { place } from './commands.ts';
import { type Distance } from './distance.ts';
import { isShort } from './leg-openings.ts';
import { stopOrder } from './leg-order.ts';
import { stopTerms } from './stop-terms.ts';

/** How fills are protected. */
export interface ProtectOptions {
  /** From the fill's price, on the losing side. */
  readonly stop: Distance;
  /** From trigger to limit, percent of the trigger. `@default` 8 for options, 1 for others */
  readonly bufferPercent?: number;
}

/** For every entry fill, a stop order of the platform for the units of that fill. Other fills pass unseen. */
export function protect(options: ProtectOptions): OperatorFunction<Fill, Command> {
  return (fills) =>
    fills.pipe(
      filter((fill) => fill.legRef.role === 'entry'),
      map((fill) => place(stopOfFill(fill, options))),
    );
}

function stopOfFill(fill: Fill, options: ProtectOptions): ReturnType<typeof stopOrder> {
  const { contract, order, pricePaise, units } = fill;
  return stopOrder({
    leg: fill.legRef.leg,
    contract,
    side: opposite(order.side),
    quantityUnits: units,
    product: order.product === 'unrecognised' ? 'intraday' : order.product,
    terms: stopTerms({
      contract,
      entrySide: order.side,
      pricePaise,
      stop: options.stop,
      bufferPercent: options.bufferPercent ?? null,
    }),
  });
}

/**
 * For observed positions: a stop order on the platform for all open units of each, from its average price.
 * For positions of an earlier day, whose stop orders ended with it: let it see each position once.
 */
export function protectHeld(
  options: ProtectOptions,
): OperatorFunction<readonly LegPosition[], Command> {
  return (positions) =>
    positions.pipe(
      concatMap((held) => {
        const stops = held
          .filter(({ netUnits }) => netUnits !== 0)
          .map((position) => stopOfHeld(position, options));
        return stops.length === 0 ? [] : [place(...stops)];
      }),
    );
}

function stopOfHeld(position: LegPosition, { stop, bufferPercent }: ProtectOptions): LegOrder {
  const { leg, contract, netUnits, averagePricePaise } = position;
  const entrySide = isShort(position) ? 'sell' : 'buy';
  return stopOrder({
    leg,
    contract,
    side: opposite(entrySide),
    quantityUnits: Math.abs(netUnits),
    product: 'carry-forward',
    terms: stopTerms({
      contract,
      entrySide,
      pricePaise: averagePricePaise,
      stop,
      bufferPercent: bufferPercent ?? null,
    }),
  });
}
