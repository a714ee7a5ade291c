import { asyncScheduler, delay } from 'rxjs';

import { type LoadedStrategy } from '../loading/load-strategy.ts';
import {
  type BacktestResult,
  type SensitivityRun,
  type VolatilityBand,
  type VolatilityRun,
} from '../results/backtest-result.ts';
import { moneyThatRan } from '../results/backtest-totals.ts';
import { type FillChoice } from './fill-choice.ts';

const MINUTE_MS = 60_000;

/** What is changed, one at a time. */
const CHANGES: readonly (readonly [SensitivityRun['name'], (fills: FillChoice) => FillChoice])[] = [
  [
    'one-minute-later',
    (fills) => ({ ...fills, decidedLaterMs: (fills.decidedLaterMs ?? 0) + MINUTE_MS }),
  ],
  ['one-tick-worse', (fills) => ({ ...fills, ticksWorse: (fills.ticksWorse ?? 0) + 1 })],
];

/** How often the days are run for it. */
export const SENSITIVITY_RUNS = CHANGES.length;

/**
 * What the same days come to with every decision a minute later, and with every fill a tick worse. It is decisions that
 * come later, not each of their orders: a hedge that takes a minute to the exchange would leave its shorts unsent, which
 * says nothing of a trader who is slow. Null when one of the runs was stopped, for sums over fewer days would mislead, or ran no day.
 */
export async function sensitivityOf(
  fills: FillChoice,
  rerun: (changed: FillChoice, place: number) => Promise<BacktestResult>,
): Promise<readonly SensitivityRun[] | null> {
  const runs: SensitivityRun[] = [];
  for (const [place, [name, change]] of CHANGES.entries()) {
    const { totals, daysNotReached } = await rerun(change(fills), place);
    const money = moneyThatRan(totals);
    if (daysNotReached > 0 || money === null) return null;
    runs.push({ name, trades: totals.trades, ...money });
  }
  return runs;
}

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

/**
 * The same strategies, with every decision that much later: commands come in their order, after a delay of the run's
 * own clock. What a strategy sees, and what it decides by, stays as it is.
 *
 * @param byMs milliseconds; 0 leaves them as they are
 */
export function decidedLater(
  strategies: readonly LoadedStrategy[],
  byMs: number,
): readonly LoadedStrategy[] {
  if (byMs === 0) return strategies;
  return strategies.map((loaded) => {
    const { strategy } = loaded;
    const run: typeof strategy.run = (context) =>
      strategy.run(context).pipe(delay(byMs, asyncScheduler));
    return { ...loaded, strategy: { ...strategy, run } };
  });
}
