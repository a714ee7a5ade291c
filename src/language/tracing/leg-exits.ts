import { type TracedCondition } from '../../model/runs/trace.ts';
import { type Distance, distancePaise } from '../../strategy/distance.ts';
import { directionOf } from '../../strategy/watch-index.ts';
import { type LegPosition } from '../../streams/observations.ts';
import { valueAsWritten } from '../expressions/print-expression.ts';
import { type Leg } from '../legs/legs-params.ts';

/** How an open leg stands. */
export interface PricedLeg {
  readonly position: LegPosition;
  /** Of its stop order; null where none was placed. */
  readonly triggerPaise: number | null;
  /** Trigger of the stop order that polls show at work; null where they show none. */
  readonly standingPaise: number | null;
  /** Null where the run watches no price of it: the stop order at the platform does. */
  readonly lastPaise: number | null;
  readonly index: SeenIndex;
}

/** The index that a leg is watched on, paise; null where the run has not seen it since the leg was opened. */
export interface SeenIndex {
  readonly fromPaise: number | null;
  readonly lastPaise: number | null;
}

/** What a leg is closed by besides its stop order. */
export type ExitRules = Pick<Leg, 'name' | 'target' | 'indexStop' | 'indexTarget'>;

/**
 * What closes a leg when it becomes true: the trigger of its stop order, its target, each with the last price of the leg; and the same
 * on its index.
 */
export function legExits(leg: ExitRules, open: PricedLeg): readonly TracedCondition[] {
  const { position, lastPaise } = open;
  const isShort = position.netUnits < 0;
  const price = `price(${leg.name})`;
  const target = leg.target === null ? null : targetOf(leg.target, position);
  return [
    ...stopOf(price, open),
    ...(target === null ? [] : [exitAt(price, isShort ? '<=' : '>=', [lastPaise, target])]),
    ...(leg.indexStop === null ? [] : [indexExit(leg.indexStop, -1, open)]),
    ...(leg.indexTarget === null ? [] : [indexExit(leg.indexTarget, 1, open)]),
  ];
}

/** Its stop order, by the trigger that it has at the platform: one that is being moved is still where it was. */
function stopOf(
  price: string,
  { position, triggerPaise, standingPaise, lastPaise }: PricedLeg,
): readonly TracedCondition[] {
  const limitPaise = standingPaise ?? triggerPaise;
  if (limitPaise === null) return [];
  const stop = exitAt(price, position.netUnits < 0 ? '>=' : '<=', [lastPaise, limitPaise]);
  return [standingPaise === null ? stop : { ...stop, standingPaise }];
}

/** @param sign 1 in favour of the leg, -1 against it */
function indexExit(
  distance: Distance,
  sign: 1 | -1,
  { position, index: { fromPaise, lastPaise } }: PricedLeg,
): TracedCondition {
  const direction = sign * directionOf(position);
  const operator = direction > 0 ? '>=' : '<=';
  if (fromPaise === null) {
    const text = sign < 0 ? 'indexStop' : 'indexTarget';
    return { ...UNPLACED, text, result: null, comparison: null };
  }
  const away = direction * distancePaise(distance, fromPaise, position.contract);
  return exitAt('index', operator, [lastPaise, Math.round(fromPaise + away)]);
}

const UNPLACED = { line: null, column: null, joins: null, parts: [] };

function targetOf(
  distance: NonNullable<Leg['target']>,
  { netUnits, averagePricePaise, contract }: LegPosition,
): number {
  const away = distancePaise(distance, averagePricePaise, contract);
  return Math.round(averagePricePaise + (netUnits < 0 ? -away : away));
}

function exitAt(
  price: string,
  operator: '>=' | '<=',
  [lastPaise, limitPaise]: readonly [number | null, number],
): TracedCondition {
  const limit = valueAsWritten('price', limitPaise);
  const by = lastPaise === null ? null : lastPaise - limitPaise;
  const shown = lastPaise === null ? 'not watched by the run' : valueAsWritten('price', lastPaise);
  return {
    ...UNPLACED,
    text: `${price} ${operator} ${limit}`,
    result: by === null ? null : operator === '>=' ? by >= 0 : by <= 0,
    comparison: {
      left: { text: price, value: lastPaise, shown },
      operator,
      right: { text: limit, value: limitPaise, shown: limit },
      by,
      byShown: by === null ? null : valueAsWritten('price', Math.abs(by)),
    },
  };
}
