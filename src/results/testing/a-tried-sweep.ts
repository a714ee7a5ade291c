import { addDays } from '../../model/ist.ts';
import { type SweepSplit, type VariantRun } from '../sweep-result.ts';
import { type TriedSweep, type TriedVariant } from '../sweep-tried.ts';

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
