import { counted } from '../../base/counted.ts';
import { istClock, istDate } from '../../model/time/ist.ts';
import {
  type BacktestStrategy,
  type PricingSource,
  type StrategyRead,
} from '../backtest-result.ts';

/** Reads that are told one by one. */
const READS_TOLD_MAX = 3;

/**
 * What must be known, before any figure, of what strategies may know of the days to come: what they opened by themselves, and
 * that neither their code nor the volatility model beside it was searched. Nothing of strategies in YAML, which know what they are shown.
 */
export function lookaheadCaveats({
  strategies,
  reads = [],
  pricing,
}: {
  readonly strategies: readonly Pick<BacktestStrategy, 'name' | 'isCode'>[];
  readonly reads?: readonly StrategyRead[];
  readonly pricing?: Pick<PricingSource, 'model'> | undefined;
}): readonly string[] {
  const told = reads.slice(0, READS_TOLD_MAX).map(({ by, what, atMs }) => {
    const when = atMs === null ? 'while it was loaded' : `at ${istDate(atMs)} ${istClock(atMs)}`;
    return `${by} opens "${what}" by itself, first ${when}: where that holds what is yet to come, every figure rests on it.`;
  });
  const more = reads.length - told.length;
  const code = strategies.filter(({ isCode }) => isCode === true).map(({ name }) => name);
  return [
    ...told,
    ...(more > 0 ? [`Strategies open ${counted(more, 'more file')} by themselves.`] : []),
    ...(code.length > 0
      ? [
          `Not searched for lookahead: ${code.join(', ')}. "sauda lookahead" searches over the same prices; what even that cannot see, such as a table of good dates in the source, is listed in docs/honesty.md.`,
        ]
      : []),
    ...(code.length > 0 && pricing?.model !== undefined
      ? [
          `The volatility model ${pricing.model} is asked for prices that are still to come, and could leave them where the strategy finds them. That was not searched either; "sauda lookahead" finds it.`,
        ]
      : []),
  ];
}
