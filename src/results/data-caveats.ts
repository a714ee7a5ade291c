import { type BacktestResult } from './backtest-result.ts';
import { daysRun } from './days-run.ts';

/** Kinds of problems that put every row of a file in doubt. */
const OF_WHOLE_FILES: ReadonlySet<string> = new Set([
  'wrong-zone',
  'wrong-stamp',
  'wrong-unit',
  'wrong-interval',
  'month-first',
]);
/** A month: of fewer days a ratio a year is more luck than anything. */
const DAYS_MIN = 20;

/** What a reader must know of the prices as a whole before any figure, a sentence each: doubts of whole files, too few days. */
export function dataCaveats(result: Pick<BacktestResult, 'problems' | 'days'>): readonly string[] {
  const ofFiles = result.problems.filter(({ kind }) => OF_WHOLE_FILES.has(kind));
  const count = daysRun(result).length;
  return [
    ...ofFiles.map(
      ({ file, line, detail }) =>
        `${file}:${String(line)}: ${detail}. The rows were read as they stand, and every figure rests on them.`,
    ),
    ...(count > 0 && count < DAYS_MIN
      ? [
          `Only ${String(count)} ${count === 1 ? 'day' : 'days'} ran: ratios, yearly figures and chances of fewer than ${String(DAYS_MIN)} say nothing.`,
        ]
      : []),
  ];
}
