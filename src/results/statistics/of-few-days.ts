import { defined } from '../../base/json.ts';
import { type BacktestResult } from '../backtest-result.ts';
import { type Performance } from '../performance.ts';
import { type SampleFigures } from '../sweep/sweep-result.ts';

/** A month: a ratio, or a figure of a year, that is made of fewer days is more luck than anything. */
export const RATIO_DAYS_MIN = 20;

interface Shown {
  readonly result: BacktestResult;
  readonly performance: Performance;
}

const NO_RATIOS = {
  ...{ annualReturn: null, volatility: null, sharpe: null, sharpePerDay: null, sortino: null },
  ...{ skewness: null, kurtosis: null, calmar: null, probabilisticSharpe: null },
} satisfies Partial<Performance>;

/** What reports show of a result: without ratios and figures of a year where too few days ran, as if they were not defined. */
export function withoutFewDays({ result, performance }: Shown): Shown {
  if (performance.days >= RATIO_DAYS_MIN) return { result, performance };
  const benchmarks = result.benchmarks?.map(({ held, ...of }) => {
    return { ...of, held: held && { ...held, annualReturn: null, sharpe: null } };
  });
  return {
    result: { ...result, ...defined({ benchmarks }) },
    performance: { ...performance, ...NO_RATIOS },
  };
}

const NO_SAMPLE_RATIOS = {
  ...{ sharpe: null, sharpePerDay: null, sortino: null, calmar: null },
  ...{ skewness: null, kurtosis: null },
} satisfies Partial<SampleFigures>;

/** The same of some days of a variant. */
export function sampleWithoutFewDays(figures: SampleFigures): SampleFigures {
  return figures.days >= RATIO_DAYS_MIN ? figures : { ...figures, ...NO_SAMPLE_RATIOS };
}
