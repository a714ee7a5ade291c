import { type Json } from '../../base/json.ts';
import { type IstDate } from '../../model/time/ist.ts';
import {
  type DayNet,
  type LotsTraded,
  type Money,
  type MoneyIfRun,
  type PricesUsed,
  type PricingSource,
  type SourcePlayed,
  type VolatilityBand,
} from '../backtest-result.ts';

/** What a sweep found. `--json` prints it as it is; other programs may rely on `schemaVersion`. */
export interface SweepResult {
  readonly schemaVersion: 1;
  /** The strategy whose parameters were swept, and the SHA-256 of its source. */
  readonly strategy: { readonly name: string; readonly sourceHash: string };
  /** In the order in which they were asked for; the last one changes fastest from variant to variant. */
  readonly params: readonly SweptParam[];
  readonly method: SweepMethod;
  /** How many combinations the parameters have; more than `variants` where the method draws. */
  readonly combinations: number;
  readonly split: SweepSplit;
  readonly rank: RankName;
  readonly seed: string;
  readonly capitalPaise: number;
  readonly underlyings: readonly string[];
  readonly prices: readonly PricesUsed[];
  /** Days that whole variants ran over; null where no variant was run. */
  readonly span: DaySpan | null;
  /** In the order of the combinations, whatever the order in which they were done. */
  readonly variants: readonly SweepVariant[];
  /** Variants that were run over at least some days: what luck could choose from. */
  readonly tried: number;
  readonly best: BestVariant | null;
  /** What walking forward came to; null where that was not asked for. */
  readonly walkForward: WalkForward | null;
  readonly warnings: readonly string[];
  readonly assumptions: readonly string[];
  /** Where the volatility of modelled prices comes from; absent where nothing was run. */
  readonly pricing?: PricingSource;
  /** Sources of the strategy that were played from files; absent where there were none. */
  readonly sources?: readonly SourcePlayed[];
  /** Underlyings whose lot changed within what the first variant that shows it traded; absent where none did. */
  readonly lots?: readonly LotsTraded[];
  /** The best variant over all its days at other volatilities; absent where that was not run. */
  readonly volatilityBand?: VolatilityBand;
}

/** A parameter and the values that it took. */
export interface SweptParam {
  readonly name: string;
  readonly values: readonly Json[];
}

/** How variants were chosen from the combinations. */
export type SweepMethod =
  | { readonly kind: 'grid' }
  /** Drawn without repetition. */
  | { readonly kind: 'random'; readonly count: number }
  /** All start; the better half continues over twice as many days, again and again. */
  | { readonly kind: 'halving' };

/** Which days variants were chosen on, and which only judged the choice. */
export type SweepSplit =
  | { readonly kind: 'none' }
  /** The first days choose, the rest judge. */
  | { readonly kind: 'holdout'; readonly inSamplePercent: number }
  | { readonly kind: 'walk-forward'; readonly chooseDays: number; readonly judgeDays: number };

/** First and last of some days. */
export interface DaySpan {
  readonly from: IstDate;
  readonly to: IstDate;
  readonly days: number;
}

/** One combination of parameters. */
export interface SweepVariant {
  /** Its place among all combinations, from 0. */
  readonly index: number;
  /** What was swept; the other parameters are the strategy's defaults. */
  readonly params: Readonly<Record<string, Json>>;
  /**
   * `done` ran over all its days; `dropped` was left behind by halving; `refused` is a combination that the strategy
   * does not take; `failed` could not be run; `not-reached` was left when the sweep was stopped.
   */
  readonly status: 'done' | 'dropped' | 'refused' | 'failed' | 'not-reached';
  /** Why it was refused or failed; on how many of its days its strategy failed, and why; else null. */
  readonly problem: string | null;
  /** Over all days that it ran; null where it ran none. */
  readonly whole: SampleFigures | null;
  /** In-sample. Equals `whole` without a holdout; windows of a walk forward have their own. */
  readonly inSample: SampleFigures | null;
  /** Over the days that judge; null without a split. */
  readonly outOfSample: SampleFigures | null;
  /** Of the command logs of its days: equal decisions have equal hashes. */
  readonly decisionsSha256: string | null;
}

