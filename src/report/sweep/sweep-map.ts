import { type Json } from '../../base/json.ts';
import { paramText } from '../../results/csv/sweep-csv.ts';
import { RATIO_DAYS_MIN } from '../../results/statistics/of-few-days.ts';
import { isFailing, type Rank, RANKS, scoreOf } from '../../results/sweep/ranking.ts';
import {
  type RankName,
  type SweepResult,
  type SweepVariant,
  type SweptParam,
} from '../../results/sweep/sweep-result.ts';
import { ratio, shortRupees } from '../amounts.ts';
import { depthClass, fullColour } from '../elements.ts';
import { type Markup, markup, type Part } from '../markup.ts';

/** Cells of a map at most: beyond it the table of variants has to do. */
const CELLS_MAX = 2_500;

/**
 * The ranking figure, in-sample, over two parameters: the first two with several values. Where there are more
 * parameters, the others stand at the best variant's values.
 */
export function sweepMap({ params, variants, best, rank, split }: SweepResult): Part {
  const [down, across, ...others] = params.filter(({ values }) => values.length > 1);
  if (down === undefined || across === undefined) return null;
  if (down.values.length * across.values.length > CELLS_MAX) return null;
  const chosen = variants.find(({ index }) => index === best?.index);
  const shown = variants.filter((variant) =>
    others.every(({ name }) => isSame(variant.params[name], chosen?.params[name])),
  );
  const scores = shown.flatMap((variant) => scoreIn(rank, variant) ?? []);
  if (scores.length === 0) return null;
  const sizes = scores.map(Math.abs).filter(Number.isFinite);
  const look = { full: fullColour(sizes), bestIndex: best?.index ?? null, rank };
  const by: Rank = RANKS[rank];
  return [
    markup`<p class="caption">${by.title.replace(/^./, (first) => first.toUpperCase())}${split.kind === 'walk-forward' ? ' over all days' : ' in-sample'}: ${down.name} downwards, ${across.name} across${fixedText(others, chosen)}</p>`,
    map({ down, across }, shown, look),
    markup`<p class="legend">Outlined: the best of all. An island of colour among pale neighbours is rather luck than skill.</p>`,
  ];
}

interface MapLook {
  readonly full: number;
  readonly bestIndex: number | null;
  readonly rank: RankName;
}

interface Axes {
  readonly down: SweptParam;
  readonly across: SweptParam;
}

function map({ down, across }: Axes, shown: readonly SweepVariant[], look: MapLook): Markup {
  const key = (one: Json | undefined, other: Json | undefined): string =>
    JSON.stringify([one, other]);
  const byPlace = new Map(
    shown.map((variant) => [key(variant.params[down.name], variant.params[across.name]), variant]),
  );
  return markup`<div class="scroll" role="group" tabindex="0" aria-label="Map of ${down.name} and ${across.name}"><table class="map"><tbody><tr><td></td>${across.values.map(
    (value) => markup`<th scope="col">${paramText(value)}</th>`,
  )}</tr>${down.values.map(
    (row) =>
      markup`<tr><th scope="row">${paramText(row)}</th>${across.values.map((column) =>
        cell(byPlace.get(key(row, column)), look),
      )}</tr>`,
  )}</tbody></table></div>`;
}

function cell(variant: SweepVariant | undefined, { full, bestIndex, rank }: MapLook): Markup {
  if (variant === undefined) return markup`<td title="not tried">–</td>`;
  const score = scoreIn(rank, variant);
  if (score === null) return markup`<td title="${variant.problem ?? variant.status}">–</td>`;
  const best = variant.index === bestIndex ? ' best' : '';
  return markup`<td class="${depthClass(score, full)}${best}">${scoreText(rank, score)}</td>`;
}

/** Failed variants are not compared; ratios of too few days are not shown. */
function scoreIn(rank: RankName, variant: SweepVariant): number | null {
  const { inSample } = variant;
  if (inSample === null || isFailing(variant)) return null;
  const isTooShort = RANKS[rank].isOfAYear && inSample.days < RATIO_DAYS_MIN;
  return isTooShort ? null : scoreOf(rank, inSample);
}

function scoreText(rank: RankName, score: number): string {
  if (score === Infinity) return 'no loss';
  const { unit, best }: Rank = RANKS[rank];
  const value = best === 'lowest' ? 0 - score : score;
  return unit === 'paise' ? shortRupees(value) : ratio(value);
}

function fixedText(others: readonly SweptParam[], chosen: SweepVariant | undefined): string {
  if (others.length === 0 || chosen === undefined) return '';
  const fixed = others.map(({ name }) => `${name} = ${paramText(chosen.params[name])}`);
  return `, at ${fixed.join(', ')}`;
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
