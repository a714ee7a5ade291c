import { type BacktestFill } from '../../results/backtest-result.ts';
import { type Markup, markup } from '../markup.ts';

/** Shapes of marks in charts: told apart without colour. */
type Mark = 'up' | 'down' | 'circle' | 'square' | 'diamond' | 'cross';

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

interface MarkPlace {
  /** Of the width, such as `12.5%`. */
  readonly x: string;
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

/** How a fill is drawn and called: by what it did, so that it is clear without colour. */
export function fillLook({ role, side }: Pick<BacktestFill, 'role' | 'side'>): FillLook {
  if (role === 'entry') return side === 'buy' ? FILL_LOOKS[0] : FILL_LOOKS[1];
  return { exit: FILL_LOOKS[2], stop: FILL_LOOKS[3], target: FILL_LOOKS[4] }[role];
}

interface FillLook {
  readonly mark: Mark;
  readonly name: string;
  readonly sign: string;
}

/** All of them, for a legend. */
export const FILL_LOOKS = [
  { mark: 'up', name: 'entry, bought', sign: '▲' },
  { mark: 'down', name: 'entry, sold', sign: '▼' },
  { mark: 'cross', name: 'exit', sign: '✕' },
  { mark: 'square', name: 'stop', sign: '■' },
  { mark: 'diamond', name: 'target', sign: '◆' },
] as const satisfies readonly FillLook[];

/** What a leg is drawn with. */
export interface LegLook {
  readonly mark: Mark;
  /** A colour of the page: `c0` to `c7`. */
  readonly className: string;
}

const MARKS: readonly Mark[] = ['circle', 'square', 'diamond', 'up', 'down', 'cross'];
const COLOURS = 8;

/** How a leg is called: `strategy / leg`. */
export function legName({
  strategy,
  leg,
}: {
  readonly strategy: string;
  readonly leg: string;
}): string {
  return `${strategy} / ${leg}`;
}

/** A shape and a colour for each leg, in the order of their names; together they differ for the first 24. */
export function legLooks(names: Iterable<string>): ReadonlyMap<string, LegLook> {
  const sorted = [...new Set(names)].sort();
  return new Map(
    sorted.map((name, index) => [
      name,
      {
        mark: MARKS[index % MARKS.length] ?? 'circle',
        className: `c${String(index % COLOURS)}`,
      },
    ]),
  );
}
