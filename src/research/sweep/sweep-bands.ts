import { BAND_SHARE } from '../../backtest/reruns.ts';
import { defined } from '../../base/json.ts';
import { type VolatilityBand, type VolatilityRun } from '../../results/backtest-result.ts';
import { moneyOf } from '../../results/backtest-totals.ts';
import { worstFillsOf } from '../../results/sweep/sample-figures.ts';
import {
  type DaySpan,
  type SweepResult,
  type VariantDay,
} from '../../results/sweep/sweep-result.ts';
import { type SweepBands } from '../../results/sweep/sweep-summary.ts';
import { runTasks, type TaskParts } from './run-tasks.ts';
import { type SweepProgress } from './sweep-options.ts';

/** Days of a variant: those of a span, or all. */
interface Part {
  readonly index: number;
  readonly span: DaySpan | null;
}

/** Days of a variant, by its index. */
type Runs = Map<number, readonly VariantDay[]>;

/**
 * What the best variant and the windows of a walk forward come to with every volatility a fifth lower and higher. Each
 * variant that was chosen runs twice over all days, so that what it remembers is as before. Leaves out what is not there,
 * what no price was modelled for, and what did not run to its end.
 */
export async function sweepBands(
  { best, variants, walkForward, pricing }: SweepResult,
  parts: TaskParts,
  onProgress?: (progress: SweepProgress) => void,
): Promise<SweepBands> {
  if (pricing === undefined) return {};
  const ofBest: readonly Part[] = best === null ? [] : [{ index: best.index, span: null }];
  const windows = walkForward?.windows ?? [];
  const ofWindows = windows.map(({ index, judge }): Part => ({ index, span: judge }));
  const wanted = new Set([...ofBest, ...ofWindows].map(({ index }) => index));
  const lower: Runs = new Map();
  const higher: Runs = new Map();
  const asked = variants
    .filter(({ index }) => wanted.has(index))
    .flatMap(({ index, params }) => [
      { index, params, runs: lower, volatilityScale: 1 - BAND_SHARE },
      { index, params, runs: higher, volatilityScale: 1 + BAND_SHARE },
    ]);
  const tasks = asked.map(({ params, volatilityScale }) => ({
    params,
    first: null,
    volatilityScale,
  }));
  let done = 0;
  await runTasks(tasks, parts, (place, outcome) => {
    done += 1;
    onProgress?.({ done, total: tasks.length });
    const of = asked[place];
    if (outcome.kind === 'done') of?.runs.set(of.index, outcome.run.days);
  });
  const bandOf = (of: readonly Part[]): VolatilityBand | undefined => {
    const [below, above] = [runOf(of, lower), runOf(of, higher)];
    if (below === null || above === null) return undefined;
    return { share: BAND_SHARE, lower: below, higher: above };
  };
  return defined({ best: bandOf(ofBest), walked: bandOf(ofWindows) });
}

/** The sum of parts; null where one of them did not run to its end. */
function runOf(parts: readonly Part[], runs: Runs): VolatilityRun | null {
  const days: VariantDay[] = [];
  for (const { index, span } of parts) {
    const run = runs.get(index);
    if (run === undefined) return null;
    days.push(...run.filter(({ date }) => span === null || isWithin(date, span)));
  }
  const worstFillsNetPaise = worstFillsOf(days);
  if (worstFillsNetPaise === null) return null;
  const trades = days.reduce((sum, day) => sum + day.trades, 0);
  return { trades, ...moneyOf(days), worstFillsNetPaise };
}

function isWithin(date: string, { from, to }: DaySpan): boolean {
  return from <= date && date <= to;
}
