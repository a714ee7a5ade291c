import { defined } from '../../base/json.ts';
import { type VolatilityBand } from '../backtest-result.ts';
import { sampledVariants } from './sample-figures.ts';
import { bestOf } from './sweep-best.ts';
import { type SweepResult, type TriedSweep, type VariantRunAbout } from './sweep-result.ts';
import { sweepWarnings } from './sweep-warnings.ts';
import { spanOf, walkForward } from './walk-forward.ts';

/** Judges the variants of a sweep. A function of what they came to alone: of no order, clock or machine. */
export function summedSweep(tried: TriedSweep): SweepResult {
  const { strategy, params, method, combinations, split, rank, seed } = tried;
  const variants = sampledVariants(tried);
  const done = tried.variants.filter(({ status }) => status === 'done');
  const [whole] = done.flatMap(({ run }) => run ?? []);
  const judged = {
    params,
    split,
    rank,
    method,
    variants,
    tried: variants.filter((variant) => variant.whole !== null).length,
    best: bestOf(variants, tried),
    walkForward: walkForward(tried),
  };
  const shared = sharedBy(tried);
  return {
    schemaVersion: 1,
    strategy,
    combinations,
    seed,
    ...judged,
    ...shared,
    span: whole === undefined || whole.days.length === 0 ? null : spanOf(whole.days),
    warnings: sweepWarnings({ ...judged, ...shared }),
  };
}

/** What was run again at other volatilities; absent where it was not. */
export interface SweepBands {
  readonly best?: VolatilityBand;
  /** The out-of-sample days of all windows, each with the variant of its window. */
  readonly walked?: VolatilityBand;
}

/** A sweep with what was run again at other volatilities, and what to doubt about it since. */
export function withBands(sweep: SweepResult, { best, walked }: SweepBands): SweepResult {
  const { walkForward } = sweep;
  const banded = {
    ...sweep,
    ...defined({ volatilityBand: best }),
    walkForward: walkForward && { ...walkForward, ...defined({ volatilityBand: walked }) },
  };
  return { ...banded, warnings: sweepWarnings(banded) };
}

/** What all variants say alike, and lots that changed for any. */
function sharedBy({ variants }: TriedSweep): VariantRunAbout {
  const abouts = variants.flatMap(({ run }) => run?.about ?? []);
  const [about = { capitalPaise: 0, underlyings: [], prices: [], assumptions: [] }] = abouts;
  const lots = abouts.find((of) => of.lots !== undefined)?.lots;
  return { ...about, ...(lots === undefined ? {} : { lots }) };
}
