import { type DatabaseSync } from 'node:sqlite';

import { type IstDate } from '../../../model/time/ist.ts';
import { pragma } from '../database-file.ts';
import { hasPacks } from './stored-blocks.ts';

/** Size of one date in a journal. */
export interface DaySize {
  readonly date: IstDate;
  readonly entries: number;
  readonly blocks: number;
  /** Of the entries' text, UTF-16 units. */
  readonly characters: number;
  /** Stored, without the overhead of the tables. */
  readonly bytes: number;
  /** Blocks not packed yet. */
  readonly openBlocks: number;
}

/** Size of a journal. */
export interface JournalSizes {
  readonly days: readonly DaySize[];
  /** Of empty pages, used before the file grows. */
  readonly freeBytes: number;
  /** The last date that was pruned; null when none was. */
  readonly prunedThrough: IstDate | null;
}

const OPEN = `
  SELECT date, count(*) AS blocks, count(*) AS openBlocks,
    sum(length(entries) - length(replace(entries, char(10), '')) + 1) AS entries,
    sum(length(entries)) AS characters, sum(octet_length(entries)) AS bytes
  FROM blocks GROUP BY date`;
const PACKED = `
  SELECT date, sum(last - first + 1) AS blocks, 0 AS openBlocks, sum(entries) AS entries,
    sum(characters) AS characters, sum(length(packed)) AS bytes
  FROM packs GROUP BY date`;

/** Sizes by date, ascending. @throws what SQLite says */
export function journalSizes(database: DatabaseSync): JournalSizes {
  const isPacked = hasPacks(database);
  const parts = isPacked ? `${OPEN} UNION ALL ${PACKED}` : OPEN;
  const days = database
    .prepare(
      `SELECT date, sum(entries) AS entries, sum(blocks) AS blocks, sum(characters) AS characters,
         sum(bytes) AS bytes, sum(openBlocks) AS openBlocks
       FROM (${parts}) GROUP BY date ORDER BY date`,
    )
    .all()
    .map((row) => ({ ...row }) as unknown as DaySize);
  const pruned = isPacked
    ? database.prepare('SELECT max(date) AS date FROM pruned').get()?.['date']
    : null;
  return {
    days,
    freeBytes: pragma(database, 'freelist_count') * pragma(database, 'page_size'),
    prunedThrough: typeof pruned === 'string' ? pruned : null,
  };
}
