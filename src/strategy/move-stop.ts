import {
  combineLatest,
  distinctUntilChanged,
  EMPTY,
  filter,
  map,
  mergeMap,
  type Observable,
  scan,
  startWith,
  take,
} from 'rxjs';

import { type Command } from '../model/orders/command.ts';
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

/** The stop order of a leg that is moved. */
interface MovedStop {
  readonly leg: string;
  /** Where the stop order was placed: from the entry price, as given to protect(). */
  readonly stop: Distance;
  /** From trigger to limit, percent of the trigger. `@default` 8 for options, 1 for others */
  readonly bufferPercent?: number;
}

/** How the stop order of a leg follows its price. */
export interface TrailOptions extends MovedStop {
  /** For every such move of the price in favour, counted from the entry price, */
  readonly move: Distance;
  /** the stop follows by this much. */
  readonly step: Distance;
}

/** When the stop order of a leg moves to its entry price. */
export interface StopToCostOptions extends MovedStop {
  /** The first value during an opening of the leg moves its stop; others, and those before, do nothing. */
  readonly when: Observable<unknown>;
  /** The leg is trailed as well: give this instead of a trail() of its own, which would loosen the stop again. `@default` none */
  readonly trail?: Pick<TrailOptions, 'move' | 'step'>;
}

/**
 * Moves the stop order of a leg after its price, never back. Only the stop order changes: the leg must have one,
 * placed by protect().
 */
export function trail(context: Watched, options: TrailOptions): Observable<Command> {
  const { move, step } = options;
  return moveStop(context, options, { trail: { move, step }, cost: EMPTY });
}

/**
 * Moves the stop order of a leg to its entry price, never back: as soon as the leg has its price in favour, since a stop
 * on the wrong side of the market would close it at once. Only the stop order changes: the leg must have one, placed by
 * protect().
 */
export function stopToCost(context: Watched, options: StopToCostOptions): Observable<Command> {
  const { when, trail: steps } = options;
  return moveStop(context, options, { trail: steps ?? null, cost: when });
}

/** What moves a stop. */
interface Movers {
  readonly trail: Pick<TrailOptions, 'move' | 'step'> | null;
  readonly cost: Observable<unknown>;
}

/** How far a stop was moved, at a price of its leg. */
interface Moved {
  readonly steps: number;
  readonly isAtCost: boolean;
  readonly marked: MarkedPosition;
}

function moveStop(
  context: Watched,
  stop: MovedStop,
  { trail: steps, cost }: Movers,
): Observable<Command> {
  const atCost = cost.pipe(
    take(1),
    map(() => true),
    startWith(false),
  );
  return legOpenings(context, stop.leg).pipe(
    mergeMap((opening) =>
      combineLatest([opening, atCost]).pipe(
        map(([marked, isDue]) => movedBy(marked, steps, isDue)),
        scan(furthest),
        distinctUntilChanged(),
        map((moved) => triggerOf(moved, stop, steps)),
        filter((moved) => moved !== null),
        distinctUntilChanged((one, other) => one.triggerPaise === other.triggerPaise),
        map(({ marked, triggerPaise }) => modification(marked, triggerPaise, stop)),
      ),
    ),
  );
}

function movedBy(marked: MarkedPosition, trailed: Movers['trail'], isDue: boolean): Moved {
  const favour = favourPaise(marked);
  const base = marked.position.averagePricePaise;
  const steps =
    trailed === null
      ? 0
      : Math.floor(favour / distancePaise(trailed.move, base, marked.position.contract));
  return { steps: Math.max(0, steps), isAtCost: isDue && favour > 0, marked };
}

/** The same object while nothing moved further: neither the price nor a new average takes a stop back. */
function furthest(best: Moved, next: Moved): Moved {
  if (next.steps <= best.steps && (best.isAtCost || !next.isAtCost)) return best;
  const steps = Math.max(best.steps, next.steps);
  return { ...next, steps, isAtCost: best.isAtCost || next.isAtCost };
}

interface NewTrigger {
  readonly marked: MarkedPosition;
  readonly triggerPaise: number;
}

/** Null while the stop is where it was placed. */
function triggerOf(
  { marked, steps, isAtCost }: Moved,
  { stop }: MovedStop,
  trailed: Movers['trail'],
): NewTrigger | null {
  if (steps === 0 && !isAtCost) return null;
  const { position } = marked;
  const base = position.averagePricePaise;
  const followed =
    trailed === null ? 0 : steps * distancePaise(trailed.step, base, position.contract);
  const placed = distancePaise(stop, base, position.contract);
  const against = Math.min(placed - followed, isAtCost ? 0 : Infinity);
  return { marked, triggerPaise: isShort(position) ? base + against : base - against };
}

function modification(
  { position }: MarkedPosition,
  triggerPaise: number,
  { leg, bufferPercent }: MovedStop,
): Command {
  const entrySide = isShort(position) ? 'sell' : 'buy';
  const { contract } = position;
  const from = { contract, entrySide, bufferPercent: bufferPercent ?? null } as const;
  return modify(leg, 'stop', stopTermsAt(from, triggerPaise));
}
