import { type Distance } from '../strategy/distance.ts';
import { checkTimes, type NamedTime } from './check-times.ts';
import { type Finding, type Path, pathText, shownText } from './finding.ts';
import { distanceText } from './schema/distance-text.ts';
import { LEG_NAME, LEG_NAME_ALLOWED } from './schema/leg-name.ts';
import { mappingOf } from './yaml-tree.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** Keys that the top of the file may set for every leg. */
const DEFAULTS = ['lots', 'stop', 'target', 'trail'] as const;

/**
 * What the schema of the legs form cannot see: values that fit one by one and not together. Works on whatever of the
 * file is readable, so that all problems are told at once.
 */
export function checkLegs(file: Mapping): readonly Finding[] {
  const legs = Object.entries(mappingOf(file['legs'])).map(
    ([name, leg]) => [name, mappingOf(leg)] as const,
  );
  return [
    ...checkTimes([lastEntry(file), { path: ['exit'], value: file['exit'] }]),
    ...uselessSides(file, legs),
    ...legs.flatMap(([name, leg]) => checkLeg({ path: ['legs', name], own: leg, top: file })),
    ...uselessDefaults(
      file,
      legs.map(([, leg]) => leg),
    ),
    ...wholeTrail(mappingOf(file['whole'])),
  ];
}

function lastEntry({ entry }: Mapping): NamedTime {
  const { before } = mappingOf(entry);
  return before === undefined
    ? { path: ['entry'], value: entry }
    : { path: ['entry', 'before'], value: before };
}

/** A side of the range says nothing where there is no range. */
function uselessSides(
  { entry }: Mapping,
  legs: readonly (readonly [string, Mapping])[],
): readonly Finding[] {
  if (typeof entry !== 'string') return [];
  return legs.flatMap(([name, { when }]) => {
    if (when === undefined) return [];
    const path = ['legs', name, 'when'];
    const message = `"${pathText(path)}" has no effect: the legs are entered at a time`;
    const next = 'Remove it, or make "entry" a breakout';
    return [{ path, isKey: true, message, parts: { next } }];
  });
}

interface Leg {
  readonly path: Path;
  readonly own: Mapping;
  readonly top: Mapping;
}

function checkLeg(leg: Leg): readonly Finding[] {
  const { own } = leg;
  return [
    ...nameOf(leg),
    ...(own['side'] === 'buy' ? belowZero(leg, 'stop') : []),
    ...(own['side'] === 'sell' ? belowZero(leg, 'target') : []),
    ...trailOf(leg),
  ];
}

function nameOf({ path }: Leg): readonly Finding[] {
  const found = String(path.at(-1));
  if (LEG_NAME.test(found)) return [];
  const lower = found.toLowerCase().replaceAll(/\s+/g, '-');
  const nearest = LEG_NAME.test(lower) ? lower : null;
  const next = nearest === null ? 'Rename the leg' : `Rename the leg to "${nearest}"`;
  const parts = { found: shownText(found), allowed: LEG_NAME_ALLOWED, nearest, next };
  return [{ path, isKey: true, message: 'Cannot name a leg so', parts }];
}

/** Where a leg's key is set: on the leg, or for all legs. */
function setting({ path, own, top }: Leg, key: string): { path: Path; value: unknown } {
  return own[key] === undefined
    ? { path: [key], value: top[key] }
    : { path: [...path, key], value: own[key] };
}

function belowZero(leg: Leg, key: 'stop' | 'target'): readonly Finding[] {
  const { path, value } = setting(leg, key);
  const distance = distanceOf(value);
  if (distance?.kind !== 'percent' || distance.percent < 100) return [];
  const side = key === 'stop' ? 'bought' : 'sold';
  return [
    {
      path,
      message: `"${pathText(path)}" of a ${side} leg lies at a premium of zero or below`,
      parts: {
        found: JSON.stringify(value),
        allowed: 'less than 100%',
        next: key === 'stop' ? 'Remove it: a bought option cannot lose more' : 'Lower it',
      },
    },
  ];
}

function trailOf(leg: Leg): readonly Finding[] {
  const { path, value } = setting(leg, 'trail');
  if (value === undefined) return [];
  if (setting(leg, 'stop').value === undefined) return [trailWithoutStop(path, '30%')];
  const { move, step } = mappingOf(value);
  const [moved, stepped] = [distanceOf(move), distanceOf(step)];
  if (moved === null || moved.kind !== stepped?.kind) return [];
  if (amountOf(stepped) <= amountOf(moved)) return [];
  return [
    {
      path: [...path, 'step'],
      message: 'The stop would overtake the price',
      parts: { found: JSON.stringify(step), allowed: `at most the move, ${String(move)}` },
    },
  ];
}

function wholeTrail(whole: Mapping): readonly Finding[] {
  const isAlone = whole['trail'] !== undefined && whole['stop'] === undefined;
  return isAlone ? [trailWithoutStop(['whole', 'trail'], '5000 rupees')] : [];
}

function trailWithoutStop(path: Path, example: string): Finding {
  const stop = pathText([...path.slice(0, -1), 'stop']);
  return {
    path,
    isKey: true,
    message: `"${pathText(path)}" needs a stop to move`,
    parts: { next: `Add "${stop}", for example ${example}` },
  };
}

function uselessDefaults(file: Mapping, legs: readonly Mapping[]): readonly Finding[] {
  return DEFAULTS.filter(
    (key) =>
      file[key] !== undefined && legs.length > 0 && legs.every((leg) => leg[key] !== undefined),
  ).map((key) => ({
    path: [key],
    isKey: true,
    message: `"${key}" has no effect: every leg says its own`,
    parts: { next: 'Remove it here, or from the legs' },
  }));
}

function distanceOf(value: unknown): Distance | null {
  return distanceText.safeParse(value).data ?? null;
}

function amountOf(distance: Distance): number {
  return distance.kind === 'percent' ? distance.percent : distance.paise;
}
