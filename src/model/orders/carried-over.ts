import { type Contract } from '../market/contract.ts';
import { type Position } from './position.ts';

/** What a leg of a strategy holds from an earlier day when its run starts. Held as `carry-forward`: no other product lasts. */
export interface CarriedPosition {
  readonly leg: string;
  readonly contract: Contract;
  /** Positive when long, negative when short; never zero. */
  readonly netUnits: number;
  /** What the open units cost (long) or brought (short), paise; never negative. */
  readonly openValuePaise: number;
  /** Price that they counted at when the day before ended: the day's profit is counted from there. */
  readonly lastPaise: number;
}

/** The position with which the run begins: as if the units had just been entered at what they cost. */
export function positionOf({
  netUnits,
  openValuePaise,
}: Pick<CarriedPosition, 'netUnits' | 'openValuePaise'>): Position {
  const cashPaise = netUnits > 0 ? -openValuePaise : openValuePaise;
  return { netUnits, openValuePaise, cashPaise, realisedPaise: 0 };
}

/** What it had gained or lost before the day began, paise. */
export function earlierProfitPaise(carried: Omit<CarriedPosition, 'leg' | 'contract'>): number {
  return positionOf(carried).cashPaise + carried.netUnits * carried.lastPaise;
}

/** A position start or a text signal of an earlier day whose outcome nothing has settled. */
export type CarriedStart = {
  /** The run of that day. */
  readonly runId: string;
  /** When it was sent, epoch milliseconds. */
  readonly sentAtMs: number;
  readonly detail: string;
} & (
  | {
      readonly kind: 'position';
      readonly position: string;
      /** When the platform was told to close it by itself; null for no such time. */
      readonly exitAtMs: number | null;
    }
  | {
      readonly kind: 'signal';
      /** Number of its command in the run, from 0. */
      readonly commandIndex: number;
    }
);
