import { type IstDate } from '../../model/time/ist.ts';
import { type PricesUsed, type StrategyRead } from '../../results/backtest-result.ts';
import { type Replacement } from './cut-prices.ts';
import { type DecisionDifference } from './first-difference.ts';

/** What looking for a look ahead found. `--json` prints it as it is. */
export interface LookaheadResult {
  readonly schemaVersion: 1;
  readonly strategies: readonly string[];
  readonly prices: readonly PricesUsed[];
  readonly seed: string;
  /** Days that were run whole and held against themselves. */
  readonly days: number;
  /** Courses that were cut. */
  readonly cuts: number;
  /** Decisions of whole days. None means that nothing was tried. */
  readonly decisions: number;
  /** The first decision that knew more than it may; null when none did. */
  readonly finding: LookaheadFinding | null;
  /** Where strategies failed, first to last: what they decided before was tried, and nothing after. */
  readonly failures: readonly StrategyFailure[];
  /** Files that strategies read by themselves: what these hold of the future cannot be cut. */
  readonly reads: readonly StrategyRead[];
  /** Days that could not be held against anything, and why. */
  readonly notChecked: readonly { readonly date: IstDate; readonly reason: string }[];
  /** Days that were not reached because the search was stopped, or had found something. */
  readonly daysNotReached: number;
}

/** A decision that differs though nothing that it may know does. */
export type LookaheadFinding = DecisionDifference & { readonly date: IstDate } & (
    | {
        /** Prices after the cut were others, and a decision before it was too. */
        readonly kind: 'saw-the-future';
        readonly cutAtMs: number;
        readonly replacement: Replacement;
      }
    /** The same day again, with the same prices: something is left of the run before, or comes from outside. */
    | { readonly kind: 'not-repeatable' }
  );

/** A strategy that failed on a day. */
export interface StrategyFailure {
  readonly date: IstDate;
  readonly strategy: string | null;
  /** Epoch milliseconds; null where it is not known. */
  readonly atMs: number | null;
  readonly message: string;
}

/** Whether a search found nothing that speaks against the strategies, and went through all of them to their end. */
export function isHonest({ finding, reads, failures }: LookaheadResult): boolean {
  return finding === null && reads.length === 0 && failures.length === 0;
}
