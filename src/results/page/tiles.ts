import { type Markup, markup, type Part } from './markup.ts';

/** A figure that is read first. */
export interface Tile {
  readonly name: string;
  readonly value: Part;
  /** What belongs to it, in a few words. */
  readonly told: Part;
}

/** Figures side by side. */
export function tiles(shown: readonly Tile[]): Markup {
  return markup`<dl class="tiles">${shown.map(
    ({ name, value, told }) =>
      markup`<div class="tile"><dt>${name}</dt><dd><strong>${value}</strong><span>${told}</span></dd></div>`,
  )}</dl>`;
}
