import {
  type BacktestResult,
  type VolatilityBand,
  type VolatilityRun,
} from '../../results/backtest-result.ts';
import { moneyThatRan } from '../../results/backtest-totals.ts';

/** How much the volatilities are lowered and raised. */
export const BAND_SHARE = 0.2;
/** How often the days are run for it. */
export const BAND_RUNS = 2;

/**
 * What the same days come to with every volatility a fifth lower and a fifth higher: strikes, stops and decisions follow
 * the other prices. Undefined where no price was modelled, or one of the runs was stopped or ran no day.
 */
export async function volatilityBandOf(
  { pricing }: Pick<BacktestResult, 'pricing'>,
  rerun: (volatilityScale: number, place: number) => Promise<BacktestResult>,
): Promise<VolatilityBand | undefined> {
  if (pricing === undefined || pricing.modelledFills === 0) return undefined;
  const lower = await rerun(1 - BAND_SHARE, 0);
  const higher = await rerun(1 + BAND_SHARE, 1);
  const [below, above] = [sums(lower), sums(higher)];
  if (below === null || above === null) return undefined;
  return { share: BAND_SHARE, lower: below, higher: above };
}

function sums({ totals, scenarios, daysNotReached }: BacktestResult): VolatilityRun | null {
  const money = moneyThatRan(totals);
  const worst = moneyThatRan(scenarios.pessimistic);
  if (daysNotReached > 0 || money === null || worst === null) return null;
  return { trades: totals.trades, ...money, worstFillsNetPaise: worst.netPaise };
}
