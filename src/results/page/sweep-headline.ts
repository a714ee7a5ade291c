import { paramText } from '../sweep-csv.ts';
import { RANKS } from '../sweep-rank.ts';
import {
  type BestVariant,
  type SampleFigures,
  type SweepResult,
  type SweepVariant,
} from '../sweep-result.ts';
import { count, counted, percent, ratio, rupees, signedRupees } from './amounts.ts';
import { type Markup, markup, type Part } from './markup.ts';
import { rankedFigure } from './ranked-figure.ts';
import { type Tile, tiles } from './tiles.ts';

/** The best variant, and how much of it luck explains. */
export function sweepHeadline(sweep: SweepResult): Part {
  const { best, variants } = sweep;
  const chosen = variants.find(({ index }) => index === best?.index);
  if (best === null || chosen === undefined) return markup`<p>No variant could be judged.</p>`;
  return tiles([
    ...triedTiles(sweep, chosen),
    ...bandTiles(sweep),
    ...rankTiles(sweep, chosen),
    ...luckTiles(sweep, best, chosen),
    ...judgingTiles(sweep, best, chosen),
  ]);
}

function bandTiles({ volatilityBand }: SweepResult): readonly Tile[] {
  if (volatilityBand === undefined) return [];
  const { share, lower, higher } = volatilityBand;
  return [
    {
      name: `Volatility ${percent(share)} off`,
      value: markup`${netText(lower.netPaise)} to ${netText(higher.netPaise)}`,
      told: 'net of the best variant over all days, run again with every modelled volatility lower, and higher',
    },
  ];
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
      told: `of a year, on ${counted(inSample?.days ?? 0, 'day')} that choose; by luck alone the best of ${count(tried)} shows ${ratio(best.sharpeOfLuck)}`,
    },
    {
      name: 'Deflated Sharpe ratio',
      value: percent(best.deflatedSharpe),
      told: 'probability of skill, after all that was tried; below 95 % luck explains it well enough',
    },
    {
      name: 'Net, choosing',
      value: netText(inSample?.netPaise ?? null),
      told: `deepest drawdown ${rupees(inSample?.drawdownPaise ?? null)}`,
    },
  ];
}

function judgingTiles(
  { walkForward }: SweepResult,
  { placeOutOfSample, judged }: BestVariant,
  { outOfSample }: SweepVariant,
): readonly Tile[] {
  const name = 'On unseen days';
  if (walkForward !== null) {
    const windows = counted(walkForward.windows.length, 'window');
    return [unseenTile(name, walkForward.outOfSample, `walking forward, ${windows}`)];
  }
  if (outOfSample === null || placeOutOfSample === null) {
    return [{ name, value: '–', told: 'no days were kept to judge the choice' }];
  }
  return [unseenTile(name, outOfSample, `place ${count(placeOutOfSample)} of ${count(judged)}`)];
}

function unseenTile(name: string, { netPaise, sharpe, days }: SampleFigures, more: string): Tile {
  return {
    name,
    value: netText(netPaise),
    told: `Sharpe ratio ${ratio(sharpe)} over ${counted(days, 'day')}; ${more}`,
  };
}

function netText(netPaise: number | null): Markup | string {
  if (netPaise === null) return '–';
  return markup`<span class="${netPaise < 0 ? 'loss' : 'gain'}">${signedRupees(netPaise)}</span>`;
}
