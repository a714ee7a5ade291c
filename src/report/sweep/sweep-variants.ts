import { paramText } from '../../results/csv/sweep-csv.ts';
import { sampleWithoutFewDays } from '../../results/statistics/of-few-days.ts';
import { type Rank, RANKS, wholeAndBestFirst } from '../../results/sweep/ranking.ts';
import {
  type RankName,
  type SampleFigures,
  type SweepResult,
  type SweepVariant,
} from '../../results/sweep/sweep-result.ts';
import { count, countedText, ratio, rupeesText } from '../amounts.ts';
import { markup, type Part } from '../markup.ts';
import { type TableColumn, netCell, sortableTable, numeric } from '../tables.ts';

const ROWS_MAX = 1_000;

/** Variants, best first, in-sample and out-of-sample. */
export function sweepVariants({ variants, params, split, rank, best }: SweepResult): Part {
  const isSplit = split.kind === 'holdout';
  const left = variants.length - ROWS_MAX;
  const by: Rank = RANKS[rank];
  const ranked = by.isAlwaysShown ? [] : [rank];
  return [
    sortableTable<SweepVariant>({
      caption: `${left > 0 ? `The best ${count(ROWS_MAX)} variants` : 'All variants'}, best first by ${by.title}`,
      rows: variants.toSorted(wholeAndBestFirst(rank)).slice(0, ROWS_MAX),
      columns: [
        numeric('Variant', ({ index }) => index),
        ...params.map(({ name }): TableColumn<SweepVariant> => ({
          head: name,
          cell: (variant) => paramText(variant.params[name]),
        })),
        ...sampleColumns(isSplit ? ', in-sample' : '', ranked, ({ inSample }) => inSample),
        ...(isSplit
          ? sampleColumns(', out-of-sample', ranked, ({ outOfSample }) => outOfSample)
          : []),
        { head: 'Status', cell: (variant) => statusText(variant, variant.index === best?.index) },
      ],
    }),
    left > 0
      ? markup`<p>${countedText(left, 'further variant')}: left out of the page, not of the figures.</p>`
      : null,
  ];
}

type Sample = (variant: SweepVariant) => SampleFigures | null;

function sampleColumns(
  of: string,
  ranked: readonly RankName[],
  sample: Sample,
): readonly TableColumn<SweepVariant>[] {
  const column = (
    head: string,
    cell: (figures: SampleFigures) => Part,
  ): TableColumn<SweepVariant> => ({
    head: `${head}${of}`,
    isNumber: true,
    cell: (variant) => {
      const figures = sample(variant);
      return figures === null ? '' : cell(figures);
    },
  });
  return [
    column('Sharpe', (figures) => rankedFigure('sharpe', figures)),
    column('Net', netCell),
    column('Drawdown', ({ drawdownPaise }) => rupeesText(drawdownPaise)),
    column('Trades', ({ trades }) => count(trades)),
    ...ranked.map((rank) => column(RANKS[rank].head, (figures) => rankedFigure(rank, figures))),
  ];
}

function statusText({ status, problem, whole }: SweepVariant, isBest: boolean): string {
  if (isBest) return 'best';
  if (status === 'done' && problem !== null) return problem;
  if (status === 'dropped' && problem === null) {
    return `dropped after ${countedText(whole?.days ?? 0, 'day')}`;
  }
  return problem === null ? status : `${status}: ${problem}`;
}

/** What variants are ranked by, as a page shows it; a dash where it is not defined. */
export function rankedFigure(name: RankName, figures: SampleFigures | null): string {
  const { unit, of }: Rank = RANKS[name];
  const value = figures === null ? null : of(sampleWithoutFewDays(figures));
  return unit === 'paise' ? rupeesText(value) : ratio(value);
}
