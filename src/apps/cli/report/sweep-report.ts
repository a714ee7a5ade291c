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
  columnsOf,
  type Line,
  moneyStyle,
  paintLine,
  signedPaise,
  type Span,
  span,
  tableLines,
} from '../view/span.ts';
import { assumedLines, volatilityLines } from './assumption-lines.ts';

/** Variants that are listed; the others are in `--json` and `--out`. */
const LISTED_MAX = 40;

/** A sweep for people: variants, best first; what to think of the best one; what to doubt; what was assumed. */
export function sweepReportText(
  result: SweepResult,
  options: { readonly columns: number; readonly color: boolean; readonly isVerbose: boolean },
): string {
  const lines: Line[] = [
    ...(result.pricing === undefined
      ? []
      : [[span(sweepPricingSentence(result.pricing), 'warning')]]),
    [span(headline(result), 'bold')],
    ...variantLines(result),
    ...bestLines(result),
    ...walkForwardLines(result),
    ...doubtLines(result.warnings),
    [],
    ...assumedLines(result.assumptions, {
      isVerbose: options.isVerbose,
      source: result.pricing?.source ?? null,
    }),
  ];
  return lines.map((line) => `${paintLine(line, options)}\n`).join('');
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
  const columns = columnsOf(
    '>#',
    ...params.map(({ name }) => `>${name}`),
    ...figureTitles(isSplit ? 'in ' : '', rank),
    ...(isSplit ? figureTitles('out ', rank) : []),
    '',
  );
  const rows = listed.map((variant): Span[] => {
    const isBest = variant.index === best?.index;
    return [
      span(String(variant.index), isBest ? 'bold' : 'plain'),
      ...params.map(({ name }) => span(paramText(variant.params[name] ?? null))),
      ...figureCells(variant.inSample, rank),
      ...(isSplit ? figureCells(variant.outOfSample, rank) : []),
      noteOf(variant, isBest),
    ];
  });
  const more = variants.length - listed.length;
  return [
    ...tableLines(columns, rows),
    ...(more === 0 ? [] : [[span(`  and ${String(more)} more: --json or --out has them all`)]]),
  ];
}

function rankText(rank: RankName, figures: SampleFigures | null): string {
  const { unit, of }: Rank = RANKS[rank];
  return figureText({ value: figures === null ? null : of(sampleWithoutFewDays(figures)), unit });
}

function figureHeads(rank: RankName): readonly string[] {
  const { head, isAlwaysShown }: Rank = RANKS[rank];
  return ['net', 'trades', 'Sharpe', 'drawdown', ...(isAlwaysShown ? [] : [head])];
}

function allDaysLines({ best, volatilityBand, pricing }: SweepResult): readonly Line[] {
  if (best === null) return [];
  const { worstFillsNetPaise } = best;
  if (worstFillsNetPaise === undefined && volatilityBand === undefined) return [];
  const netPaise = netOfBest(best);
  const worst =
    worstFillsNetPaise === undefined ? '' : `: worst fills ${signedPaise(worstFillsNetPaise)}`;
  const net = [
    span('Net of all days '),
    span(signedPaise(netPaise), moneyStyle(netPaise)),
    span(worst),
  ];
  const again = volatilityLines({ netPaise, worstFillsNetPaise, band: volatilityBand }, pricing);
  return [net, ...again].map((line) => [span('  '), ...line]);
}

function figureTitles(prefix: string, rank: RankName): readonly string[] {
  return figureHeads(rank).map((title) => `>${prefix}${title}`);
}

function figureCells(figures: SampleFigures | null, rank: RankName): readonly Span[] {
  if (figures === null) return figureHeads(rank).map(() => span(''));
  const { netPaise, trades, sharpe, drawdownPaise } = sampleWithoutFewDays(figures);
  return [
    netPaise === null
      ? span(NO_DAY_RAN, 'warning')
      : span(signedPaise(netPaise), moneyStyle(netPaise)),
    span(String(trades)),
    span(ratioText(sharpe)),
    span(formatPaise(drawdownPaise)),
    ...(RANKS[rank].isAlwaysShown ? [] : [span(rankText(rank, figures))]),
  ];
}

function noteOf({ status, problem, whole }: SweepVariant, isBest: boolean): Span {
  if (isBest) return span('best', 'good');
  if (problem !== null) return span(status === 'done' ? problem : `${status}: ${problem}`, 'bad');
  if (status === 'dropped') return span(`dropped after ${counted(whole?.days ?? 0, 'day')}`, 'dim');
  return status === 'not-reached' ? span('not finished', 'warning') : span('');
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
  const values = params.map(({ name }) => `${name}=${paramText(chosen.params[name] ?? null)}`);
  const { placeOutOfSample, judged } = best;
  const luck = luckOf(best, chosen);
  const rows: Span[][] = [
    [span('  parameters'), span(values.join(' '))],
    ...(rank === 'sharpe'
      ? []
      : [[span(`  ${RANKS[rank].title}`), span(rankText(rank, chosen.inSample))]]),
    [span('  Sharpe ratio'), span(sharpeText(chosen.inSample))],
    [span(`  best of ${String(tried)} by luck`), span(ratioText(tried < 2 ? null : luck.sharpe))],
    [span('  deflated Sharpe'), span(probabilityText(luck.deflated))],
    ...(placeOutOfSample === null
      ? []
      : [[span('  out of sample'), span(`${String(placeOutOfSample)} of ${String(judged)}`)]]),
  ];
  const by = rank === 'sharpe' ? '' : ` by ${RANKS[rank].title}`;
  return [
    [],
    [span(`Best${by}${CHOSEN_BY[split.kind]}: #${String(best.index)}`, 'bold')],
    ...tableLines(columnsOf('', ''), rows),
    ...allDaysLines(result),
  ];
}

function walkForwardLines({ walkForward, rank, pricing }: SweepResult): readonly Line[] {
  if (walkForward === null) return [];
  const columns = columnsOf(
    ...['in-sample', 'out-of-sample', '>#', `>in ${RANKS[rank].head}`, '>out net', '>out Sharpe'],
  );
  const rows = walkForward.windows.map(({ choose, judge, index, inSample, outOfSample }) => [
    span(spanText(choose)),
    span(spanText(judge)),
    span(String(index)),
    span(rankText(rank, inSample)),
    span(signedPaise(outOfSample.netPaise), moneyStyle(outOfSample.netPaise)),
    span(sharpeText(outOfSample)),
  ]);
  return [
    [],
    [span('Walk forward', 'bold')],
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
  if (netPaise === null) return [[span(sum)]];
  const beside = { netPaise, worstFillsNetPaise, band: volatilityBand };
  return [[span(sum)], ...volatilityLines(beside, pricing)];
}

function doubtLines(sentences: readonly string[]): readonly Line[] {
  if (sentences.length === 0) return [];
  return [
    [],
    [span('To doubt', 'bold')],
    ...sentences.map((text) => [span(`  ${text}`, 'warning')]),
  ];
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
