import { type BacktestResult, type SensitivityRun } from '../../results/backtest-result.ts';
import { moneyThatRan } from '../../results/backtest-totals.ts';
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
