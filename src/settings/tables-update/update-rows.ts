import { type IstDate } from '../../model/ist.ts';
import { isMap, type ReadUpdate } from './read-update.ts';

/** A row that an update brings. */
export interface UpdateRow {
  /** Table and what in it, such as `lots NIFTY`. */
  readonly of: string;
  /** From when it holds; null for what has no date, and holds for all of them. */
  readonly from: IstDate | null;
  /** What it says, such as `cycle weekly, units 25`. */
  readonly says: string;
}

const DATED = ['date', 'from', 'fromExpiry'];
/** Of where it is from, and of the table as a whole. */
const NOT_SAID = new Set([...DATED, 'source', 'confidence', 'note', 'verifiedThrough']);

/** Every row of an update, in the file's order and words. */
export function updateRows({ json }: Pick<ReadUpdate, 'json'>): readonly UpdateRow[] {
  const tables = isMap(json) ? entriesOf(json['tables']) : [];
  return tables.flatMap(([table, part]) =>
    entriesOf(part).flatMap(([key, value]) =>
      key === 'verifiedThrough' ? [] : rowsIn(value, key === table ? [table] : [table, key]),
    ),
  );
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isMap(value) ? Object.entries(value) : [];
}

function rowsIn(value: unknown, path: readonly string[]): readonly UpdateRow[] {
  if (Array.isArray(value) && value.some(isMap)) {
    return value.flatMap((item: unknown) => rowsIn(item, path));
  }
  const of = path.join(' ');
  if (!isMap(value)) return [{ of, from: null, says: said(value) }];
  const from = DATED.map((key) => value[key]).find((found) => typeof found === 'string');
  const entries = Object.entries(value).filter(([key]) => !NOT_SAID.has(key));
  const isRow =
    from !== undefined || entries.every(([, item]) => !isMap(item) && !Array.isArray(item));
  if (!isRow) return entries.flatMap(([key, item]) => rowsIn(item, [...path, key]));
  const says = entries.map(([key, item]) => `${key} ${said(item)}`).join(', ');
  return [{ of, from: from ?? null, says }];
}

function said(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
