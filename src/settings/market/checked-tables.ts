import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Market tables that were read and checked before, by the name of their file. */
export type CheckedTables = Readonly<Record<string, CheckedTable>>;

/** One table, with the text that it was read from: it stands for that text alone. */
export interface CheckedTable {
  readonly text: string;
  readonly table: unknown;
}

/** The file that the build puts beside the tables. A checkout has none. */
export const CHECKED_TABLES_FILE = 'checked.json';

/** What the build has checked of the tables in a directory; nothing when it was not built, or cannot be read. */
export function checkedTablesIn(directory: string): CheckedTables {
  try {
    return JSON.parse(readFileSync(join(directory, CHECKED_TABLES_FILE), 'utf8')) as CheckedTables;
  } catch {
    return {};
  }
}
