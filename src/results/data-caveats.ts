import { counted } from '../base/counted.ts';
import { type BacktestDay, type BacktestResult } from './backtest-result.ts';
import { lotSentences } from './before-figures/lots-traded.ts';
import { sourceGapSentences } from './before-figures/source-played.ts';
import { daysRun } from './days-run.ts';
import { generatedCaveat } from './generated-caveat.ts';
import { idleTimes } from './idle-times.ts';
import { isWholeFileDoubt } from './is-whole-file-doubt.ts';
import { lookaheadCaveats } from './lookahead-caveats.ts';
import { RATIO_DAYS_MIN } from './statistics/of-few-days.ts';
import { stampCaveats } from './stamp-sentences.ts';

/** Files that are named beside the first that is doubted for one reason; the others are counted. */
const FILES_NAMED_MAX = 3;

/**
 * What a reader must know of the prices as a whole before any figure, a sentence each: that they are generated, doubts of whole
 * files and of their stamps, what strategies may
 * know besides, days without a value of a source, lots that changed, nothing traded, too few days.
 */
export function dataCaveats(
  result: Pick<
    BacktestResult,
    'problems' | 'prices' | 'days' | 'strategies' | 'reads' | 'pricing' | 'sources' | 'lots'
  >,
): readonly string[] {
  const ran = daysRun(result);
  const count = ran.length;
  return [
    ...generatedCaveat(result.prices),
    ...fileDoubts(result.problems),
    ...stampCaveats(result.prices),
    ...lookaheadCaveats(result),
    ...sourceGapSentences(result.sources),
    ...lotSentences(result.lots),
    ...(count > 0 && ran.every(hasNoTrade)
      ? [
          `Nothing was traded that counts: no trade on ${count === 1 ? 'the 1 day' : `any of the ${String(count)} days`} that ran. Positions that a strategy keeps for itself alone are in no figure.`,
          ...idleTimes(result),
        ]
      : []),
    ...(count > 0 && count < RATIO_DAYS_MIN
      ? [
          `Only ${counted(count, 'day')} ran: ratios, yearly figures and chances need ${String(RATIO_DAYS_MIN)}, and are left out.`,
        ]
      : []),
  ];
}

function hasNoTrade({ trades, fills }: BacktestDay): boolean {
  return trades === 0 && fills.length === 0;
}

/** One for each kind of doubt, however many files it is about: a folder of files is mostly wrong in one way. */
function fileDoubts(problems: BacktestResult['problems']): readonly string[] {
  const doubts = problems.filter(isWholeFileDoubt);
  const firsts = doubts.filter(
    ({ kind }, at) => doubts.findIndex((other) => other.kind === kind) === at,
  );
  return firsts.map((first) => {
    const { file, line, kind, detail } = first;
    const all = new Set(doubts.filter((other) => other.kind === kind).map((other) => other.file));
    const others = [...all].filter((other) => other !== file);
    return `${file}:${String(line)}: ${detail}${othersText(others)}. The rows were read as they stand, and every figure rests on them.`;
  });
}

function othersText(files: readonly string[]): string {
  if (files.length === 0) return '';
  const named = files.slice(0, FILES_NAMED_MAX).join(', ');
  const more = files.length - FILES_NAMED_MAX;
  return `; likewise ${counted(files.length, 'more file')}: ${named}${more > 0 ? ` and ${String(more)} more` : ''}`;
}
