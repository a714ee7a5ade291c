import { type Contract } from '../market/contract.ts';
import { type RunBroker } from '../runs/run-broker.ts';
import { type IstDate } from '../time/ist.ts';
import { type Position } from './position.ts';

/** A leg's position from an earlier day when its run starts. Always `carry-forward`: no other product lasts. */
export interface CarriedPosition {
  readonly leg: string;
  readonly contract: Contract;
  /** Positive when long, negative when short; never zero. */
  readonly netUnits: number;
  /** What the open units cost (long) or brought (short), paise; never negative. */
  readonly openValuePaise: number;
  /** Price at the end of the previous day, from which the day's profit counts. */
  readonly lastPaise: number;
  /** What is known of it besides where a journal carries it; absent in backtests, whose account knows all. */
  readonly overnight?: Overnight;
}

/** What a journal knows of a carried position. */
export interface Overnight {
  /** The date on which the leg was opened. */
  readonly since: IstDate;
  /** Why it may be gone: nothing is sent for its leg before the operator confirms it. Null: it is known to be there. */
  readonly doubt: CarryDoubt | null;
  /** The broker connection that holds it. Older journals do not say: the account's. */
  readonly broker?: RunBroker;
}

/**
 * Why a carried position may be gone.
 *
 * - `not-confirmed`: the platform shows no positions, and the policy wants a person's word every morning.
 * - `intraday`: the broker may have squared it off, or converted it.
 * - `not-watched`: the end of its last day was not seen, and orders could still fill.
 * - `days-missed`: trading days passed without a process.
 * - `other-date`: its day has a later date than today: a clock was wrong.
 * - `uncertain`: an order of its leg had no certain outcome, or others may have closed some of it.
 * - `not-listed`, `lot-changed`: today's list of contracts lacks it, or has another lot.
 */
export type CarryDoubt =
  | 'not-confirmed'
  | 'intraday'
  | 'not-watched'
  | 'days-missed'
  | 'other-date'
  | 'uncertain'
  | 'not-listed'
  | 'lot-changed';

/** What a run of an earlier day leaves to a day. */
export interface CarriedRun {
  /** Its name, without date and mode. */
  readonly name: string;
  readonly strategy: string;
  readonly positions: readonly CarriedPosition[];
}

/** The position at the start of the run: as if the units had just been entered at their cost. */
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
      /** When the platform closes it by itself; null for no such time. */
      readonly exitAtMs: number | null;
    }
  | {
      readonly kind: 'signal';
      /** Number of its command in the run, from 0. */
      readonly commandIndex: number;
    }
);
