import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type z } from 'zod';

import { deepFreeze } from '../../base/deep-freeze.ts';
import { isRecord, type Json } from '../../base/json.ts';
import {
  type Checked,
  ConfigurationError,
  type Problem,
  problem,
  whyUnreadable,
} from '../../base/problem.ts';
import { fail, ok } from '../../base/result.ts';
import {
  type CalendarTable,
  type Holiday,
  type MarketTables,
  type SpecialSession,
} from '../../model/market/market-tables.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { checkSchema } from '../../text/check-schema.ts';
import { readYaml } from '../../text/read-yaml.ts';
import { plainSource } from '../../text/yaml-source.ts';
import { type CheckedTables, checkedTablesIn } from './checked-tables.ts';
import {
  calendarAdditionsSchema,
  calendarSchema,
  circuitBreakersSchema,
  expiriesSchema,
  freezeSchema,
  lotsSchema,
  strikesSchema,
} from '../../model/market/market-table-schemas.ts';
import { costsSchema, marginsSchema } from '../../model/market/money-table-schemas.ts';
import { checkedUpdate, type TablesUpdate } from './read-update.ts';

/** What users may add to the calendar. Their rows win over the table's rows of the same date. */
export type CalendarAdditions = z.input<ReturnType<typeof calendarAdditionsSchema>>;

/**
 * Reads the market's tables: calendar, expiries, lots, freeze quantities, strikes, costs, margins and circuit breakers.
 * `additions` are late holidays and extra sessions of the user, checked here, see {@link CalendarAdditions}; under `updates`
 * files of `sauda tables update` (`json`), in their order.
 *
 * @default directory the package's own `config/market`
 * @throws {ConfigurationError} with every problem and its file, line and column
 */
export function loadMarketTables(directory?: string, additions?: unknown): MarketTables {
  const problems: Problem[] = [];
  const shipped = readTables(directory ?? ownTables(), problems);
  const { updates, own } = parted(additions);
  const added = checkAdditions(own, problems);
  const checked = updates.map((json) => noted(checkedUpdate(json, 'tables'), problems));
  if (!shipped || !added || problems.length > 0) throw new ConfigurationError(problems);
  const updated = checked.reduce<MarketTables>(
    (tables, update) => (update === null ? tables : mergeTables(tables, update)),
    shipped,
  );
  const { verifiedThrough = updated.calendar.verifiedThrough } = added;
  const calendar = { ...withSpecialDays(updated.calendar, added), verifiedThrough };
  const tables = { ...updated, calendar };
  const incomplete = missingRows(tables);
  if (incomplete.length > 0) throw new ConfigurationError(incomplete);
  return deepFreeze(tables);
}

/** The file and the schema of each table. */
const FILES = {
  calendar: ['calendar.yaml', calendarSchema],
  expiries: ['expiries.yaml', expiriesSchema],
  lots: ['lots.yaml', lotsSchema],
  freeze: ['freeze.yaml', freezeSchema],
  strikes: ['strikes.yaml', strikesSchema],
  costs: ['costs.yaml', costsSchema],
  margins: ['margins.yaml', marginsSchema],
  circuitBreakers: ['circuit-breakers.yaml', circuitBreakersSchema],
} as const satisfies {
  readonly [Name in keyof MarketTables]: readonly [
    file: string,
    schema: () => z.ZodType<MarketTables[Name]>,
  ];
};

/**
 * The tables of a directory with their texts, for {@link checkedTablesIn}.
 *
 * @throws {ConfigurationError} when one of them cannot be used
 */
export function checkTables(directory: string): CheckedTables {
  loadMarketTables(directory);
  const read = reader(directory, []);
  return Object.fromEntries(
    Object.values(FILES).map(([name, schema]) => {
      return [
        name,
        { text: readFileSync(join(directory, name), 'utf8'), table: read(name, schema) },
      ];
    }),
  );
}

function readTables(directory: string, problems: Problem[]): MarketTables | null {
  const read = reader(directory, problems);
  const tables = Object.entries(FILES).map(([key, [file, schema]]): [string, unknown] => {
    return [key, read(file, schema)];
  });
  // Each has passed the schema of its name, which the compiler checks above.
  return problems.length > 0
    ? null
    : (Object.fromEntries(tables) as Partial<MarketTables> as MarketTables);
}

/** The same two steps up from `src/settings` in a checkout and from `dist/src/settings` in the package. */
function ownTables(): string {
  return fileURLToPath(new URL('../../../config/market', import.meta.url));
}

type TableReader = (name: string, schema: () => z.ZodType) => unknown;

function reader(directory: string, problems: Problem[]): TableReader {
  const checked = checkedTablesIn(directory);
  return (name, schema) => {
    const file = join(directory, name);
    const text = readTable(file);
    const before = checked[name];
    // The very text that this program's build has checked: its outcome is known.
    if (text.ok && text.value === before?.text) return before.table;
    return noted(text.ok ? checkTable(text.value, file, schema()) : text, problems);
  };
}

