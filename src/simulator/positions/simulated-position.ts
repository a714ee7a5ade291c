import { type Order } from '../../model/order.ts';
import { type SimulatedFill } from '../exchange/matching.ts';
import { type ExitReason, type PositionLeg } from './position-leg.ts';

/** A custom position as it stands. */
export interface SimulatedPosition {
  readonly positionId: string;
  readonly alertName: string;
  readonly mode: 'live' | 'paper';
  readonly ticker: string;
  /** `waiting` until the market opens, `active` from the first entry order, `exited` when nothing is held any more. */
  readonly state: 'waiting' | 'active' | 'exited';
  readonly startedAtMs: number;
  readonly legs: readonly SimulatedLeg[];
  /** Profit of all legs, what is held counted at its last price. */
  readonly profitPaise: number;
}

/** One leg of a custom position as it stands. */
export interface SimulatedLeg {
  readonly symbol: string | null;
  readonly state: PositionLeg['state'];
  readonly heldUnits: number;
  readonly entryPricePaise: number | null;
  readonly exitReason: ExitReason | null;
  readonly orders: readonly Order[];
  readonly fills: readonly SimulatedFill[];
  readonly profitPaise: number;
  /** What was not understood, rejected or given up. */
  readonly notes: readonly string[];
}
