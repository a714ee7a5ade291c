import { counted, namedSome } from '../../base/counted.ts';
import { istClock, istDate, istTimeOfDayMs } from '../../model/time/ist.ts';
import {
  type BacktestDay,
  type BacktestResult,
  type BacktestStrategy,
  type PricesUsed,
  type PricingSource,
  type ShownPriceProblem,
  type StrategyRead,
} from '../backtest-result.ts';
import { daysRun } from '../backtest-totals.ts';
import { RATIO_DAYS_MIN } from '../statistics/of-few-days.ts';
import { closedSourceSentences, lotSentences, sourceGapSentences } from './before-figures.ts';
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
    ...closedSourceSentences(result.days),
    ...sourceGapSentences(result.sources),
    ...lotSentences(result.lots),
    ...(count > 0 && ran.every(hasNoTrade)
      ? [
          `No trade on ${count === 1 ? 'the 1 day' : `any of the ${String(count)} days`} that ran. Positions that a strategy keeps for itself alone are in no figure.`,
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
  return `; likewise ${counted(files.length, 'more file')}: ${namedSome(files, FILES_NAMED_MAX)}`;
}

const KINDS: ReadonlySet<string> = new Set([
  'wrong-zone',
  'wrong-stamp',
  'wrong-unit',
  'wrong-interval',
  'month-first',
]);

/** Whether a problem puts in doubt all rows of its file, which were read as they stand. */
export function isWholeFileDoubt({ kind }: Pick<ShownPriceProblem, 'kind'>): boolean {
  return KINDS.has(kind);
}

/** What must be known of figures over generated prices, before any of them; nothing of those of files. */
export function generatedCaveat(prices: readonly Pick<PricesUsed, 'source'>[]): readonly string[] {
  if (!prices.some(({ source }) => source.startsWith('generated '))) return [];
  return [
    'The prices are generated: the start of a day hints at the rest of it, and modelled premiums do not price that in. Profits on them say nothing about a market.',
  ];
}

const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * Parameters that are times of day at which nothing could come of a strategy, one sentence for each strategy: no session
 * of any day that ran was open at them, or its `exit` is not after its `entry`.
 */
export function idleTimes(result: Pick<BacktestResult, 'strategies' | 'days'>): readonly string[] {
  const sessions = daysRun(result).flatMap((day) => day.sessions);
  if (sessions.length === 0) return [];
  const isOpen = (time: string): boolean =>
    sessions.some(
      ({ startMs, endMs }) =>
        istTimeOfDayMs(startMs) <= msOf(time) && msOf(time) < istTimeOfDayMs(endMs),
    );
  return result.strategies.flatMap(({ name, params }) => {
    const times = timesIn(params);
    const closed = times.filter(([, time]) => !isOpen(time)).map(([key, time]) => `${key}=${time}`);
    const { entry, exit } = Object.fromEntries(times);
    const isTurned = entry !== undefined && exit !== undefined && entry >= exit;
    return [
      ...(closed.length === 0 ? [] : [`${name}: no session was open at ${closed.join(', ')}.`]),
      ...(isTurned ? [`${name}: entry=${entry} does not come before exit=${exit}.`] : []),
    ];
  });
}

function timesIn(params: unknown): readonly (readonly [name: string, time: string])[] {
  if (typeof params !== 'object' || params === null) return [];
  return Object.entries(params).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' && CLOCK_TIME.test(value) ? [[name, value] as const] : [],
  );
}

function msOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}

/** Reads that are listed one by one. */
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
    return `${by} opens "${what}" by itself, first ${when}: if that contains later data, every figure depends on it.`;
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
