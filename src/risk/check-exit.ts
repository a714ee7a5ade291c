import { type LegOrder } from '../model/command.ts';
import { type Refusal } from './refusal.ts';

/** What is held of the contract under the leg. */
export interface HeldFacts {
  /** As observed: positive long, negative short. */
  readonly netUnits: number;
  /** Units that other exits, sent or about to be, may still close; unknown ones count in full. */
  readonly coveredUnits: number;
}

/** Refuses an exit that could open, enlarge or flip a position. */
export function checkExit(order: LegOrder, held: HeldFacts): Refusal | null {
  const closingSide = held.netUnits > 0 ? 'sell' : 'buy';
  const name = `leg "${order.leg}" in ${order.contract.symbol}`;
  if (held.netUnits === 0 || order.side !== closingSide) {
    return {
      rule: 'not-held',
      what: `Exit of ${name} closes nothing`,
      found: `${order.side} ${String(order.quantityUnits)} against ${String(held.netUnits)} units held`,
      allowed: held.netUnits === 0 ? 'nothing while flat' : `${closingSide} orders`,
    };
  }
  const freeUnits = Math.max(0, Math.abs(held.netUnits) - held.coveredUnits);
  if (order.quantityUnits <= freeUnits) return null;
  return {
    rule: 'exceeds-position',
    what: `Exit of ${name} exceeds what is open`,
    found: `${String(order.quantityUnits)} units`,
    allowed: `${String(freeUnits)} units (${String(held.netUnits)} held, ${String(held.coveredUnits)} covered by other exits; squareOff cancels those first)`,
  };
}
