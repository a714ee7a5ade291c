import { type Markup, markup } from './markup.ts';

/** Shapes of marks in charts: told apart without colour. */
export type Mark = 'up' | 'down' | 'circle' | 'square' | 'diamond' | 'cross';

const SHAPES: Readonly<Record<Mark, string>> = {
  up: 'M0-6L6 5H-6z',
  down: 'M0 6L6-5H-6z',
  circle: 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z',
  square: 'M-4-4H4V4H-4z',
  diamond: 'M0-6L6 0L0 6L-6 0z',
  cross: 'M-5-3L-3-5L0-2L3-5L5-3L2 0L5 3L3 5L0 2L-3 5L-5 3L-2 0z',
};

/** Once in a page: the shapes that {@link mark} refers to. */
export function markShapes(): Markup {
  return markup`<svg width="0" height="0" aria-hidden="true" class="shapes"><defs>${Object.entries(
    SHAPES,
  ).map(([name, path]) => markup`<path id="mark-${name}" d="${path}"/>`)}</defs></svg>`;
}

/** Where a mark is, and what it says when it is pointed at. */
export interface MarkPlace {
  /** Of the width, such as `12.5%`. */
  readonly x: string;
  /** Pixels from the top. */
  readonly y: string;
  readonly className: string;
  readonly title: string;
}

/** A mark in a chart. */
export function mark(shape: Mark, { x, y, className, title }: MarkPlace): Markup {
  return markup`<use href="#mark-${shape}" x="${x}" y="${y}" class="mark ${className}"><title>${title}</title></use>`;
}

/** A mark for a legend. */
export function legendMark(shape: Mark, className: string): Markup {
  return markup`<svg width="14" height="14" aria-hidden="true"><use href="#mark-${shape}" x="7" y="7" class="mark ${className}"/></svg>`;
}
