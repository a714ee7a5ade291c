import { markup, type Markup, type Part } from './markup.ts';

/** Sentences one below the other. */
export function sentenceList(sentences: readonly string[]): Part {
  if (sentences.length === 0) return markup`<p>None was recorded.</p>`;
  return markup`<ul>${sentences.map((sentence) => markup`<li>${sentence}</li>`)}</ul>`;
}

/** A date that replays the day. */
export function dayLink({ date }: { readonly date: string }): Markup {
  return markup`<a href="#day=${date}">${date}</a>`;
}

/** A figure that is read first. */
export interface Tile {
  readonly name: string;
  readonly value: Part;
  readonly told: Part;
}

/** Figures side by side. */
export function tiles(shown: readonly Tile[]): Markup {
  return markup`<dl class="tiles">${shown.map(
    ({ name, value, told }) =>
      markup`<div class="tile"><dt>${name}</dt><dd><strong>${value}</strong><span>${told}</span></dd></div>`,
  )}</dl>`;
}

/** Depths of colour on either side of nothing. */
export const DEPTHS = 4;

/** How deeply a value is coloured: `g1` to `g4` above nothing, `l1` to `l4` below, `z` at nothing. `full` is above 0. */
export function depthClass(value: number, full: number): string {
  if (value === 0) return 'z';
  const depth = Math.min(DEPTHS, Math.max(1, Math.ceil((Math.abs(value) / full) * DEPTHS)));
  return `${value > 0 ? 'g' : 'l'}${String(depth)}`;
}

/**
 * The size that has the full colour: nineteen of twenty are at or below it, so that one extreme does not pale the
 * others. Above 0.
 */
export function fullColour(sizes: readonly number[]): number {
  const ascending = sizes.filter((size) => size > 0).toSorted((one, other) => one - other);
  return ascending[Math.ceil(ascending.length * 0.95) - 1] ?? 1;
}
