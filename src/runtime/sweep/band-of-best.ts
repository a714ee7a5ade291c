import {
  type RunAgain,
  type VolatilityBand,
  type VolatilityRun,
} from '../../results/backtest-result.ts';
import { type SweepResult, type VariantRun } from '../../results/sweep-result.ts';
import { BAND_SHARE } from '../backtest/volatility-band.ts';
import { type VariantPool } from './variant-pool.ts';

/**
 * What the best variant comes to over all its days with every volatility a fifth lower and higher. Undefined where none is
 * best, where each window chose its own, where no price can be modelled, and where a run did not end.
 */
export async function bandOfBest(
  { best, variants, walkForward, pricing }: SweepResult,
  pool: Pick<VariantPool, 'run'>,
): Promise<VolatilityBand | undefined> {
  const chosen = variants.find(({ index }) => index === best?.index);
  if (chosen === undefined || walkForward !== null || pricing === undefined) return undefined;
  const tasks = [1 - BAND_SHARE, 1 + BAND_SHARE].map((volatilityScale) => {
    return { params: chosen.params, first: null, volatilityScale };
  });
  const runs = new Map<number, VolatilityRun>();
  await pool.run(tasks, (place, outcome) => {
    if (outcome.kind !== 'done') return;
    const { days, worstFillsNetPaise } = outcome.run;
    if (worstFillsNetPaise !== null) runs.set(place, { ...sumsOf(days), worstFillsNetPaise });
  });
  const [lower, higher] = [runs.get(0), runs.get(1)];
  if (lower === undefined || higher === undefined) return undefined;
  return { share: BAND_SHARE, lower, higher };
}

function sumsOf(days: VariantRun['days']): RunAgain {
  const sums = { trades: 0, grossPaise: 0, costsPaise: 0, netPaise: 0 };
  for (const day of days) {
    sums.trades += day.trades;
    sums.grossPaise += day.grossPaise;
    sums.costsPaise += day.costsPaise;
    sums.netPaise += day.netPaise;
  }
  return sums;
}
