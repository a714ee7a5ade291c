import { type z } from 'zod';

import { nearestWord } from '../base/nearest-word.ts';
import { withNoShares } from '../model/market/underlying.ts';
import { LEG_NAME, LEG_NAME_ALLOWED } from '../model/orders/leg-name.ts';
import { type ClockTime } from '../model/time/ist.ts';
import { alternatives, type Finding, type Path, pathText, shownText } from '../text/finding.ts';
import { mappingOf } from '../text/read-yaml.ts';
import { checkAfterClose } from './legs/check-after-close.ts';
import { checkCarry } from './legs/check-carry.ts';
import { checkSizing } from './legs/check-sizing.ts';
import { checkWaits } from './legs/check-waits.ts';
import { type DistanceForm, distanceText, legsForm } from './schema/legs.ts';
import { clockTimeText } from './schema/shared-keys.ts';
import { STRIKE_ALLOWED } from './schema/strike-rule.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** Keys that the top of the file may set for every leg. */
const DEFAULTS = [
  ...([
    'lots',
    'units',
    'stop',
    'target',
    'trail',
    'momentum',
    'indexStop',
    'indexTarget',
  ] as const),
  ...(['onStop', 'onTarget'] as const),
];

/**
 * What the schema of the legs form cannot see: values that fit one by one and not together. Works on whatever of the
 * file is readable, so that it reports all problems at once.
 */
export function checkLegs(file: Mapping): readonly Finding[] {
  const legs = Object.entries(mappingOf(file['legs'])).map(
    ([name, leg]) => [name, mappingOf(leg)] as const,
  );
  return withoutRepeats([
    ...checkTimes(entryTimes(file)),
    ...checkWaits(file),
    ...checkCarry(file),
    ...checkSizing(file),
    ...uselessSides(file, legs),
    ...legs.flatMap(([name, leg]) => checkLeg({ path: ['legs', name], own: leg, top: file })),
    ...uselessDefaults(
      file,
      legs.map(([, leg]) => leg),
    ),
    ...checkAfterClose(file),
    ...wholeTrail(mappingOf(file['whole'])),
  ]);
}

/** What the top of the file says is wrong for each leg that takes it, and reported once. */
function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  const keyOf = ({ path, message }: Finding): string => `${pathText(path)}\n${message}`;
  return [...new Map(findings.map((finding) => [keyOf(finding), finding])).values()];
}

/** All that enters, in its order; the exit comes last. */
function entryTimes({ entry, lastEntry, carry, exit }: Mapping): readonly NamedTime[] {
  const { before } = mappingOf(entry);
  const entries = Array.isArray(entry)
    ? entry.map((value: unknown, index) => ({ path: ['entry', index], value }))
    : [
        before === undefined
          ? { path: ['entry'], value: entry }
          : { path: ['entry', 'before'], value: before },
      ];
  const last = lastEntry === undefined ? [] : [{ path: ['lastEntry'], value: lastEntry }];
  // What is carried is closed on a later day, and may be so before the time of the entries.
  const exits = carry === undefined ? [{ path: ['exit'], value: exit }] : [];
  return [...entries, ...last, ...exits];
}

