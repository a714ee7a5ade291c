import { type Finding, type Path } from '../../text/finding.ts';
import { listOf, mappingOf } from '../../text/read-yaml.ts';
import { writtenLists } from './skipped-exits.ts';

type Mapping = Readonly<Record<string, unknown>>;

/**
 * Entries of some legs of a file with `risk` that leave a sold leg without the bought ones of its type: each entry is sized by
 * itself, and the hedge may have fewer lots than what it is to cover.
 */
export function partedHedges(file: Mapping): readonly Finding[] {
  if (file['risk'] === undefined) return [];
  return listOf(file['rules'])
    .flatMap((rule, index) => entersIn(mappingOf(rule)['then'], ['rules', index, 'then']))
    .flatMap(({ names, path }) => parted(names, path, mappingOf(file['legs'])));
}

interface Enter {
  readonly names: readonly string[];
  readonly path: Path;
}

/** The actions that enter legs by their names, those inside of others included. */
function entersIn(actions: unknown, path: Path): readonly Enter[] {
  return listOf(actions).flatMap((action, index) => {
    const { enter } = mappingOf(action);
    const here = [...path, index];
    const inner = writtenLists(mappingOf(action), here).flatMap(({ list, at }) =>
      entersIn(list, at),
    );
    if (!Array.isArray(enter)) return inner;
    return [{ names: enter.map(String), path: [...here, 'enter'] }, ...inner];
  });
}

function parted(names: readonly string[], path: Path, legs: Mapping): readonly Finding[] {
  const all = Object.entries(legs).map(([name, leg]) => ({ name, leg: mappingOf(leg) }));
  const sold = all.filter(({ name, leg }) => names.includes(name) && leg['side'] === 'sell');
  for (const short of sold) {
    const hedges = all.filter(
      ({ leg }) => leg['side'] === 'buy' && leg['type'] === short.leg['type'],
    );
    const [hedge] = hedges;
    if (hedge === undefined || hedges.some(({ name }) => names.includes(name))) continue;
    const message = `"${short.name}" is entered apart from "${hedge.name}": "risk" sizes each entry by itself, and the hedge may be the smaller one`;
    const next = `Enter them together: enter: [${[...names, hedge.name].join(', ')}]`;
    return [{ path, isKey: true, message, parts: { next } }];
  }
  return [];
}
