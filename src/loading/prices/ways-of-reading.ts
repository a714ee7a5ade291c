import { nearestWord } from '../../base/nearest-word.ts';
import { type Checked, problem, type Problem } from '../../base/problem.ts';
import { fail, ok } from '../../base/result.ts';
import { givenStamps } from '../../market/price-files/given-stamps.ts';
import { parseColumns } from '../../market/price-files/price-columns.ts';
import { type ReadPricesOptions } from '../../market/price-files/read-prices.ts';
import { zoneOffset } from '../../market/price-files/time-zone.ts';
import { withNoShares } from '../../model/market/underlying.ts';

/** How files of prices are to be read, as the user writes it. */
export interface AskedWays {
  /** Columns by role, over what their names would say: `time=Stamp,close=Settle`. */
  readonly columns?: string;
  /** Zone of times that tell none. @default 'IST' */
  readonly timeZone?: string;
  /** Edge of their minute that bars are stamped at: `start` or `end` for all files, `FILE=end` for one. @default detected */
  readonly stamp?: string | readonly string[];
  /** Whose prices files hold that do not tell; one that tells another is refused. @default told from the files' names; one that tells nothing is refused */
  readonly underlying?: string;
}

/** What the ways of reading are checked against. */
export interface WaysKnown {
  readonly underlyings: readonly string[];
  readonly files: readonly string[];
}

/** Reads how files of prices are to be read. */
export function waysOfReading(
  { underlying, timeZone = 'IST', stamp, columns }: AskedWays,
  known: WaysKnown,
): Checked<Pick<ReadPricesOptions, 'columns' | 'timeZone' | 'stamp' | 'stampOf' | 'underlying'>> {
  const given = columns === undefined ? ok({}) : parseColumns(columns);
  const stamps = givenStamps(stamp ?? [], known.files);
  const refused = [
    ...underlyingSlips(underlying, known.underlyings),
    ...zoneSlips(timeZone),
    ...(given.ok ? [] : [given.error]),
    ...(stamps.ok ? [] : [stamps.error]),
  ];
  if (refused.length > 0 || !given.ok || !stamps.ok) return fail(refused);
  const named = underlying === undefined ? {} : { underlying };
  return ok({ ...named, ...stamps.value, timeZone, columns: given.value });
}

function underlyingSlips(
  underlying: string | undefined,
  known: readonly string[],
): readonly Problem[] {
  if (underlying === undefined || known.includes(underlying)) return [];
  const allowed = known.join(', ');
  const nearest = nearestWord(underlying, known);
  const told = withNoShares(`Unknown underlying "${underlying}"`, underlying, known);
  return [problem(told, { found: underlying, allowed, nearest })];
}

function zoneSlips(timeZone: string): readonly Problem[] {
  if (zoneOffset(timeZone) !== null) return [];
  const names = ['IST', 'UTC', 'Asia/Kolkata', ...Intl.supportedValuesOf('timeZone')];
  const allowed = 'IST, UTC, an offset such as +05:30, or a name such as Asia/Kolkata';
  const nearest = nearestWord(timeZone, names);
  return [problem(`Unknown time zone "${timeZone}"`, { found: timeZone, allowed, nearest })];
}