/** A side of the range says nothing where there is no range. */
function uselessSides(
  { entry, rules }: Mapping,
  legs: readonly (readonly [string, Mapping])[],
): readonly Finding[] {
  if (typeof entry !== 'string' && !Array.isArray(entry) && rules === undefined) return [];
  const by = rules === undefined ? 'at a time' : 'by rules';
  return legs.flatMap(([name, { when }]) => {
    if (when === undefined) return [];
    const path = ['legs', name, 'when'];
    const message = `"${pathText(path)}" has no effect: the legs are entered ${by}`;
    const next = rules === undefined ? 'Remove it, or make "entry" a breakout' : 'Remove it';
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
    ...contractOf(leg),
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

/** An option has a strike, a future none and no weekly expiry. */
function contractOf({ path, own }: Leg): readonly Finding[] {
  const isFuture = own['type'] === 'FUT';
  // Another word for a future has no strike either, and is reported as a wrong type.
  const isOption = own['type'] === undefined || own['type'] === 'CE' || own['type'] === 'PE';
  if (!isFuture) {
    return isOption && own['strike'] === undefined ? [noStrike([...path, 'strike'])] : [];
  }
  const useless = own['strike'] === undefined ? [] : [uselessStrike([...path, 'strike'])];
  const { expiry } = own;
  if (typeof expiry !== 'string' || MONTHLIES.test(expiry)) return useless;
  const allowed = 'monthly, next-monthly or a date YYYY-MM-DD';
  const message = 'A future has no such expiry';
  const parts = { found: shownText(expiry), allowed, next: 'Write monthly' };
  return [...useless, { path: [...path, 'expiry'], message, parts }];
}

const MONTHLIES = /^(next-)?monthly$|^\d{4}-/;

function noStrike(path: Path): Finding {
  const next = 'Add a line such as "strike: ATM"';
  const message = `"${pathText(path)}" is missing`;
  return { path, isMissing: true, message, parts: { allowed: alternatives(STRIKE_ALLOWED), next } };
}

function uselessStrike(path: Path): Finding {
  const message = `"${pathText(path)}" has no effect: a future has no strike`;
  return { path, isKey: true, message, parts: { next: 'Remove it' } };
}

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
    (key) => file[key] !== undefined && legs.length > 0 && legs.every((leg) => saysOwn(leg, key)),
  ).map((key) => ({
    path: [key],
    isKey: true,
    message: `"${key}" has no effect: every leg says its own`,
    parts: { next: 'Remove it here, or from the legs' },
  }));
}

/** Lots and units say the same thing. */
function saysOwn(leg: Mapping, key: string): boolean {
  const keys = key === 'lots' || key === 'units' ? ['lots', 'units'] : [key];
  return keys.some((one) => leg[one] !== undefined);
}

function distanceOf(value: unknown): DistanceForm | null {
  return distanceText.safeParse(value).data ?? null;
}

function amountOf(distance: DistanceForm): number {
  return distance.kind === 'percent' ? distance.percent : distance.paise;
}

const time: z.ZodType<ClockTime, string> = clockTimeText('09:20');

interface NamedTime {
  readonly path: Path;
  readonly value: unknown;
}

/** Whether each time comes before the next; absent and unreadable ones are left to others. */
export function checkTimes(times: readonly NamedTime[]): readonly Finding[] {
  const readable = times.filter(({ value }) => time.safeParse(value).success);
  return readable.slice(1).flatMap((later, index) => {
    const earlier = readable[index];
    return earlier === undefined || isBefore(earlier, later) ? [] : [disorder(earlier, later)];
  });
}

function isBefore(earlier: NamedTime, later: NamedTime): boolean {
  return withSeconds(earlier) < withSeconds(later);
}

function withSeconds({ value }: NamedTime): string {
  return `${String(value)}:00`.slice(0, 8);
}

function disorder(earlier: NamedTime, later: NamedTime): Finding {
  const [before, after] = [pathText(earlier.path), pathText(later.path)];
  return {
    path: later.path,
    message: `"${after}" must come after "${before}"`,
    parts: {
      found: JSON.stringify(later.value),
      allowed: `a time after ${String(earlier.value)}`,
      next: 'Write times with 24 hours: 15:10 is ten past three in the afternoon',
    },
  };
}

/**
 * An unknown underlying: without this check its strategy would wait for a chain all day.
 *
 * @param known - what can be traded; undefined when that is not known
 */
export function checkUnderlyings(
  file: Mapping,
  known: readonly string[] | undefined,
): readonly Finding[] {
  const legs = Object.entries(mappingOf(file['legs']));
  return [
    ...checkUnderlying(['underlying'], file['underlying'], known),
    ...legs.flatMap(([name, leg]) => {
      const { underlying } = mappingOf(leg);
      return checkUnderlying(['legs', name, 'underlying'], underlying, known);
    }),
  ];
}

function checkUnderlying(
  path: Path,
  written: unknown,
  known: readonly string[] | undefined,
): readonly Finding[] {
  // The schema reports what is not even a symbol.
  const read = legsForm.shape.underlying.safeParse(written);
  if (!read.success || known === undefined || known.includes(read.data)) return [];
  const nearest = nearestWord(read.data, known);
  const parts = {
    found: shownText(read.data),
    allowed: alternatives(known),
    nearest,
    next: nearest === null ? null : `Write ${nearest}`,
  };
  return [{ path, message: withNoShares('Unknown underlying', read.data, known), parts }];
}
