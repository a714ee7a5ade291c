import { netOfBest } from '../sweep-best.ts';
import { paramText } from '../sweep-csv.ts';
import { RANKS } from '../sweep-rank.ts';
import {
  type BestVariant,
  type SampleFigures,
  type SweepResult,
  type SweepVariant,
} from '../sweep-result.ts';
import { count, counted, percent, ratio, rupees, signedRupees } from './amounts.ts';
import { moneySpan } from './amounts-shown.ts';
import { markup, type Part } from './markup.ts';
import { rankedFigure } from './ranked-figure.ts';
import { type Tile, tiles } from './tiles.ts';
import { volatilityTiles } from './volatility-tiles.ts';

/** The best variant, and how much of it luck explains. */
export function sweepHeadline(sweep: SweepResult): Part {
  const { best, variants } = sweep;
  const chosen = variants.find(({ index }) => index === best?.index);
  if (best === null || chosen === undefined) return markup`<p>No variant could be judged.</p>`;
  return tiles([
    ...triedTiles(sweep, chosen),
    ...bandTiles(sweep, best),
    ...rankTiles(sweep, chosen),
    ...luckTiles(sweep, best, chosen),
    ...judgingTiles(sweep, best, chosen),
  ]);
}

function bandTiles({ volatilityBand, pricing }: SweepResult, best: BestVariant): readonly Tile[] {
  const { worstFillsNetPaise } = best;
  const netPaise = netOfBest(best);
  const worst =
    worstFillsNetPaise === undefined
      ? ''
      : `; with worst fills ${signedRupees(worstFillsNetPaise)}`;
  const net = { name: 'Its net, all days', value: moneySpan(netPaise), told: `as filled${worst}` };
  const again = volatilityTiles(
    { netPaise, worstFillsNetPaise, band: volatilityBand },
    pricing?.kind,
  );
  return again.length === 0 ? [] : [net, ...again];
}

function triedTiles(
  { params, tried, combinations, method, span }: SweepResult,
  chosen: SweepVariant,
): readonly Tile[] {
  const values = params.map(({ name }) => `${name} ${paramText(chosen.params[name] ?? null)}`);
  const days = span === null ? '' : `; ${counted(span.days, 'day')}, ${span.from} to ${span.to}`;
  return [
    {
      name: 'Variants tried',
      value: count(tried),
      told: `of ${counted(combinations, 'combination')}, by ${METHODS[method.kind]}${days}`,
    },
    { name: 'Best variant', value: `No. ${count(chosen.index)}`, told: values.join(', ') },
  ];
}

/** What it is best by, where that has no tile of its own. */
function rankTiles({ rank }: SweepResult, { inSample }: SweepVariant): readonly Tile[] {
  if (RANKS[rank].isAlwaysShown) return [];
  const name = `Its ${RANKS[rank].title}`;
  return [{ name, value: rankedFigure(rank, inSample), told: 'what variants are ranked by' }];
}

const METHODS = { grid: 'trying all', random: 'drawing', halving: 'halving' };

function luckTiles(
  { tried }: SweepResult,
  best: BestVariant,
  { inSample }: SweepVariant,
): readonly Tile[] {
  return [
    {
      name: 'Its Sharpe ratio',
      value: ratio(inSample?.sharpe ?? null),
      told: `of a year, on ${counted(inSample?.days ?? 0, 'day')} in-sample; by luck alone the best of ${count(tried)} shows ${ratio(best.sharpeOfLuck)}`,
    },
    {
      name: 'Deflated Sharpe ratio',
      value: percent(best.deflatedSharpe),
      told: 'probability of skill, after all that was tried; below 95 % luck explains it well enough',
    },
    {
      name: 'Net, in-sample',
      value: moneySpan(inSample?.netPaise ?? null),
      told: `deepest drawdown ${rupees(inSample?.drawdownPaise ?? null)}`,
    },
  ];
}

function judgingTiles(
  { walkForward }: SweepResult,
  { placeOutOfSample, judged }: BestVariant,
  { outOfSample }: SweepVariant,
): readonly Tile[] {
  const name = 'Net, out-of-sample';
  if (walkForward !== null) {
    const windows = counted(walkForward.windows.length, 'window');
    return [unseenTile(name, walkForward.outOfSample, `walking forward, ${windows}`)];
  }
  if (outOfSample === null || placeOutOfSample === null) {
    return [{ name, value: '–', told: 'no days were kept out of the choice' }];
  }
  return [unseenTile(name, outOfSample, `place ${count(placeOutOfSample)} of ${count(judged)}`)];
}

function unseenTile(name: string, { netPaise, sharpe, days }: SampleFigures, more: string): Tile {
  return {
    name,
    value: moneySpan(netPaise),
    told: `Sharpe ratio ${ratio(sharpe)} over ${counted(days, 'day')}; ${more}`,
  };
}
