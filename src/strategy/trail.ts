import { distinctUntilChanged, filter, map, mergeMap, type Observable, scan } from 'rxjs';

import { type Command } from '../model/orders/command.ts';
import { type LegPosition } from '../streams/observations.ts';
import { modify } from './commands.ts';
import { type Distance, distancePaise } from './distance.ts';
import {
  favourPaise,
  isShort,
  legOpenings,
  type MarkedPosition,
  type Watched,
} from './leg-openings.ts';
import { stopTermsAt } from './stop-terms.ts';

/** How the stop order of a leg follows its price. */
export interface TrailOptions {
  readonly leg: string;
  /** Where the stop order was placed: from the entry price, as given to protect(). */
  readonly stop: Distance;
  /** For every such move of the price in favour, counted from the entry price, */
  readonly move: Distance;
  /** the stop follows by this much. */
  readonly step: Distance;
  /** From trigger to limit, percent of the trigger. `@default` 8 for options, 1 for others */
  readonly bufferPercent?: number;
}

/**
 * Moves the stop order of a leg after its price, never back. Only the stop order changes: the leg must have one,
 * placed by protect().
 */
export function trail(context: Watched, options: TrailOptions): Observable<Command> {
  return legOpenings(context, options.leg).pipe(
    mergeMap((opening) =>
      opening.pipe(
        map((marked) => ({ steps: stepsOf(marked, options), marked })),
        scan((best, next) => (next.steps > best.steps ? next : best)),
        distinctUntilChanged(),
        filter(({ steps }) => steps > 0),
        map(({ steps, marked: { position } }) => moved(position, steps, options)),
      ),
    ),
  );
}

function stepsOf(marked: MarkedPosition, { move }: TrailOptions): number {
  return Math.floor(favourPaise(marked) / distancePaise(move, marked.position.averagePricePaise));
}

function moved(position: LegPosition, steps: number, options: TrailOptions): Command {
  const base = position.averagePricePaise;
  const againstPaise =
    distancePaise(options.stop, base) - steps * distancePaise(options.step, base);
  const trigger = isShort(position) ? base + againstPaise : base - againstPaise;
  const terms = stopTermsAt(
    {
      contract: position.contract,
      entrySide: isShort(position) ? 'sell' : 'buy',
      bufferPercent: options.bufferPercent ?? null,
    },
    trigger,
  );
  return modify(options.leg, 'stop', terms);
}
