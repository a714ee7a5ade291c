import { type Finding, type Path, pathText } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';
import { checkLegNames } from '../no-such-leg.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** Which limit closes a leg before what is to follow can follow. */
const NEEDS = [
  { key: 'onStop', limit: 'stop', example: '30%' },
  { key: 'onTarget', limit: 'target', example: '50%' },
] as const;

/** What follows the close of a leg: it needs a limit that closes, legs that exist, and stops to move. */
export function checkAfterClose(file: Mapping): readonly Finding[] {
  const legs = Object.entries(mappingOf(file['legs'])).map(
    ([name, leg]) => [name, mappingOf(leg)] as const,
  );
  const places: readonly (readonly [Path, Mapping])[] = [
    [[], file],
    ...legs.map(([name, leg]) => [['legs', name], leg] as const),
  ];
  return places.flatMap(([path, holder]) =>
    NEEDS.flatMap((need) =>
      checkOne(holder[need.key], [...path, need.key], { file, legs, holder, need }),
    ),
  );
}

interface Around {
  readonly file: Mapping;
  readonly legs: readonly (readonly [string, Mapping])[];
  readonly holder: Mapping;
  readonly need: (typeof NEEDS)[number];
}

function checkOne(written: unknown, path: Path, around: Around): readonly Finding[] {
  if (written === undefined) return [];
  const then = mappingOf(written);
  const names = around.legs.map(([name]) => name);
  return [
    ...withoutLimit(path, around),
    ...empty(written, path),
    ...['cost', 'exit'].flatMap((key) => checkLegNames(then[key], [...path, key], names)),
    ...withoutStops(then['cost'], [...path, 'cost'], around),
    ...closedAnyway(then, path),
  ];
}

function withoutLimit(
  path: Path,
  { file, legs, holder, need: { limit, example } }: Around,
): readonly Finding[] {
  const holders = holder === file ? [file, ...legs.map(([, leg]) => leg)] : [file, holder];
  const limits = [limit, `index${limit === 'stop' ? 'Stop' : 'Target'}`];
  if (holders.some((one) => limits.some((key) => one[key] !== undefined))) return [];
  const message = `"${pathText(path)}" needs a ${limit} to come after`;
  const next = `Add "${pathText([...path.slice(0, -1), limit])}", for example ${example}`;
  return [{ path, isKey: true, message, parts: { next } }];
}

function empty(written: unknown, path: Path): readonly Finding[] {
  const isEmpty = written !== null && Object.keys(mappingOf(written)).length === 0;
  if (!isEmpty || typeof written !== 'object') return [];
  const allowed = 'cost, exit or reenter';
  const message = `"${pathText(path)}" does not say what`;
  return [{ path, isMissing: true, message, parts: { allowed, next: `Add ${allowed}` } }];
}

/** Stops that are to move where no leg has one. */
function withoutStops(written: unknown, path: Path, { file, legs }: Around): readonly Finding[] {
  if (written === undefined || file['stop'] !== undefined) return [];
  const named = Array.isArray(written) ? legs.filter(([name]) => written.includes(name)) : legs;
  if (named.length === 0 || named.some(([, leg]) => leg['stop'] !== undefined)) return [];
  const message = `"${pathText(path)}" has no stop to move`;
  return [{ path, isKey: true, message, parts: { next: 'Add a stop to the leg that it names' } }];
}

/** A stop that is to move beside an exit that closes its leg. */
function closedAnyway({ cost, exit }: Mapping, path: Path): readonly Finding[] {
  const isClosed = (leg: unknown): boolean => Array.isArray(exit) && exit.includes(leg);
  const isUseless = exit === 'all' || (Array.isArray(cost) && cost.every(isClosed));
  if (cost === undefined || !isUseless) return [];
  const at = [...path, 'cost'];
  const message = `"${pathText(at)}" has no effect: "${pathText([...path, 'exit'])}" closes the same legs`;
  return [{ path: at, isKey: true, message, parts: { next: 'Remove one of the two' } }];
}
