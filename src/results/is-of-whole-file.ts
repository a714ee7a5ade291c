import { type PriceProblem } from './backtest-result.ts';

const KINDS: ReadonlySet<string> = new Set([
  'wrong-zone',
  'wrong-stamp',
  'wrong-unit',
  'wrong-interval',
  'month-first',
]);

/** Whether a problem puts every row of its file in doubt. */
export function isOfWholeFile({ kind }: Pick<PriceProblem, 'kind'>): boolean {
  return KINDS.has(kind);
}
