import { type Mark } from './marks.ts';

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
