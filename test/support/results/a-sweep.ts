import { type Json } from '../../../src/base/json.ts';
import { seededRandom } from '../../../src/base/random.ts';
import { addDays } from '../../../src/model/time/ist.ts';
import {
  type SweepResult,
  type SweepSplit,
  type TriedSweep,
  type TriedVariant,
  type VariantDay,
  type VariantRun,
} from '../../../src/results/sweep/sweep-result.ts';
import { summedSweep } from '../../../src/results/sweep/sweep-summary.ts';
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

/** A variant's days by what each came to, net, paise; costs are a tenth of a rupee a day. */
export function aVariantRun(netsPaise: readonly number[], decisions = 'a'): VariantRun {
  return {
    days: netsPaise.map((netPaise, day) => ({
      date: addDays('2024-01-01', day),
      grossPaise: netPaise + 10,
      costsPaise: 10,
      netPaise,
      worstFillsNetPaise: netPaise,
      trades: 2,
      hasProblems: false,
      hasRun: true,
      failure: null,
    })),
    decisionsSha256: decisions,
    about: {
      capitalPaise: 10_000_000,
      underlyings: ['NIFTY'],
      prices: [],
      assumptions: ['Prices are made up'],
    },
  };
}

/** A sweep over one parameter, `stop`: 10, 20 and so on, a variant for each list of nets. */
export function aTriedSweep(
  nets: readonly (readonly number[])[],
  more: Partial<TriedSweep> & { readonly split?: SweepSplit } = {},
): TriedSweep {
  const values = nets.map((_, index) => (index + 1) * 10);
  const variants = nets.map((days, index): TriedVariant => ({
    index,
    params: { stop: values[index] ?? 0 },
    status: 'done',
    problem: null,
    run: aVariantRun(days, String(index)),
  }));
  return {
    strategy: { name: 'swept', sourceHash: 'hash' },
    params: [{ name: 'stop', values }],
    method: { kind: 'grid' },
    combinations: nets.length,
    split: { kind: 'none' },
    rank: 'sharpe',
    seed: 'test',
    variants,
    ...more,
  };
}

/** The same run, but that the strategy failed on its first days. */
export function failingRun(run: VariantRun, days: number): VariantRun {
  return {
    ...run,
    days: run.days.map((day, place) => (place < days ? { ...day, failure: 'boom' } : day)),
  };
}

/** The same run, with every day at its worst fills come to so much. */
export function atWorst(run: VariantRun, worstFillsNetPaise: number): VariantRun {
  return { ...run, days: run.days.map((day) => ({ ...day, worstFillsNetPaise })) };
}
