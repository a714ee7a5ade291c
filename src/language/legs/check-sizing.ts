import { type z } from 'zod';

import { type Finding, type Path, pathText, shownText } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';
import { distanceText } from '../schema/legs.ts';
import { riskText, shareText } from '../schema/sizing.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** A leg, or the file around all of them. */
interface Holder {
  readonly path: Path;
  readonly own: Mapping;
}

/** Ways in which a file says how much its legs trade. */
const SIZES = ['lots', 'units', 'risk', 'share'];
const SIZED = ['risk', 'share'];

/** One way of sizing at each place, and with it all that it needs. */
export function checkSizing(file: Mapping): readonly Finding[] {
  const legs = Object.entries(mappingOf(file['legs'])).map(([name, leg]): Holder => {
    return { path: ['legs', name], own: mappingOf(leg) };
  });
  const top: Holder = { path: [], own: file };
  return [
    ...[top, ...legs].flatMap(twoSizes),
    ...capitalOf(file),
    ...SIZED.filter((key) => file[key] !== undefined)
      .slice(0, 1)
      .flatMap((by) => [...boundOf(file, by, legs), ...checkSized(by, top, legs)]),
    ...uselessBound(file),
  ];
}

function twoSizes({ path, own }: Holder): readonly Finding[] {
  const [first, ...more] = SIZES.filter((key) => own[key] !== undefined);
  return more.map((key) => {
    const message = `"${pathText([...path, key])}" cannot stand beside "${String(first)}": both say how much is traded`;
    return { path: [...path, key], isKey: true, message, parts: { next: 'Remove one of them' } };
  });
}

function capitalOf(file: Mapping): readonly Finding[] {
  if (isUnread(file['risk'], riskText) || isUnread(file['share'], shareText)) return [];
  const { risk, capital } = file;
  const isShare = (value: unknown): boolean => typeof value === 'string' && value.endsWith('%');
  const sharing = SIZED.find((key) => isShare(file[key]));
  if (capital === undefined) {
    return sharing === undefined ? [] : [missing('capital', `"${sharing}"`, '500000 rupees')];
  }
  if (sharing !== undefined) return [];
  const message =
    risk === undefined
      ? '"capital" has no effect: nothing is a share of it'
      : '"capital" has no effect: "risk" is no share of it';
  const next = 'Remove it, or write "risk" or "share" as a share such as 1%';
  return [{ path: ['capital'], isKey: true, message, parts: { next } }];
}

/** Whether a value stands there that is reported as wrong: what it asks for is not known. */
function isUnread(value: unknown, schema: z.ZodType): boolean {
  return value !== undefined && !schema.safeParse(value).success;
}

function boundOf(file: Mapping, by: string, legs: readonly Holder[]): readonly Finding[] {
  const { maxLots } = file;
  if (maxLots === undefined) return [missing('maxLots', `"${by}"`, '10')];
  return legs.flatMap(({ path, own: { lots } }) => {
    if (typeof lots !== 'number' || typeof maxLots !== 'number' || lots <= maxLots) return [];
    const message = `"${pathText([...path, 'lots'])}" is more than "maxLots"`;
    const parts = { found: String(lots), allowed: `at most ${String(maxLots)}` };
    return [{ path: [...path, 'lots'], message, parts }];
  });
}

function uselessBound(file: Mapping): readonly Finding[] {
  if (file['maxLots'] === undefined || SIZED.some((key) => file[key] !== undefined)) return [];
  const message = '"maxLots" has no effect: neither "risk" nor "share" sizes the legs';
  return [{ path: ['maxLots'], isKey: true, message, parts: { next: 'Remove it' } }];
}

function missing(key: string, by: string, example: string): Finding {
  const message = `"${key}" is missing: ${by} needs it`;
  const next = `Add a line such as "${key}: ${example}"`;
  return { path: [key], isMissing: true, message, parts: { next } };
}

/** What a sized entry cannot have: its lots are not known before, and its price has to be. */
function checkSized(by: string, top: Holder, legs: readonly Holder[]): readonly Finding[] {
  return [
    ...[top, ...legs].flatMap((holder) => [...inRupees(by, holder), ...waits(by, holder)]),
    ...legs.flatMap((leg) => (by === 'risk' ? unbounded(leg, top) : margined(leg, top))),
    ...legs.filter(({ own }) => own['units'] !== undefined).map((leg) => unitsOf(by, leg)),
  ];
}

