import { concatMap, filter, map, type OperatorFunction } from 'rxjs';

import { type Command, type LegOrder } from '../model/orders/command.ts';
import { opposite, type Product } from '../model/orders/order.ts';
import { type Fill, type LegPosition } from '../streams/observations.ts';
import { place } from './commands.ts';
import { type Distance } from './distance.ts';
import { isShort } from './leg-openings.ts';
import { stopOrder } from './leg-order.ts';
import { type StopFrom, stopTerms } from './stop-terms.ts';

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
      map(({ contract, order, pricePaise, units, legRef: { leg } }) => {
        const product = order.product === 'unrecognised' ? 'intraday' : order.product;
        const opened = { leg, contract, entrySide: order.side, pricePaise, units, product };
        return place(stopOf(opened, options));
      }),
    );
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
          .map((position) => {
            const { leg, contract, averagePricePaise: pricePaise } = position;
            const entrySide = isShort(position) ? 'sell' : 'buy';
            const units = Math.abs(position.netUnits);
            const product = 'carry-forward';
            return stopOf({ leg, contract, entrySide, pricePaise, units, product }, options);
          });
        return stops.length === 0 ? [] : [place(...stops)];
      }),
    );
}

interface Opened extends Pick<StopFrom, 'contract' | 'entrySide' | 'pricePaise'> {
  readonly leg: string;
  readonly units: number;
  readonly product: Product;
}

function stopOf(
  { leg, units: quantityUnits, product, ...from }: Opened,
  { stop, bufferPercent }: ProtectOptions,
): LegOrder {
  const terms = stopTerms({ ...from, stop, bufferPercent: bufferPercent ?? null });
  const side = opposite(from.entrySide);
  return stopOrder({ leg, contract: from.contract, side, quantityUnits, product, terms });
}
