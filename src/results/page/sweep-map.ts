import { type Json } from '../../base/json.ts';
import { isFailing } from '../failed-days.ts';
import { paramText } from '../sweep-csv.ts';
import { type SweepResult, type SweepVariant, type SweptParam } from '../sweep-result.ts';
import { ratio } from './amounts.ts';
import { depthClass, fullColour } from './depth-class.ts';
import { type Markup, markup, type Part } from './markup.ts';

/** Cells of a map at most: beyond it the table of variants has to do. */
const CELLS_MAX = 2_500;

/**
 * The Sharpe ratio of the choosing days over two parameters: the first two with several values. Where there are more
 * parameters, the others stand at the best variant's values.
 */
export function sweepMap({ params, variants, best }: SweepResult): Part {
  const [down, across, ...others] = params.filter(({ values }) => values.length > 1);
  if (down === undefined || across === undefined) return null;
  if (down.values.length * across.values.length > CELLS_MAX) return null;
  const chosen = variants.find(({ index }) => index === best?.index);
  const shown = variants.filter((variant) =>
    others.every(({ name }) => isSame(variant.params[name], chosen?.params[name])),
  );
  const ratios = shown.map((variant) => Math.abs(sharpeOf(variant) ?? 0));
  const look = { full: fullColour(ratios), bestIndex: best?.index ?? null };
  return [
    markup`<p class="caption">Sharpe ratio on the days that choose: ${down.name} downwards, ${across.name} across${fixedText(others, chosen)}</p>`,
    map({ down, across }, shown, look),
    markup`<p class="legend">Outlined: the best of all. An island of colour among pale neighbours is rather luck than skill.</p>`,
  ];
}

interface MapLook {
  readonly full: number;
  readonly bestIndex: number | null;
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

function cell(variant: SweepVariant | undefined, { full, bestIndex }: MapLook): Markup {
  if (variant === undefined) return markup`<td title="not tried">–</td>`;
  const sharpe = sharpeOf(variant);
  if (sharpe === null) return markup`<td title="${variant.problem ?? variant.status}">–</td>`;
  const best = variant.index === bestIndex ? ' best' : '';
  return markup`<td class="${depthClass(sharpe, full)}${best}">${ratio(sharpe)}</td>`;
}

/** What failed is not held against the others by its ratio. */
function sharpeOf(variant: SweepVariant): number | null {
  return isFailing(variant) ? null : (variant.inSample?.sharpe ?? null);
}

function fixedText(others: readonly SweptParam[], chosen: SweepVariant | undefined): string {
  if (others.length === 0 || chosen === undefined) return '';
  const fixed = others.map(({ name }) => `${name} = ${paramText(chosen.params[name] ?? null)}`);
  return `, at ${fixed.join(', ')}`;
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
