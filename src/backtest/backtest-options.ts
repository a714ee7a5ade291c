import { type DayWitness } from '../day/why/day-witness.ts';
import { type EngineLimits } from '../engine/engine-limits.ts';
import { type LoadedStrategy } from '../loading/load-strategy.ts';
import { type PricesAsked } from '../loading/prices/load-prices.ts';
import { type RecordedSources } from '../loading/recorded-sources.ts';
import { type PricingModel } from '../market/option-pricing/pricing-model.ts';
import { type RecordedPrices } from '../market/price-files/recorded-prices.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type StrategyRead } from '../results/backtest-result.ts';
import { type DataDay } from './backtest-days.ts';
import { type BacktestWorld } from './backtest-world.ts';
import { type FillChoice } from './fill-choice.ts';

/** What a backtest runs, over what. */
export interface BacktestOptions {
  readonly strategies: readonly LoadedStrategy[];
  readonly prices: PricesAsked;
  /** First date, included. @default the first of the data */
  readonly from?: IstDate;
  /** Last date, included. @default the last of the data */
  readonly to?: IstDate;
  /** @default 'sauda' */
  readonly seed?: string;
  /** Values of the strategies' own sources, by their names. @default these stay silent */
  readonly recorded?: RecordedSources;
  readonly limits?: Partial<EngineLimits>;
  /** How orders fill. @default at the worse side of the minute, after 20 to 120 ms */
  readonly fills?: FillChoice;
  /** Money that returns are relative to, paise. @default that of the strategies where each says its own, else 1,000,000 rupees */
  readonly capitalPaise?: number;
  /** Whether the days are run again under one changed assumption each. @default false */
  readonly isSensitivityAsked?: boolean;
  /** Whether the days are run again with every volatility a fifth lower and higher, where prices are modelled. @default false */
  readonly isBandAsked?: boolean;
  /** Parameters of modelled prices that differ from the usual ones. */
  readonly pricing?: Partial<PricingModel>;
  /** Late holidays and extra sessions of the user. */
  readonly calendar?: unknown;
  /** Where the command log is written. @default nowhere */
  readonly logPath?: string;
  /** Who looks on on a day, to tell what led to its orders; undefined for no one. @default no one on any day */
  readonly witnessOf?: (date: IstDate) => DayWitness | undefined;
  /** Told why the command log is not whole. */
  readonly onLogTrouble?: ((why: string) => void) | undefined;
  /** What the strategies have opened by themselves so far. @default not watched */
  readonly reads?: () => readonly StrategyRead[];
  readonly onProgress?: (progress: BacktestProgress) => void;
  /** Ends the backtest after the day under way; what is done is returned. */
  readonly signal?: AbortSignal;
}

/** How far a backtest is. */
export interface BacktestProgress {
  readonly done: number;
  readonly total: number;
  readonly date: IstDate;
}

/** What backtests over the same days share: prices read once, and the market made of them. */
export interface PreparedBacktest {
  readonly prices: RecordedPrices;
  readonly days: readonly DataDay[];
  readonly world: BacktestWorld;
}

/** What differs between backtests over the same days. */
export interface BacktestRunOptions extends Pick<
  BacktestOptions,
  | 'strategies'
  | 'limits'
  | 'fills'
  | 'capitalPaise'
  | 'reads'
  | 'recorded'
  | 'logPath'
  | 'onLogTrouble'
  | 'witnessOf'
  | 'onProgress'
  | 'signal'
> {
  /** Whether nothing but sums is wanted of the days: no equity, no margin, no way of a trade. @default false */
  readonly isBrief?: boolean;
}
