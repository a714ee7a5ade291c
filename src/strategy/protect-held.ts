import { concatMap, type OperatorFunction } from 'rxjs';

import { type LegOrder, type Command } from '../model/command.ts';
import { opposite } from '../model/order.ts';
import { type LegPosition } from '../streams/position.ts';
import { place } from './commands.ts';
import { isShort } from './leg-openings.ts';
import { stopOrder } from './leg-order.ts';
import { type ProtectOptions } from './protect.ts';
import { stopTerms } from './stop-terms.ts';

/**
 * For positions as they are told: a stop order of the platform for all of each that is open, from its average price.
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
          .map((position) => stopOf(position, options));
        return stops.length === 0 ? [] : [place(...stops)];
      }),
    );
}

function stopOf(position: LegPosition, { stop, bufferPercent }: ProtectOptions): LegOrder {
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
