import { type TracedCondition } from '../../model/runs/trace.ts';
import { distancePaise } from '../../strategy/distance.ts';
import { type LegPosition } from '../../streams/observations.ts';
import { valueAsWritten } from '../expressions/print-expression.ts';
import { type Leg } from '../legs/legs-params.ts';

/** How an open leg stands. */
export interface PricedLeg {
  readonly position: LegPosition;
  /** Of its stop order; null where none was placed. */
  readonly triggerPaise: number | null;
  /** Null where the run watches no price of it: the stop order at the platform does. */
  readonly lastPaise: number | null;
}

/** What closes a leg when it becomes true: the trigger of its stop order, its target; each with the last price of the leg. */
export function legExits(leg: Leg, open: PricedLeg): readonly TracedCondition[] {
  const { position, triggerPaise } = open;
  const isShort = position.netUnits < 0;
  const target = leg.target === null ? null : targetOf(leg.target, position);
  return [
    ...(triggerPaise === null
      ? []
      : [exitAt(leg.name, isShort ? '>=' : '<=', [open, triggerPaise])]),
    ...(target === null ? [] : [exitAt(leg.name, isShort ? '<=' : '>=', [open, target])]),
  ];
}

function targetOf(
  distance: NonNullable<Leg['target']>,
  { netUnits, averagePricePaise, contract }: LegPosition,
): number {
  const away = distancePaise(distance, averagePricePaise, contract);
  return Math.round(averagePricePaise + (netUnits < 0 ? -away : away));
}

function exitAt(
  name: string,
  operator: '>=' | '<=',
  [{ lastPaise }, limitPaise]: readonly [PricedLeg, number],
): TracedCondition {
  const price = `price(${name})`;
  const limit = valueAsWritten('price', limitPaise);
  const by = lastPaise === null ? null : lastPaise - limitPaise;
  const shown = lastPaise === null ? 'not watched by the run' : valueAsWritten('price', lastPaise);
  return {
    ...{ text: `${price} ${operator} ${limit}`, line: null, column: null, joins: null, parts: [] },
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
