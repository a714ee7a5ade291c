import { type DatabaseSync } from 'node:sqlite';

import { type IstDate } from '../../../model/time/ist.ts';
import { hasPacks } from './stored-blocks.ts';

/** What one date takes in a journal. */
export interface DaySize {
  readonly date: IstDate;
  readonly entries: number;
  readonly blocks: number;
  /** Of the entries as text, in UTF-16 units. */
  readonly characters: number;
  /** Of what is kept of it, without what the tables add. */
  readonly bytes: number;
  /** Blocks that are not packed yet. */
  readonly openBlocks: number;
}

/** What the whole of a journal takes. */
export interface JournalSizes {
  readonly days: readonly DaySize[];
  /** Of pages that nothing is in: the next days use them before the file grows. */
  readonly freeBytes: number;
  /** The last date that was removed from its beginning; null when none was. */
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

/**
 * Counts what each date takes, ascending.
 *
 * @throws what SQLite says
 */
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
  const pragma = (name: string): number => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  return {
    days,
    freeBytes: pragma('freelist_count') * pragma('page_size'),
    prunedThrough: typeof pruned === 'string' ? pruned : null,
  };
}
