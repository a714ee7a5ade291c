import { type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { type RankName, type TriedVariant } from '../../results/sweep/sweep-result.ts';
import { type HalvingRound, halvingRounds, survivors } from './halving.ts';
import { runTasks, type TaskParts } from './run-tasks.ts';
import { type SweepOptions } from './sweep-options.ts';
import { type VariantOutcome } from './variant-task.ts';

/** What variants are run with. */
export interface RunParts
  extends TaskParts, Pick<SweepOptions, 'method' | 'split' | 'rank' | 'onProgress'> {
  /** Days of a variant that runs whole; looked at by halving alone. */
  readonly days: number;
}

interface RanVariants {
  /** As they were chosen. */
  readonly variants: readonly TriedVariant[];
  readonly run: number;
  readonly kept: number;
}

/** Runs the variants that the strategy takes, in one round or, halving, in several. */
export async function runVariants(
  chosen: readonly TriedVariant[],
  parts: RunParts,
): Promise<Result<RanVariants, readonly Problem[]>> {
  const taken = chosen.filter(({ status }) => status !== 'refused');
  const rounds = roundsOf(taken.length, parts);
  const tried = new Map(chosen.map((variant) => [variant.index, variant]));
  const total = rounds.reduce((sum, { variants }) => sum + variants, 0);
  let [run, kept] = [0, 0];
  const tell = (): void => parts.onProgress?.({ done: run + kept, total });
  tell();
  let left: readonly TriedVariant[] = taken;
  for (const [place, round] of rounds.entries()) {
    const onRan = (isKept: boolean): void => {
      if (isKept) kept += 1;
      else run += 1;
      tell();
    };
    const ran = await runRound(left, round, { ...parts, onRan });
    if (!ran.ok) return ran;
    // A round that was stopped has not shown who goes on.
    const next = ran.value.size < left.length ? undefined : rounds[place + 1];
    const going =
      next === undefined
        ? left
        : goingOn(left, ran.value, { count: next.variants, rank: parts.rank });
    for (const variant of left) {
      const outcome = ran.value.get(variant.index);
      const isDropped = !going.includes(variant);
      if (outcome !== undefined) {
        tried.set(variant.index, after(variant, outcome, { ...round, isDropped }));
      }
    }
    if (next === undefined || going.length === 0) break;
    left = going;
  }
  return ok({ variants: [...tried.values()], run, kept });
}

function roundsOf(variants: number, { method, split, days }: RunParts): readonly HalvingRound[] {
  if (method.kind !== 'halving') return [{ variants, first: null }];
  const inSamplePercent = split.kind === 'holdout' ? split.inSamplePercent : null;
  return halvingRounds(variants, { days, inSamplePercent });
}

function after(
  variant: TriedVariant,
  outcome: VariantOutcome,
  { first, isDropped }: HalvingRound & { readonly isDropped: boolean },
): TriedVariant {
  if (outcome.kind === 'failed') {
    return { ...variant, status: 'failed', problem: outcome.problem };
  }
  const status = isDropped ? 'dropped' : first === null ? 'done' : 'not-reached';
  return { ...variant, status, run: outcome.run };
}

function goingOn(
  left: readonly TriedVariant[],
  outcomes: ReadonlyMap<number, VariantOutcome>,
  most: { readonly count: number; readonly rank: RankName },
): readonly TriedVariant[] {
  const ran = [...outcomes].flatMap(([index, outcome]) =>
    outcome.kind === 'done' ? { index, run: outcome.run } : [],
  );
  const going = new Set(survivors(ran, most));
  return left.filter(({ index }) => going.has(index));
}

/** Outcomes by the index of their variant, from the cache or made now; fewer than variants when it was stopped. */
async function runRound(
  variants: readonly TriedVariant[],
  { first }: HalvingRound,
  { onRan, ...parts }: TaskParts & { readonly onRan: (isKept: boolean) => void },
): Promise<Result<ReadonlyMap<number, VariantOutcome>, readonly Problem[]>> {
  const outcomes = new Map<number, VariantOutcome>();
  const tasks = variants.map(({ params }) => ({ params, first }));
  const ran = await runTasks(tasks, parts, (place, outcome, isKept) => {
    outcomes.set(variants[place]?.index ?? -1, outcome);
    onRan(isKept);
  });
  return ran.ok ? ok(outcomes) : ran;
}
