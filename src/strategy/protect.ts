import { filter, map, type OperatorFunction } from 'rxjs';

import { type Command } from '../model/command.ts';
import { opposite } from '../model/order.ts';
import { type Fill } from '../streams/fill.ts';
import { place } from './commands.ts';
import { type Distance } from './distance.ts';
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
      map((fill) => place(stopOf(fill, options))),
    );
}

function stopOf(fill: Fill, options: ProtectOptions): ReturnType<typeof stopOrder> {
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