/** What some days came to. Ratios as in `docs/results.md`, without a risk-free rate; null where not defined. */
export interface SampleFigures extends MoneyIfRun {
  readonly days: number;
  readonly daysWithProblems: number;
  /** Days on which the strategy failed; they count as far as it went. */
  readonly daysFailed: number;
  readonly trades: number;
  readonly sharpe: number | null;
  readonly sharpePerDay: number | null;
  readonly sortino: number | null;
  /** A year's return over the depth of the deepest drawdown, both of the capital. */
  readonly calmar: number | null;
  /** Of days: sum of those that won over sum of those that lost. */
  readonly profitFactor: number | null;
  readonly skewness: number | null;
  readonly kurtosis: number | null;
  /** Deepest fall of the summed net on the closes of days, at least 0. */
  readonly drawdownPaise: number;
}

/** The best variant in-sample by the rank of the sweep, of those that failed on no day. */
export interface BestVariant {
  /** `index` of the variant. */
  readonly index: number;
  /** Sharpe ratio of a year that the best of so many variants shows by luck alone. */
  readonly sharpeOfLuck: number;
  /** Probability that it has skill, after what luck among all variants would have shown; null where not defined. */
  readonly deflatedSharpe: number | null;
  /** Its place by the same rank on the days that judge, from 1; null without a split. */
  readonly placeOutOfSample: number | null;
  readonly judged: number;
  /** The net of all its days with every fill at its worst; absent in results of older programs. */
  readonly worstFillsNetPaise?: number;
  readonly days: readonly DayNet[];
}

/** What choosing on past days and trading the days after them came to. */
export interface WalkForward {
  readonly windows: readonly WalkForwardWindow[];
  /** Over the out-of-sample days of all windows, each traded with the variant of its window. */
  readonly outOfSample: SampleFigures;
  /** The net of the same days with every fill at its worst; absent where none ran, and in results of older programs. */
  readonly worstFillsNetPaise?: number;
  /** The same days at other volatilities, each with the variant of its window; absent where that was not run. */
  readonly volatilityBand?: VolatilityBand;
}

/** One choice, and what became of it. */
export interface WalkForwardWindow {
  readonly choose: DaySpan;
  readonly judge: DaySpan;
  /** `index` of the best variant in-sample. */
  readonly index: number;
  readonly inSample: SampleFigures;
  readonly outOfSample: SampleFigures;
}

/** What one variant came to, day by day. Plain JSON: it goes between threads and is kept on disk. */
export interface VariantRun {
  /** Days that were begun, ascending. */
  readonly days: readonly VariantDay[];
  readonly decisionsSha256: string;
  readonly about: VariantRunAbout;
}

/** A day of a variant. */
export interface VariantDay extends DayNet, Money {
  readonly worstFillsNetPaise: number;
  readonly trades: number;
  readonly hasProblems: boolean;
  /** Whether it ran to its end; else its amounts are 0. */
  readonly hasRun: boolean;
  /** Why the strategy failed on it; null when it did not. */
  readonly failure: string | null;
}

/** What a run says of all that it shares with the other variants. */
export interface VariantRunAbout {
  readonly capitalPaise: number;
  readonly underlyings: readonly string[];
  readonly prices: readonly PricesUsed[];
  readonly assumptions: readonly string[];
  readonly pricing?: PricingSource;
  readonly sources?: readonly SourcePlayed[];
  readonly lots?: readonly LotsTraded[];
}

/** What is known of a variant when a sweep ends, before it is judged. */
export interface TriedVariant extends Pick<
  SweepVariant,
  'index' | 'params' | 'status' | 'problem'
> {
  /** Null where it was not run. */
  readonly run: VariantRun | null;
}

/** A sweep that has ended, before it is summed up. */
export interface TriedSweep extends Pick<
  SweepResult,
  'strategy' | 'params' | 'method' | 'combinations' | 'split' | 'rank' | 'seed'
> {
  readonly variants: readonly TriedVariant[];
}

/** Names of the figures that variants can be ranked by, as `--rank` takes them; the usual one first. */
export const RANK_NAMES = [
  'sharpe',
  'sortino',
  'calmar',
  'profit-factor',
  'net',
  'drawdown',
] as const;

/** Name of a figure that variants can be ranked by. */
export type RankName = (typeof RANK_NAMES)[number];

/** What the best is best by unless asked otherwise. */
export const USUAL_RANK: RankName = 'sharpe';
