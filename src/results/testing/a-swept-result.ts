import { type Json } from '../../base/json.ts';
import { seededRandom } from '../../base/random.ts';
import { type SweepResult, type SweepSplit, type VariantDay } from '../sweep-result.ts';
import { summedSweep } from '../sweep-summary.ts';
import { type TriedVariant } from '../sweep-tried.ts';
import { aResult } from './a-result.ts';

const ENTRIES = ['09:20', '09:30', '09:45', '10:00', '10:30', '11:00'];
const STOPS = [15, 20, 25, 30, 35, 40, 50, 60];

/** A judged sweep of two parameters whose variants differ by a hill and by luck; the same for the same split. */
export function aSweptResult(
  split: SweepSplit = { kind: 'holdout', inSamplePercent: 70 },
): SweepResult {
  const { days, prices, capitalPaise, underlyings, assumptions } = aResult();
  const about = { prices, capitalPaise, underlyings, assumptions };
  const run = days.filter(({ status }) => status === 'ok');
  const variants = ENTRIES.flatMap((entry, row) =>
    STOPS.map((stop, column): TriedVariant => {
      const index = row * STOPS.length + column;
      const random = seededRandom(`sweep/${String(index)}`);
      const better = 60_000 - 9_000 * Math.abs(row - 2) - 12_000 * Math.abs(column - 4);
      const ofDays = run.map((day): VariantDay => {
        const netPaise = Math.round(day.netPaise * 0.5 + better + random.normal() * 220_000);
        const money = { grossPaise: netPaise + day.costsPaise, costsPaise: day.costsPaise };
        const worstFillsNetPaise = netPaise - 30_000;
        const told = { worstFillsNetPaise, hasProblems: false, hasRun: true, failure: null };
        return { date: day.date, netPaise, ...money, trades: 2, ...told };
      });
      const params: Readonly<Record<string, Json>> = { entry, stopPercent: stop };
      const decisionsSha256 = String(index).padStart(64, '0');
      return {
        ...{ index, params, status: 'done', problem: null },
        run: { days: ofDays, decisionsSha256, about },
      };
    }),
  );
  return summedSweep({
    strategy: { name: 'short-straddle', sourceHash: '5f0c'.repeat(16) },
    params: [
      { name: 'entry', values: ENTRIES },
      { name: 'stopPercent', values: STOPS },
    ],
    method: { kind: 'grid' },
    combinations: variants.length,
    ...{ split, rank: 'sharpe', seed: 'sample', variants },
  });
}
