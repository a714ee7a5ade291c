import { counted } from '../../../base/counted.ts';
import { formatPaise } from '../../../model/money/money.ts';
import { NO_DAY_RAN } from '../../../results/caveats/day-caveats.ts';
import { sweepPricingSentence } from '../../../results/caveats/pricing-sentence.ts';
import { paramText } from '../../../results/csv/sweep-csv.ts';
import { figureText } from '../../../results/figures.ts';
import { sampleWithoutFewDays } from '../../../results/statistics/of-few-days.ts';
import { type Rank, RANKS, wholeAndBestFirst } from '../../../results/sweep/ranking.ts';
import { luckOf, netOfBest } from '../../../results/sweep/sweep-best.ts';
import {
  type DaySpan,
  type RankName,
  type SampleFigures,
  type SweepResult,
  type SweepVariant,
  type WalkForward,
} from '../../../results/sweep/sweep-result.ts';
import {
  type Cell,
  type Line,
  profit,
  signedPaise,
  span,
  spansOf,
  tableLines,
} from '../view/span.ts';
import { assumedLines, volatilityLines } from './assumption-lines.ts';

/** Variants that are listed; the others are in `--json` and `--out`. */
const LISTED_MAX = 40;

/** A sweep for people: variants, best first; what to think of the best one; what to doubt; what was assumed. */
export function sweepLines(result: SweepResult, isVerbose: boolean): readonly Line[] {
  const { pricing } = result;
  return [
    ...(pricing === undefined ? [] : [span(sweepPricingSentence(pricing), 'warning')]),
    span(headline(result), 'bold'),
    ...variantLines(result),
    ...bestLines(result),
    ...walkForwardLines(result),
    ...doubtLines(result.warnings),
    [],
    ...assumedLines(result, isVerbose),
  ];
}

function headline({ strategy, tried, combinations, span: days }: SweepResult): string {
  const over = days === null ? '' : `, ${spanText(days)}`;
  return `Sweep of ${strategy.name}: ${String(tried)} of ${counted(combinations, 'combination')} tried${over}`;
}

function spanText({ from, to, days }: DaySpan): string {
  return `${counted(days, 'day')} ${from} to ${to}`;
}

function variantLines({ params, variants, split, rank, best }: SweepResult): readonly Line[] {
  const isSplit = split.kind === 'holdout';
  const listed = variants.toSorted(wholeAndBestFirst(rank)).slice(0, LISTED_MAX);
  const columns = [
    '>#',
    ...params.map(({ name }) => `>${name}`),
    ...figureTitles(isSplit ? 'in ' : '', rank),
    ...(isSplit ? figureTitles('out ', rank) : []),
    '',
  ];
  const rows = listed.map((variant): Cell[] => {
    const isBest = variant.index === best?.index;
    return [
      span(String(variant.index), isBest ? 'bold' : 'plain'),
      ...params.map(({ name }) => paramText(variant.params[name])),
      ...figureCells(variant.inSample, rank),
      ...(isSplit ? figureCells(variant.outOfSample, rank) : []),
      noteOf(variant, isBest),
    ];
  });
  const more = variants.length - listed.length;
  return [
    ...tableLines(columns, rows),
    ...(more === 0 ? [] : [`  and ${String(more)} more: --json or --out has them all`]),
  ];
}

function rankText(rank: RankName, figures: SampleFigures | null): string {
  const { unit, of }: Rank = RANKS[rank];
  return figureText({ value: figures === null ? null : of(sampleWithoutFewDays(figures)), unit });
}

/** Titles of the figures that a variant is shown with. */
function figureTitles(prefix: string, rank: RankName): readonly string[] {
  const { head, isAlwaysShown }: Rank = RANKS[rank];
  const heads = ['net', 'trades', 'Sharpe', 'drawdown', ...(isAlwaysShown ? [] : [head])];
  return heads.map((title) => `>${prefix}${title}`);
}

function allDaysLines({ best, volatilityBand, pricing }: SweepResult): readonly Line[] {
  if (best === null) return [];
  const { worstFillsNetPaise } = best;
  if (worstFillsNetPaise === undefined && volatilityBand === undefined) return [];
  const netPaise = netOfBest(best);
  const worst =
    worstFillsNetPaise === undefined ? '' : `: worst fills ${signedPaise(worstFillsNetPaise)}`;
  const net = ['Net of all days ', profit(netPaise), worst];
  const again = volatilityLines({ netPaise, worstFillsNetPaise, band: volatilityBand }, pricing);
  return [net, ...again].map((line) => ['  ', ...spansOf(line)]);
}

