import { type PriceProblem } from './backtest-result.ts';

const KINDS: ReadonlySet<string> = new Set([
  'wrong-zone',
  'wrong-stamp',
  'wrong-unit',
  'wrong-interval',
  'month-first',
]);

/** Whether a problem puts in doubt all rows of its file, which were read as they stand. */
export function isWholeFileDoubt({ kind }: Pick<PriceProblem, 'kind'>): boolean {
  return KINDS.has(kind);
}
