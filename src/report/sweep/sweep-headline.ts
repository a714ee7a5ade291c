import { paramText } from '../../results/csv/sweep-csv.ts';
import { RANKS } from '../../results/sweep/ranking.ts';
import { luckOf, netOfBest } from '../../results/sweep/sweep-best.ts';
import {
  type BestVariant,
  type SampleFigures,
  type SweepResult,
  type SweepVariant,
  type WalkForward,
} from '../../results/sweep/sweep-result.ts';
import {
  count,
  countedText,
  moneySpan,
  percentText,
  ratio,
  rupeesText,
  signedRupees,
} from '../amounts.ts';
import { type Tile, tiles } from '../elements.ts';
import { markup, type Part } from '../markup.ts';
import { volatilityTiles } from '../volatility-tiles.ts';
import { rankedFigure } from './sweep-variants.ts';

/** The best variant, and how much of it luck explains. */
export function sweepHeadline(sweep: SweepResult): Part {
  const { best, variants } = sweep;
  const chosen = variants.find(({ index }) => index === best?.index);
  if (best === null || chosen === undefined) return markup`<p>No variant could be judged.</p>`;
  return tiles([
    ...triedTiles(sweep, chosen),
    ...bandTiles(sweep, best, chosen),
    ...rankTiles(sweep, chosen),
    ...luckTiles(sweep, best, chosen),
    ...judgingTiles(sweep, best, chosen),
  ]);
}

function bandTiles(
  { volatilityBand, pricing, split }: SweepResult,
  best: BestVariant,
  { whole }: SweepVariant,
): readonly Tile[] {
  const { worstFillsNetPaise } = best;
  const netPaise = netOfBest(best);
  const fall =
    split.kind !== 'walk-forward'
      ? ''
      : `; max drawdown ${rupeesText(whole?.drawdownPaise ?? null)}`;
  const told = `as filled${worstFillsText(worstFillsNetPaise)}${fall}`;
  return [
    { name: 'Its net, all days', value: moneySpan(netPaise), told },
    ...volatilityTiles({ netPaise, worstFillsNetPaise, band: volatilityBand }, pricing),
  ];
}

function triedTiles(
  { params, tried, combinations, method, span }: SweepResult,
  chosen: SweepVariant,
): readonly Tile[] {
  const values = params.map(({ name }) => `${name} ${paramText(chosen.params[name])}`);
  const days =
    span === null ? '' : `; ${countedText(span.days, 'day')}, ${span.from} to ${span.to}`;
  return [
    {
      name: 'Variants tried',
      value: count(tried),
      told: `of ${countedText(combinations, 'combination')}, by ${METHODS[method.kind]}${days}`,
    },
    { name: 'Best variant', value: `No. ${count(chosen.index)}`, told: values.join(', ') },
  ];
}

function rankTiles({ rank }: SweepResult, { inSample }: SweepVariant): readonly Tile[] {
  if (RANKS[rank].isAlwaysShown) return [];
  const name = `Its ${RANKS[rank].title}`;
  return [{ name, value: rankedFigure(rank, inSample), told: 'what variants are ranked by' }];
}

const METHODS = { grid: 'trying all', random: 'drawing', halving: 'halving' };

function luckTiles(
  { tried, split }: SweepResult,
  best: BestVariant,
  chosen: SweepVariant,
): readonly Tile[] {
  const { inSample } = chosen;
  const luck = luckOf(best, chosen);
  const isWalked = split.kind === 'walk-forward';
  const days = countedText(inSample?.days ?? 0, 'day');
  const where = isWalked ? `${days}, all that ran` : `${days} in-sample`;
  return [
    {
      name: 'Its Sharpe ratio',
      value: rankedFigure('sharpe', inSample),
      told: `of a year, on ${where}; by luck alone the best of ${count(tried)} shows ${ratio(luck.sharpe)}`,
    },
    {
      name: 'Deflated Sharpe ratio',
      value: percentText(luck.deflated),
      told: 'probability of skill, after all that was tried; below 95 % luck explains it well enough',
    },
    ...(isWalked
      ? []
      : [
          {
            name: 'Net, in-sample',
            value: moneySpan(inSample?.netPaise ?? null),
            told: `max drawdown ${rupeesText(inSample?.drawdownPaise ?? null)}`,
          },
        ]),
  ];
}

function judgingTiles(
  { walkForward, pricing }: SweepResult,
  { placeOutOfSample, judged }: BestVariant,
  { outOfSample }: SweepVariant,
): readonly Tile[] {
  const name = 'Net, out-of-sample';
  if (walkForward !== null) return walkedTiles(name, walkForward, pricing);
  if (outOfSample === null || placeOutOfSample === null) {
    return [{ name, value: '–', told: 'no days were kept out of the choice' }];
  }
  return [unseenTile(name, outOfSample, `place ${count(placeOutOfSample)} of ${count(judged)}`)];
}

/** What following the rule came to, with worst fills and at other volatilities. */
function walkedTiles(
  name: string,
  { windows, outOfSample, worstFillsNetPaise, volatilityBand }: WalkForward,
  pricing: SweepResult['pricing'],
): readonly Tile[] {
  const more = `walking forward, ${countedText(windows.length, 'window')}${worstFillsText(worstFillsNetPaise)}`;
  const net = unseenTile(name, outOfSample, more);
  const { netPaise } = outOfSample;
  if (netPaise === null) return [net];
  const beside = { netPaise, worstFillsNetPaise, band: volatilityBand };
  const again = volatilityTiles(beside, pricing);
  return [net, ...again.map((tile) => ({ ...tile, name: `${tile.name}, out-of-sample` }))];
}

function worstFillsText(paise: number | undefined): string {
  return paise === undefined ? '' : `; with worst fills ${signedRupees(paise)}`;
}

function unseenTile(name: string, figures: SampleFigures, more: string): Tile {
  return {
    name,
    value: moneySpan(figures.netPaise),
    told: `Sharpe ratio ${rankedFigure('sharpe', figures)} over ${countedText(figures.days, 'day')}; ${more}`,
  };
}
