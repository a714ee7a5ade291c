import { type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { type RankName, type TriedVariant } from '../../results/sweep/sweep-result.ts';
import { type ChosenVariant } from './choose-variants.ts';
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

/** What all variants came to, and how much work it was. */
export interface RanVariants {
  /** As they were chosen. */
  readonly variants: readonly TriedVariant[];
  readonly run: number;
  readonly kept: number;
}

/** Runs the variants that the strategy takes, in one round or, halving, in several. */
export async function runVariants(
  chosen: readonly ChosenVariant[],
  parts: RunParts,
): Promise<Result<RanVariants, readonly Problem[]>> {
  const taken = chosen.filter(({ refusal }) => refusal === null);
  const rounds = roundsOf(taken.length, parts);
  const tried = new Map(chosen.map((variant) => [variant.index, untried(variant)]));
  const tally = new Tally(rounds, parts.onProgress);
  let left: readonly ChosenVariant[] = taken;
  for (const [place, round] of rounds.entries()) {
    const ran = await runRound(left, round, { ...parts, tally });
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
  return ok({ variants: [...tried.values()], run: tally.run, kept: tally.kept });
}

function roundsOf(variants: number, { method, split, days }: RunParts): readonly HalvingRound[] {
  if (method.kind !== 'halving') return [{ variants, first: null }];
  const inSamplePercent = split.kind === 'holdout' ? split.inSamplePercent : null;
  return halvingRounds(variants, { days, inSamplePercent });
}

function untried({ index, params, refusal }: ChosenVariant): TriedVariant {
  const status = refusal === null ? 'not-reached' : 'refused';
  return { index, params, status, problem: refusal, run: null };
}

function after(
  chosen: ChosenVariant,
  outcome: VariantOutcome,
  { first, isDropped }: HalvingRound & { readonly isDropped: boolean },
): TriedVariant {
  const variant = untried(chosen);
  if (outcome.kind === 'failed') {
    return { ...variant, status: 'failed', problem: outcome.problem };
  }
  const status = isDropped ? 'dropped' : first === null ? 'done' : 'not-reached';
  return { ...variant, status, run: outcome.run };
}

function goingOn(
  left: readonly ChosenVariant[],
  outcomes: ReadonlyMap<number, VariantOutcome>,
  most: { readonly count: number; readonly rank: RankName },
): readonly ChosenVariant[] {
  const ran = [...outcomes].flatMap(([index, outcome]) =>
    outcome.kind === 'done' ? { index, run: outcome.run } : [],
  );
  const going = new Set(survivors(ran, most));
  return left.filter(({ index }) => going.has(index));
}

/** Outcomes by the index of their variant, from the cache or made now; fewer than variants when it was stopped. */
async function runRound(
  variants: readonly ChosenVariant[],
  { first }: HalvingRound,
  { tally, ...parts }: TaskParts & { readonly tally: Tally },
): Promise<Result<ReadonlyMap<number, VariantOutcome>, readonly Problem[]>> {
  const outcomes = new Map<number, VariantOutcome>();
  const tasks = variants.map(({ params }) => ({ params, first }));
  const ran = await runTasks(tasks, parts, (place, outcome, isKept) => {
    outcomes.set(variants[place]?.index ?? -1, outcome);
    if (isKept) tally.countKept();
    else tally.countRun();
  });
  return ran.ok ? ok(outcomes) : ran;
}

/** Counts runs of variants, and tells how many there are to be. */
class Tally {
  run = 0;
  kept = 0;
  readonly #total: number;
  readonly #tell: SweepOptions['onProgress'];

  constructor(rounds: readonly HalvingRound[], tell: SweepOptions['onProgress']) {
    this.#total = rounds.reduce((sum, { variants }) => sum + variants, 0);
    this.#tell = tell;
    this.#show();
  }

  countRun(): void {
    this.run += 1;
    this.#show();
  }

  countKept(): void {
    this.kept += 1;
    this.#show();
  }

  #show(): void {
    this.#tell?.({ done: this.run + this.kept, total: this.#total });
  }
}
