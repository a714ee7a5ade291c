import { basename } from 'node:path';

import { type BacktestOptions, prepareBacktest, runBacktest } from '../../src/backtest/backtest.ts';
import { type Json } from '../../src/base/json.ts';
import { loadStrategy } from '../../src/loading/load-strategy.ts';
import { sweep } from '../../src/research/sweep/sweep.ts';
import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { type SweepResult } from '../../src/results/sweep/sweep-result.ts';
import { valueOf } from '../support/simulated-day.ts';
import { type FormPair } from './form-pair.ts';
import { allOf, firstDifference, numbersOf, sweepNumbersOf } from './numbers.ts';

/** Over which days a pair is run. */
export interface DaysAsked {
  readonly prices: BacktestOptions['prices'];
  /** First date of generated prices, which begin before it. @default the first of the files */
  readonly from?: string;
}

/** What a pair came to on one underlying. */
export interface CheckedPair {
  readonly underlying: string;
  readonly result: BacktestResult;
  /** Where its two forms first differ; null when all numbers are the same. */
  readonly forms: string | null;
  /** Where a sweep by two threads first differs from one by one thread, or from the backtest. */
  readonly workers: string | null;
  /** Where a second run of the same file first differs from the first. */
  readonly again: string | null;
}

/** What one form came to. */
interface CheckedForm {
  readonly results: readonly BacktestResult[];
  readonly swept: SweepResult;
  readonly workers: readonly (string | null)[];
  readonly again: readonly (string | null)[];
}

const SEED = 'days';
/** Lots of the variants of a sweep, which must be two at least; backtests have the first. */
const LOTS = { ofOneUnderlying: ['1', '2'], ofSeveral: ['1'] };

/** Runs both forms of a strategy over all days, twice, and as sweeps by one and by two threads. */
export async function checkPair(
  { files }: FormPair,
  asked: DaysAsked,
  tell: (step: string) => void,
): Promise<readonly CheckedPair[]> {
  const { world } = valueOf(await prepareBacktest({ ...asked, strategies: [] }));
  const forms: CheckedForm[] = [];
  for (const file of files) {
    tell(basename(file));
    forms.push(await checkForm(file, asked, world.underlyings));
  }
  const [one, other] = forms as [CheckedForm, CheckedForm];
  const sweeps = firstDifference(sweepNumbersOf(one.swept), sweepNumbersOf(other.swept));
  return one.results.map((result, at) => ({
    underlying: world.underlyings[at] ?? '',
    result,
    forms: differenceOfForms(result, other.results[at]) ?? sweeps,
    workers: one.workers[at] ?? other.workers[at] ?? null,
    again: one.again[at] ?? other.again[at] ?? null,
  }));
}

function differenceOfForms(one: BacktestResult, other: BacktestResult | undefined): string | null {
  return other === undefined ? null : firstDifference(numbersOf(one), numbersOf(other));
}

async function checkForm(
  file: string,
  asked: DaysAsked,
  underlyings: readonly string[],
): Promise<CheckedForm> {
  const byOne = await sweepDays(file, asked, { workers: 1, underlyings });
  const byTwo = await sweepDays(file, asked, { workers: 2, underlyings });
  const results: BacktestResult[] = [];
  const again: (string | null)[] = [];
  const workers: (string | null)[] = [];
  for (const [at, underlying] of underlyings.entries()) {
    const result = await runDays(file, asked, underlying);
    const second = await runDays(file, asked, underlying);
    results.push(result);
    again.push(firstDifference(allOf(result), allOf(second)));
    workers.push(
      firstDifference(allOf(byOne), allOf(byTwo)) ??
        firstDifference(moneyOfVariant(byOne, at), moneyOf(result)),
    );
  }
  return { results, swept: byOne, workers, again };
}

/** Reads the prices anew each time: what reading leaves behind is part of the question. */
async function runDays(
  file: string,
  asked: DaysAsked,
  underlying: string,
): Promise<BacktestResult> {
  const strategies = [valueOf(await loadStrategy(file, { underlying, lots: 1 }))];
  const prepared = valueOf(await prepareBacktest({ ...asked, strategies, seed: SEED }));
  return runBacktest(prepared, { strategies });
}

async function sweepDays(
  file: string,
  asked: DaysAsked,
  { workers, underlyings }: { readonly workers: number; readonly underlyings: readonly string[] },
): Promise<SweepResult> {
  const swept = await sweep({
    strategy: valueOf(await loadStrategy(file)),
    backtest: { ...asked, seed: SEED },
    params: [
      { name: 'underlying', atoms: underlyings },
      { name: 'lots', atoms: underlyings.length === 1 ? LOTS.ofOneUnderlying : LOTS.ofSeveral },
    ],
    method: { kind: 'grid' },
    split: { kind: 'none' },
    rank: 'sharpe',
    seed: SEED,
    workers,
    cacheDirectory: null,
  });
  return valueOf(swept).result;
}

/** Of a variant whose parameters are those of a backtest. */
function moneyOfVariant({ variants }: SweepResult, at: number): Json {
  const { status, problem, whole } = variants[at] ?? {};
  const { netPaise = null, grossPaise = null, costsPaise = null, trades = null } = whole ?? {};
  return {
    // Days on which the strategy failed are told of a variant that is done, too.
    problem: status === 'done' ? null : (problem ?? String(status)),
    netPaise,
    grossPaise,
    costsPaise,
    trades,
  };
}

function moneyOf({ totals }: BacktestResult): Json {
  const { netPaise, grossPaise, costsPaise, trades } = totals;
  return { problem: null, netPaise, grossPaise, costsPaise, trades };
}
