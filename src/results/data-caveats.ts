import { counted } from '../base/counted.ts';
import { type BacktestDay, type BacktestResult } from './backtest-result.ts';
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

/** What a reader must know of the prices as a whole before any figure, a sentence each: doubts of whole files, nothing traded, too few days. */
export function dataCaveats(result: Pick<BacktestResult, 'problems' | 'days'>): readonly string[] {
  const ofFiles = result.problems.filter(({ kind }) => OF_WHOLE_FILES.has(kind));
  const ran = daysRun(result);
  const count = ran.length;
  return [
    ...ofFiles.map(
      ({ file, line, detail }) =>
        `${file}:${String(line)}: ${detail}. The rows were read as they stand, and every figure rests on them.`,
    ),
    ...(count > 0 && ran.every(hasNoTrade)
      ? [
          `Nothing was traded that counts: no trade on any of the ${counted(count, 'day')} that ran. Positions that a strategy keeps for itself alone are in no figure.`,
        ]
      : []),
    ...(count > 0 && count < DAYS_MIN
      ? [
          `Only ${counted(count, 'day')} ran: ratios, yearly figures and chances of fewer than ${String(DAYS_MIN)} say nothing.`,
        ]
      : []),
  ];
}

function hasNoTrade({ trades, fills }: BacktestDay): boolean {
  return trades === 0 && fills.length === 0;
}