function figureCells(figures: SampleFigures | null, rank: RankName): readonly Cell[] {
  if (figures === null) return figureTitles('', rank).map(() => '');
  const { netPaise, trades, sharpe, drawdownPaise } = sampleWithoutFewDays(figures);
  return [
    netPaise === null ? span(NO_DAY_RAN, 'warning') : profit(netPaise),
    String(trades),
    ratioText(sharpe),
    formatPaise(drawdownPaise),
    ...(RANKS[rank].isAlwaysShown ? [] : [rankText(rank, figures)]),
  ];
}

function noteOf({ status, problem, whole }: SweepVariant, isBest: boolean): Cell {
  if (isBest) return span('best', 'good');
  if (problem !== null) return span(status === 'done' ? problem : `${status}: ${problem}`, 'bad');
  if (status === 'dropped') return span(`dropped after ${counted(whole?.days ?? 0, 'day')}`, 'dim');
  return status === 'not-reached' ? span('not finished', 'warning') : '';
}

/** Which days chose the best, where that needs saying. */
const CHOSEN_BY: Readonly<Record<SweepResult['split']['kind'], string>> = {
  none: '',
  holdout: ' in-sample',
  'walk-forward': ' over all days',
};

function bestLines(result: SweepResult): readonly Line[] {
  const { best, tried, variants, split, rank, params } = result;
  const chosen = variants.find(({ index }) => index === best?.index);
  if (best === null || chosen === undefined) return [];
  const values = params.map(({ name }) => `${name}=${paramText(chosen.params[name])}`);
  const { placeOutOfSample, judged } = best;
  const luck = luckOf(best, chosen);
  const rows: Cell[][] = [
    ['  parameters', values.join(' ')],
    ...(rank === 'sharpe' ? [] : [[`  ${RANKS[rank].title}`, rankText(rank, chosen.inSample)]]),
    ['  Sharpe ratio', sharpeText(chosen.inSample)],
    [`  best of ${String(tried)} by luck`, ratioText(tried < 2 ? null : luck.sharpe)],
    ['  deflated Sharpe', probabilityText(luck.deflated)],
    ...(placeOutOfSample === null
      ? []
      : [['  out of sample', `${String(placeOutOfSample)} of ${String(judged)}`]]),
  ];
  const by = rank === 'sharpe' ? '' : ` by ${RANKS[rank].title}`;
  return [
    [],
    span(`Best${by}${CHOSEN_BY[split.kind]}: #${String(best.index)}`, 'bold'),
    ...tableLines([], rows),
    ...allDaysLines(result),
  ];
}

function walkForwardLines({ walkForward, rank, pricing }: SweepResult): readonly Line[] {
  if (walkForward === null) return [];
  const inHead = `>in ${RANKS[rank].head}`;
  const columns = ['in-sample', 'out-of-sample', '>#', inHead, '>out net', '>out Sharpe'];
  const rows = walkForward.windows.map(({ choose, judge, index, inSample, outOfSample }) => [
    spanText(choose),
    spanText(judge),
    String(index),
    rankText(rank, inSample),
    profit(outOfSample.netPaise),
    sharpeText(outOfSample),
  ]);
  return [
    [],
    span('Walk forward', 'bold'),
    ...tableLines(columns, rows),
    ...outOfSampleLines(walkForward, pricing),
  ];
}

/** Out-of-sample days of all windows together, with worst fills and at other volatilities. */
function outOfSampleLines(
  { outOfSample, worstFillsNetPaise, volatilityBand }: WalkForward,
  pricing: SweepResult['pricing'],
): readonly Line[] {
  const { netPaise, drawdownPaise } = outOfSample;
  const worst =
    worstFillsNetPaise === undefined ? '' : ` (worst fills ${signedPaise(worstFillsNetPaise)})`;
  const sum = `Out of sample in all: ${signedPaise(netPaise)}${worst}, Sharpe ${sharpeText(outOfSample)}, drawdown ${formatPaise(drawdownPaise)}`;
  if (netPaise === null) return [sum];
  const beside = { netPaise, worstFillsNetPaise, band: volatilityBand };
  return [sum, ...volatilityLines(beside, pricing)];
}

function doubtLines(sentences: readonly string[]): readonly Line[] {
  if (sentences.length === 0) return [];
  return [[], span('To doubt', 'bold'), ...sentences.map((text) => span(`  ${text}`, 'warning'))];
}

/** A Sharpe ratio; a dash where it is not defined, or its days are too few. */
function sharpeText(figures: SampleFigures | null): string {
  return ratioText(figures === null ? null : sampleWithoutFewDays(figures).sharpe);
}

function ratioText(ratio: number | null): string {
  return ratio === null ? '–' : ratio.toFixed(2);
}

function probabilityText(probability: number | null): string {
  return probability === null
    ? 'not defined'
    : `${(probability * 100).toFixed(1)} % probability of skill`;
}