function unitsOf(by: string, { path }: Holder): Finding {
  const message = `"${pathText([...path, 'units'])}" cannot stand in a file with "${by}"`;
  const next = 'Write "lots" for its share in each set, or remove it';
  return { path: [...path, 'units'], isKey: true, message, parts: { next } };
}

function inRupees(by: string, { path, own }: Holder): readonly Finding[] {
  const trail = mappingOf(own['trail']);
  const limits = [
    ...['stop', 'target'].map((key) => ({ at: [...path, key], value: own[key] })),
    ...['move', 'step'].map((key) => ({ at: [...path, 'trail', key], value: trail[key] })),
  ];
  return limits.flatMap(({ at, value }) => {
    if (distanceText.safeParse(value).data?.kind !== 'rupees') return [];
    const message = `"${pathText(at)}" is an amount of the leg, and "${by}" decides its lots at the entry`;
    const parts = {
      found: shownText(String(value)),
      allowed: 'a share of the premium such as 30%, or points',
    };
    return [{ path: at, message, parts }];
  });
}

function waits(by: string, { path, own }: Holder): readonly Finding[] {
  if (own['momentum'] === undefined) return [];
  const at = [...path, 'momentum'];
  const message = `"${pathText(at)}" cannot stand in a file with "${by}": its legs are sized and entered together`;
  return [{ path: at, isKey: true, message, parts: { next: 'Remove it, or size by "lots"' } }];
}

function unbounded(leg: Holder, top: Holder): readonly Finding[] {
  const { path, own } = leg;
  if (own['side'] === undefined) return [];
  if (own['stop'] !== undefined || top.own['stop'] !== undefined) return [];
  const isFuture = own['type'] === 'FUT';
  const isBounded = own['side'] === 'buy' && !isFuture;
  if (isBounded && reversal(leg, top) === null) return [];
  const at = [...path, 'stop'];
  const again = isBounded ? 'the leg re-enters reversed, and ' : '';
  const what = isFuture ? 'a future' : 'a sold leg';
  const message = `"${pathText(at)}" is missing: ${again}"risk" needs the loss of ${what} to be limited`;
  const next = 'Add a line such as "stop: 30%"';
  return [{ path: at, isMissing: true, message, parts: { next } }];
}

function margined(leg: Holder, top: Holder): readonly Finding[] {
  const { path, own } = leg;
  const isSold = own['side'] === 'sell';
  if (!isSold && own['type'] !== 'FUT') return reversed(reversal(leg, top));
  const at = [...path, isSold ? 'side' : 'type'];
  const what = isSold ? 'a sold leg' : 'a future';
  const message = `"share" cannot size ${what}: it takes margin, which a strategy does not know`;
  const parts = {
    found: shownText(String(own[isSold ? 'side' : 'type'])),
    next: 'Size by "risk" or "lots"',
  };
  return [{ path: at, message, parts }];
}

function reversed(at: Path | null): readonly Finding[] {
  if (at === null) return [];
  const message =
    '"share" cannot size a leg that re-enters reversed: it would be sold, which takes margin';
  const parts = { found: shownText('reversed'), next: 'Write same, or size by "risk" or "lots"' };
  return [{ path: at, message, parts }];
}

/** Where a bought leg is turned into a sold one by what follows its close; null where nothing does. */
function reversal({ path, own }: Holder, { own: file }: Holder): Path | null {
  for (const key of ['onStop', 'onTarget'] as const) {
    const limits = key === 'onStop' ? ['stop', 'indexStop'] : ['target', 'indexTarget'];
    const closes = limits.some((limit) => (own[limit] ?? file[limit]) !== undefined);
    const { reenter } = mappingOf(own[key] ?? file[key]);
    if (!closes || mappingOf(reenter)['direction'] !== 'reversed') continue;
    return [...(own[key] === undefined ? [] : path), key, 'reenter', 'direction'];
  }
  return null;
}