/** A value; null where there is none, its problems noted. */
function noted<Value>(result: Checked<Value>, problems: Problem[]): Value | null {
  if (result.ok) return result.value;
  problems.push(...result.error);
  return null;
}

function readTable(file: string): Checked<string> {
  try {
    return ok(readFileSync(file, 'utf8'));
  } catch (error) {
    return fail([problem('Cannot read a market table', { file, found: whyUnreadable(error) })]);
  }
}

function checkTable<Value>(text: string, file: string, schema: z.ZodType<Value>): Checked<Value> {
  const source = readYaml(text, file);
  return source.ok ? checkSchema(schema, source.value) : source;
}

/** What a configuration says of the calendar, and what was taken by `sauda tables update`. */
function parted(additions: unknown): { readonly updates: readonly Json[]; readonly own: unknown } {
  if (!isRecord(additions) || !Array.isArray(additions['updates'])) {
    return { updates: [], own: additions };
  }
  const { updates, ...own } = additions;
  return { updates: (updates as readonly { readonly json: Json }[]).map(({ json }) => json), own };
}

type Additions = z.output<ReturnType<typeof calendarAdditionsSchema>>;

function checkAdditions(additions: unknown, problems: Problem[]): Additions | null {
  if (additions === undefined || additions === null) return {};
  const checked = checkSchema(calendarAdditionsSchema(), plainSource(additions, 'calendar'));
  if (checked.ok) return checked.value;
  // The rows come from a settings file that was read before: the key is named, its line is not known here.
  problems.push(...checked.error.map((found) => ({ ...found, line: null, column: null })));
  return null;
}

/** Every underlying that expires needs a lot, a freeze quantity and a strike step. */
function missingRows(tables: MarketTables): readonly Problem[] {
  const frozen = new Set(tables.freeze.freeze.flatMap(({ units }) => Object.keys(units)));
  return Object.keys(tables.expiries.underlyings).flatMap((underlying) => {
    const missing = [
      ...(Object.hasOwn(tables.lots.lots, underlying) ? [] : ['lots.yaml']),
      ...(frozen.has(underlying) ? [] : ['freeze.yaml']),
      ...(Object.hasOwn(tables.strikes.strikes, underlying) ? [] : ['strikes.yaml']),
    ];
    return missing.map((file) =>
      problem(`Underlying "${underlying}" of expiries.yaml has no row`, { file }),
    );
  });
}

/** Tables with what an update brings. Of two rows that fit a date, the update's holds from its own date on. */
function mergeTables(tables: MarketTables, { tables: parts }: TablesUpdate): MarketTables {
  const merged = joined(tables, parts);
  const calendar = withSpecialDays(tables.calendar, parts.calendar ?? {});
  const { holidays, specialSessions } = calendar;
  return { ...merged, calendar: { ...merged.calendar, holidays, specialSessions } };
}

/** Rows of dates are joined, all else is replaced. Of keys that are known: a new underlying needs more than its rows. */
function joined<Table extends object>(table: Table, part: object): Table {
  const added: Readonly<Record<string, unknown>> = { ...part };
  const entries = Object.entries(table).map(([key, value]: [string, unknown]) => {
    return [key, added[key] === undefined ? value : joinedValue(key, value, added[key])];
  });
  return Object.fromEntries(entries) as Table;
}

function joinedValue(key: string, value: unknown, added: unknown): unknown {
  // An update may be older than the release that it is used with.
  if (key === 'verifiedThrough') return [value, added].sort().at(-1);
  if (isRecord(value) && isRecord(added)) return joined(value, added);
  if (!Array.isArray(value) || !value.some(isRecord)) return added;
  return [...(value as readonly DatedRow[]), ...(added as readonly DatedRow[])].sort(byDate);
}

interface DatedRow {
  readonly from?: IstDate;
  readonly fromExpiry?: IstDate;
}

/** The last row that fits holds, so an added one stands behind those of its date. */
function byDate(one: DatedRow, other: DatedRow): number {
  const [first = '', second = ''] = [one, other].map(({ from, fromExpiry }) => from ?? fromExpiry);
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Rows of dates that win over those of the table. */
interface SpecialDays {
  readonly holidays?: readonly Holiday[] | undefined;
  readonly specialSessions?: readonly SpecialSession[] | undefined;
}

/** An added holiday also cancels a special session of its date, and an added session opens a holiday. */
function withSpecialDays(table: CalendarTable, added: SpecialDays): CalendarTable {
  const holidays = added.holidays ?? [];
  const sessions = added.specialSessions ?? [];
  const isAdded = new Set([...holidays, ...sessions].map(({ date }) => date));
  const holidayDates = new Set(holidays.map(({ date }) => date));
  return {
    ...table,
    holidays: [...table.holidays.filter(({ date }) => !holidayDates.has(date)), ...holidays],
    specialSessions: [
      ...table.specialSessions.filter(({ date }) => !isAdded.has(date)),
      ...sessions,
    ],
  };
}
