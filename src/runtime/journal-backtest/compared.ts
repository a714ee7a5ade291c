import { type BacktestFill } from '../../results/backtest-result.ts';
import { type DecisionChange } from '../decision-diff.ts';
import { type Decision } from '../lookahead/decisions-of-day.ts';
import { type JournalDifference } from './journal-difference.ts';
import { type LegFills } from './leg-fills.ts';
import { type PaperDay } from './paper-day.ts';

/** What a recorded day is held against. */
export interface Compared {
  readonly paper: PaperDay;
  readonly decisions: readonly Decision[];
  readonly fills: readonly BacktestFill[];
  /** Names of runs whose strategy is not as recorded. */
  readonly changed: ReadonlySet<string>;
  /** Longest time between two looks at the orders, milliseconds: what is seen may be seen that much later. */
  readonly pollMs: number;
}

/** A difference without its cause. */
export type Found = Omit<JournalDifference, 'cause' | 'because'> &
  (
    | { readonly kind: 'decision'; readonly change: DecisionChange }
    | { readonly kind: 'fill'; readonly paper: LegFills | null; readonly again: LegFills | null }
  );
