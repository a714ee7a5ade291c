import { z } from 'zod';

import { isRecord, type Json } from '../../base/json.ts';
import { lazily } from '../../base/lazily.ts';
import { type Checked } from '../../base/problem.ts';
import { ok } from '../../base/result.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { checkSchema } from '../../text/check-schema.ts';
import { readYaml } from '../../text/read-yaml.ts';
import { plainSource } from '../../text/yaml-source.ts';
import {
  calendarSchema,
  circuitBreakersSchema,
  expiriesSchema,
  freezeSchema,
  lotsSchema,
  strikesSchema,
} from '../../model/market/market-table-schemas.ts';
import { costsSchema, marginsSchema } from '../../model/market/money-table-schemas.ts';
import { freeNote, provenance } from '../../model/market/table-fields.ts';

/** A file of `sauda tables update`, as it was read. */
export interface ReadUpdate {
  readonly update: TablesUpdate;
  /** As plain JSON, each row with its source: what {@link checkedUpdate} takes. */
  readonly json: Json;
}

/** Reads a file of tables, or says every mistake in it with its place. `file` is its name in messages. */
export function readTablesUpdate(text: string, file: string): Checked<ReadUpdate> {
  const source = readYaml(text, file);
  if (!source.ok) return source;
  const value = withProvenance(source.value.value);
  const next =
    'Nothing was changed. Rows without "source" and "confidence" have those at the top of the file; docs/calendar.md has an example';
  const checked = checkSchema(tablesUpdateSchema(), { ...source.value, value }, { next });
  return checked.ok ? ok({ update: checked.value, json: value as Json }) : checked;
}

/** What was read before, checked once more: tables travel to threads as JSON. */
export function checkedUpdate(json: Json, file: string): Checked<TablesUpdate> {
  return checkSchema(tablesUpdateSchema(), plainSource(json, file));
}

/** Rows without a source of their own have that of the file. */
function withProvenance(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { source, confidence } = value;
  const own = {
    ...(source === undefined ? {} : { source }),
    ...(confidence === undefined ? {} : { confidence }),
  };
  return { ...value, tables: filled(value['tables'], own) };
}

function filled(value: unknown, own: object): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => filled(item, own));
  if (!isRecord(value)) return value;
  const inner = Object.entries(value).map(([key, item]) => [key, filled(item, own)] as const);
  return { ...(isRow(value) ? own : {}), ...Object.fromEntries(inner) };
}

const DATED = ['date', 'from', 'fromExpiry'];

/** A row of a table holds from a date on, or is the strike step of an underlying. Spans of a day have times. */
function isRow(value: Readonly<Record<string, unknown>>): boolean {
  const isDated = DATED.some((key) => /^\d{4}-/u.test(String(value[key])));
  return isDated || Object.hasOwn(value, 'stepPoints');
}

const calendar = lazily(() => {
  const { verifiedThrough, sessionHours, holidays, specialSessions } = calendarSchema().shape;
  const hours = sessionHours.partial();
  return z
    .strictObject({ verifiedThrough, sessionHours: hours, holidays, specialSessions })
    .partial();
});

const expiries = lazily(() => {
  const { verifiedThrough, underlyings } = expiriesSchema().shape;
  const ofEach = z.record(underlyings.keyType, underlyings.valueType.partial());
  return z.strictObject({ verifiedThrough, underlyings: ofEach }).partial();
});

/** A file of `sauda tables update`: any part of the tables of `config/market`, whose rows join those that ship. */
const tablesUpdateSchema = lazily(() =>
  z.strictObject({
    schemaVersion: z.literal(1),
    source: provenance.source.optional(),
    confidence: provenance.confidence.optional(),
    note: freeNote,
    tables: z
      .strictObject({
        calendar: calendar(),
        expiries: expiries(),
        lots: lotsSchema().omit({ schemaVersion: true }).partial(),
        freeze: freezeSchema().omit({ schemaVersion: true }).partial(),
        strikes: strikesSchema().omit({ schemaVersion: true }).partial(),
        costs: costsSchema().omit({ schemaVersion: true }).partial(),
        margins: marginsSchema().omit({ schemaVersion: true }).partial(),
        circuitBreakers: circuitBreakersSchema().omit({ schemaVersion: true }).partial(),
      })
      .partial()
      .refine((tables) => Object.keys(tables).length > 0, 'At least one table is needed'),
  }),
);

/** What a file brings, checked. */
export type TablesUpdate = z.output<ReturnType<typeof tablesUpdateSchema>>;

/** A row that an update brings. */
export interface UpdateRow {
  /** Table and what in it, such as `lots NIFTY`. */
  readonly of: string;
  /** From when it holds; null for what has no date, and holds for all of them. */
  readonly from: IstDate | null;
  /** What it says, such as `cycle weekly, units 25`. */
  readonly says: string;
}
/** Of where it is from, and of the table as a whole. */
const NOT_SAID = new Set([...DATED, 'source', 'confidence', 'note', 'verifiedThrough']);

/** Every row of an update, in the file's order and words. */
export function updateRows({ json }: Pick<ReadUpdate, 'json'>): readonly UpdateRow[] {
  const tables = isRecord(json) ? entriesOf(json['tables']) : [];
  return tables.flatMap(([table, part]) =>
    entriesOf(part).flatMap(([key, value]) =>
      key === 'verifiedThrough' ? [] : rowsIn(value, key === table ? [table] : [table, key]),
    ),
  );
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}

function rowsIn(value: unknown, path: readonly string[]): readonly UpdateRow[] {
  if (Array.isArray(value) && value.some(isRecord)) {
    return value.flatMap((item: unknown) => rowsIn(item, path));
  }
  const of = path.join(' ');
  if (!isRecord(value)) return [{ of, from: null, says: said(value) }];
  const from = DATED.map((key) => value[key]).find((found) => typeof found === 'string');
  const entries = Object.entries(value).filter(([key]) => !NOT_SAID.has(key));
  const isRow =
    from !== undefined || entries.every(([, item]) => !isRecord(item) && !Array.isArray(item));
  if (!isRow) return entries.flatMap(([key, item]) => rowsIn(item, [...path, key]));
  const says = entries.map(([key, item]) => `${key} ${said(item)}`).join(', ');
  return [{ of, from: from ?? null, says }];
}

function said(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
