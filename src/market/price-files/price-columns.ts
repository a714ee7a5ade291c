import { nearestWord } from '../../base/nearest-word.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { said } from './price-problems.ts';

/** What a column can be for. */
export type ColumnRole =
  'time' | 'date' | 'open' | 'high' | 'low' | 'close' | 'price' | 'bid' | 'ask' | 'symbol';

/** Numbers of a file's columns, from 0; -1 where it has none. */
export interface PriceColumns extends Readonly<Record<ColumnRole, number>> {
  /** Names as written, in order. */
  readonly names: readonly string[];
  /** Whether rows are minute bars; else they are single prices. */
  readonly isBars: boolean;
  /** Names of unknown columns. */
  readonly unknown: readonly string[];
}

/** Names of columns by role, lower case without marks; the first that a file has is used. */
const NAMES: Readonly<Record<ColumnRole, readonly string[]>> = {
  time: words(
    'timestamp datetime ts epoch exchangetimestamp lasttradetime ltt starttime bartime time t',
  ),
  date: words('date tradedate tradingdate day'),
  open: words('open o openprice'),
  high: words('high h highprice'),
  low: words('low l lowprice'),
  close: words('close c closeprice'),
  price: words('ltp price last lastprice lasttradedprice tradeprice'),
  bid: words('bid bidprice bestbid bestbidprice buyprice'),
  ask: words('ask askprice bestask bestaskprice offer sellprice'),
  symbol: words('symbol ticker tradingsymbol instrument contract scrip name'),
};

const ROLES = Object.keys(NAMES) as readonly ColumnRole[];

/** Known and not used. */
const PASSED_OVER = new Set([
  '',
  ...words(
    'volume vol v oi openinterest qty quantity ltq lasttradedqty trades count turnover value',
  ),
  ...words('vwap average wap bidqty askqty bidsize asksize buyqty sellqty exchange token'),
  ...words('instrumenttoken index'),
]);

function words(text: string): readonly string[] {
  return text.split(' ');
}

/** The columns of a bar. */
export const BAR_ROLES = ['open', 'high', 'low', 'close'] as const;

/** Columns as the user names them. */
export type GivenColumns = Readonly<Partial<Record<ColumnRole, string>>>;

/** Finds the columns by name, in any order and case; the failure is one line. */
export function findColumns(
  names: readonly string[],
  given: GivenColumns = {},
): Result<PriceColumns, string> {
  const plain = names.map(plainName);
  const known = ROLES.flatMap((role) => NAMES[role]);
  const twice = plain.find((name, at) => known.includes(name) && plain.indexOf(name) !== at);
  const header = shown(names);
  if (twice !== undefined) {
    return fail(said('Header has a column twice', `"${twice}" in ${header}`, 'each column once'));
  }
  const at = { ...foundByName(plain), ...foundAsGiven(plain, given) };
  const absent = ROLES.find((role) => given[role] !== undefined && at[role] === -1);
  if (absent !== undefined) {
    const what = `Header lacks the column given for ${absent}, "${given[absent] ?? ''}"`;
    return fail(said(what, header, `one of ${names.join(', ')}`));
  }
  if (at.time === -1 && at.date !== -1) Object.assign(at, { time: at.date, date: -1 });
  const isBars = BAR_ROLES.every((role) => at[role] !== -1);
  if (at.time === -1 || (!isBars && at.price === -1)) return fail(lacking(at, header));
  return ok({ ...at, names, isBars, unknown: unknownOf(names, at) });
}

function foundByName(plain: readonly string[]): Record<ColumnRole, number> {
  const find = (role: ColumnRole): number =>
    plain.indexOf(NAMES[role].find((name) => plain.includes(name)) ?? ' ');
  const found = ROLES.map((role) => [role, find(role)]);
  const at = Object.fromEntries(found) as Record<ColumnRole, number>;
  // A column of whole stamps makes the date beside it redundant; a bare "time" needs it.
  const timeName = plain[at.time] ?? '';
  if (timeName !== 'time' && timeName !== 't') at.date = at.time === -1 ? at.date : -1;
  return at;
}

function foundAsGiven(
  plain: readonly string[],
  given: GivenColumns,
): Partial<Record<ColumnRole, number>> {
  const named = ROLES.flatMap((role) => {
    const name = given[role];
    return name === undefined ? [] : [[role, plain.indexOf(plainName(name))] as const];
  });
  // Who names the time means all of it, unless the date is named too.
  const whole = given.time !== undefined && given.date === undefined ? { date: -1 } : {};
  return { ...whole, ...Object.fromEntries(named) };
}

function lacking(at: Readonly<Record<ColumnRole, number>>, header: string): string {
  const bars = BAR_ROLES.filter((role) => at[role] === -1);
  const missing = [
    ...(at.time === -1 ? ['time'] : []),
    ...(at.price !== -1 || bars.length === 0 ? [] : bars.length < 4 ? bars : ['price']),
  ];
  const allowed = `timestamp with open, high, low, close, or timestamp with price; for other names say --columns ${missing.join('=NAME,')}=NAME`;
  return said(`Header lacks ${missing.join(', ')}`, header, allowed);
}

function unknownOf(
  names: readonly string[],
  at: Readonly<Record<ColumnRole, number>>,
): readonly string[] {
  const used = new Set(Object.values(at));
  const known = new Set(ROLES.flatMap((role) => NAMES[role]));
  return names.filter((name, column) => {
    const plain = plainName(name);
    return !used.has(column) && !PASSED_OVER.has(plain) && !known.has(plain);
  });
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function shown(names: readonly string[]): string {
  const text = names.join(',');
  return `"${text.length > 120 ? `${text.slice(0, 120)}…` : text}"`;
}

/** Reads `time=Stamp,close=C`. */
export function parseColumns(text: string): Result<GivenColumns, Problem> {
  const given: Partial<Record<ColumnRole, string>> = {};
  for (const part of text.split(',')) {
    const [role = '', name = '', ...rest] = part.split('=').map((word) => word.trim());
    const known = ROLES.find((candidate) => candidate === role);
    if (known === undefined || plainName(name) === '' || rest.length > 0) {
      const allowed = `role=column with the roles ${ROLES.join(', ')}`;
      const nearest = known === undefined ? nearestWord(role, ROLES) : null;
      return fail(problem('Cannot read the columns', { found: `"${part}"`, allowed, nearest }));
    }
    given[known] = name;
  }
  return ok(given);
}
