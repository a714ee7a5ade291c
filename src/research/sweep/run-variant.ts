import { refusalsOf } from '../../backtest/backtest-refusals.ts';
import { type PreparedBacktest, runBacktest } from '../../backtest/backtest.ts';
import { sha256Hex } from '../../base/hash.ts';
import { defined } from '../../base/json.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import {
  type BacktestDay,
  type BacktestResult,
  type PricingSource,
  type PricingUsed,
} from '../../results/backtest-result.ts';
import { type VariantDay, type VariantRun } from '../../results/sweep/sweep-result.ts';
import { daysOfTask, type SweptBacktest, type VariantTask } from './variant-task.ts';

/** Runs one variant over its days: all that were prepared, or the first of those that choose. Else says why it cannot be run. */
export async function runVariant(
  prepared: PreparedBacktest,
  { strategy, backtest }: { readonly strategy: LoadedStrategy; readonly backtest: SweptBacktest },
  task: Pick<VariantTask, 'first'>,
): Promise<Result<VariantRun, string>> {
  const { world } = prepared;
  const [refusal] = refusalsOf({ strategies: [strategy] }, world.underlyings);
  if (refusal !== undefined) return fail(refusal.message);
  const days = firstDays(prepared.days, task);
  const asked = { ...backtest, strategies: [strategy], isBrief: true };
  const result = await runBacktest({ ...prepared, days }, asked);
  return ok(variantRun(result));
}

/** As many days as the task runs, with those between them that are not run. */
function firstDays(
  days: PreparedBacktest['days'],
  task: Pick<VariantTask, 'first'>,
): PreparedBacktest['days'] {
  const run = days.filter(({ verdict }) => verdict.kind === 'run');
  const count = daysOfTask(task, run.length);
  if (count === run.length) return days;
  const after = run[count]?.date;
  return days.filter(({ date }) => after === undefined || date < after);
}

function variantRun(result: BacktestResult): VariantRun {
  const days = result.days.filter(({ status }) => status !== 'missing' && status !== 'skipped');
  const { capitalPaise, underlyings, prices, assumptions, pricing, sources, lots } = result;
  return {
    days: days.map(variantDay),
    decisionsSha256: sha256Hex(days.map(({ commandLogSha256 }) => commandLogSha256).join('\n')),
    about: {
      ...{ capitalPaise, underlyings, prices, assumptions },
      ...defined({ pricing: pricing === undefined ? undefined : sourceOf(pricing), sources, lots }),
    },
  };
}

/** Fills differ from variant to variant. */
function sourceOf({ kind, source, model, withoutValue }: PricingUsed): PricingSource {
  return { kind, source, ...defined({ model, withoutValue }) };
}

function variantDay(day: BacktestDay): VariantDay {
  const { date, grossPaise, costsPaise, netPaise, trades } = day;
  const hasProblems = day.status !== 'ok';
  const { worstFillsNetPaise = netPaise } = day;
  const money = { grossPaise, costsPaise, netPaise, worstFillsNetPaise };
  const hasRun = day.status !== 'failed';
  return { date, ...money, trades, hasProblems, hasRun, failure: failureOf(day) };
}

/** Why the strategy failed, or the whole day did; null when neither did. */
function failureOf({ status, reason, notes = [] }: BacktestDay): string | null {
  if (status === 'failed') return reason ?? '';
  return notes.find(({ kind }) => kind === 'strategy-failed')?.message ?? null;
}
