import { sweepPricingSentence } from '../../results/caveats/pricing-sentence.ts';
import { paramText } from '../../results/csv/sweep-csv.ts';
import { curveOf } from '../../results/performance.ts';
import { drawdownsOf } from '../../results/statistics/drawdowns.ts';
import { RANKS } from '../../results/sweep/ranking.ts';
import { type SweepResult, type WalkForwardWindow } from '../../results/sweep/sweep-result.ts';
import { count, countedText, signedRupees } from '../amounts.ts';
import { equityChart } from '../backtest/over-time.ts';
import { sentenceList } from '../elements.ts';
import { type Markup, markup, type Part } from '../markup.ts';
import { type PageSection, pageShell } from '../page-shell.ts';
import { netCell, pricesTable, sortableTable, numeric } from '../tables.ts';
import { sweepHeadline } from './sweep-headline.ts';
import { sweepMap } from './sweep-map.ts';
import { rankedFigure, sweepVariants } from './sweep-variants.ts';

/** A sweep as one HTML file that opens offline, under the same rules as the page of a backtest. */
export function sweepPage(sweep: SweepResult): string {
  const { strategy, underlyings, tried, combinations, warnings, schemaVersion, pricing } = sweep;
  return pageShell({
    title: `Sweep: ${strategy.name}`,
    about: [
      ...(pricing === undefined ? [] : [sweepPricingSentence(pricing)]),
      `${underlyings.join(', ')}: ${count(tried)} of ${countedText(combinations, 'combination')} tried.`,
    ],
    sections: [
      ...warningSection(warnings),
      { id: 'headline', title: 'Headline', content: sweepHeadline(sweep) },
      ...mapSection(sweep),
      ...curveSection(sweep),
      ...walkForwardSection(sweep),
      { id: 'variants', title: 'Variants', content: sweepVariants(sweep), look: 'tall' },
      { id: 'assumptions', title: 'Assumptions and data', content: assumed(sweep) },
    ],
    footer: `Sweep schema ${String(schemaVersion)}. This file holds everything it shows and asks nothing of any network.`,
  });
}

function warningSection(warnings: readonly string[]): readonly PageSection[] {
  if (warnings.length === 0) return [];
  const content = sentenceList(warnings);
  return [{ id: 'doubts', title: 'Before you read on', content, look: 'warn' }];
}

function mapSection(sweep: SweepResult): readonly PageSection[] {
  const content = sweepMap(sweep);
  return content === null ? [] : [{ id: 'map', title: 'Map of two parameters', content }];
}

function curveSection({ best, capitalPaise }: SweepResult): readonly PageSection[] {
  if (best === null || best.days.length === 0) return [];
  const drawdown = drawdownsOf(best.days, capitalPaise).reduce<
    ReturnType<typeof drawdownsOf>[number] | null
  >((deepest, fall) => (fall.depthPaise > (deepest?.depthPaise ?? 0) ? fall : deepest), null);
  const content = equityChart({ curve: curveOf(best.days), drawdown });
  return [{ id: 'curve', title: 'The best variant', content }];
}

function walkForwardSection({
  walkForward,
  variants,
  params,
  rank,
}: SweepResult): readonly PageSection[] {
  if (walkForward === null) return [];
  const { windows, outOfSample, worstFillsNetPaise } = walkForward;
  const worst =
    worstFillsNetPaise === undefined
      ? ''
      : `, with worst fills ${signedRupees(worstFillsNetPaise)}`;
  const paramsOf = (index: number): string => {
    const chosen = variants.find((variant) => variant.index === index);
    return params.map(({ name }) => `${name} ${paramText(chosen?.params[name])}`).join(', ');
  };
  const content: Part = [
    markup`<p>All out-of-sample days together: ${netCell(outOfSample)}${worst}, Sharpe ratio ${rankedFigure('sharpe', outOfSample)} over ${countedText(outOfSample.days, 'day')}.</p>`,
    sortableTable<WalkForwardWindow>({
      caption: 'Windows',
      rows: windows,
      columns: [
        { head: 'In-sample', cell: ({ choose }) => `${choose.from} to ${choose.to}` },
        { head: 'Out-of-sample', cell: ({ judge }) => `${judge.from} to ${judge.to}` },
        { head: 'Choice', cell: ({ index }) => paramsOf(index) },
        numeric(`${RANKS[rank].head}, in-sample`, ({ inSample }) => rankedFigure(rank, inSample)),
        numeric('Sharpe, out-of-sample', (window) => rankedFigure('sharpe', window.outOfSample)),
        numeric('Net, out-of-sample', (window) => netCell(window.outOfSample)),
      ],
    }),
  ];
  return [{ id: 'walk-forward', title: 'Walking forward', content }];
}

function assumed({ assumptions, prices, seed, strategy }: SweepResult): Markup {
  return markup`<h3>Assumptions</h3>${sentenceList(assumptions)}<h3>Prices</h3>${pricesTable(prices)}<p>Strategy ${strategy.name} <code title="${strategy.sourceHash}">${strategy.sourceHash.slice(0, 16)}…</code>, seed <code>${seed}</code></p>`;
}
