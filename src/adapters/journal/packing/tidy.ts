import { type DatabaseSync } from 'node:sqlite';

import { type IstDate } from '../../../model/time/ist.ts';
import { inTransaction, pragma } from '../database-file.ts';
import { damage } from '../journal-failures.ts';
import { createDayPacker } from './pack-days.ts';
import { storedBlocks } from './stored-blocks.ts';

/** What to pack and what to remove. */
export interface Tidying {
  /** Dates before it are closed and get packed. */
  readonly openFrom: IstDate;
  /** Dates before it are removed. @default none */
  readonly keptFrom?: IstDate;
  /** Most stretches of blocks to pack, some 20 ms each; the next call continues. @default all */
  readonly packsMax?: number;
}

/** What was done. */
export interface Tidied {
  readonly removed: readonly IstDate[];
  readonly packs: number;
}

/** 64 MiB: with less free, the file is not rewritten. */
const PAGES_FREE_MIN = 16_384;

/**
 * Removes old dates, packs closed ones, and shrinks a large file that is mostly free. Every step is a transaction of its own:
 * after a kill the journal is whole, and the next call continues.
 *
 * @param root - start of the journal's chain
 * @throws {UnreadableJournal} for blocks that were changed; also what SQLite says; what was done before stays done
 */
export function tidy(database: DatabaseSync, root: string, tidying: Tidying): Tidied {
  const { openFrom, keptFrom, packsMax = Infinity } = tidying;
  const removed = keptFrom === undefined ? [] : pruneDays(database, { root, before: keptFrom });
  const packNext = createDayPacker(database, { root, before: openFrom });
  let packs = 0;
  while (packs < packsMax && packNext()) packs += 1;
  if (packs < packsMax && isMostlyFree(database)) database.exec('VACUUM');
  return { removed, packs };
}

/** As after the first packing of a year. Later days reuse free pages. */
function isMostlyFree(database: DatabaseSync): boolean {
  const free = pragma(database, 'freelist_count');
  const used = pragma(database, 'page_count') - free;
  return free >= PAGES_FREE_MIN && free > used;
}

interface Stretch {
  readonly date: IstDate;
  readonly first: number;
  readonly last: number;
}

/**
 * Removes whole dates from the beginning of a journal in one transaction, and keeps the number and hash that the rest
 * continues from. The last written date stays, however old: the next day starts from it. Returns the removed dates.
 *
 * @throws {UnreadableJournal} where the last of them is missing; also what SQLite says; then nothing is removed
 */
function pruneDays(
  database: DatabaseSync,
  { root, before }: { readonly root: string; readonly before: IstDate },
): readonly IstDate[] {
  const stretches = stretchesOf(database);
  const gone = beginningBefore(stretches, before);
  const last = gone.reduce((latest, stretch) => Math.max(latest, stretch.last), 0);
  if (last === 0) return [];
  const block = storedBlocks(database, root).at(last);
  if (block === null) throw damage(`Block ${String(last)} is missing`);
  const { hash, date } = block;
  inTransaction(database, () => {
    database
      .prepare('INSERT INTO pruned (sequence, hash, date) VALUES (?, ?, ?)')
      .run(last, hash, date);
    database.prepare('DELETE FROM packs WHERE last <= ?').run(last);
    database.prepare('DELETE FROM blocks WHERE sequence <= ?').run(last);
  });
  return gone.map((stretch) => stretch.date).sort();
}

/** First and last block of each date, by the first. */
function stretchesOf(database: DatabaseSync): readonly Stretch[] {
  const rows = database
    .prepare(
      `SELECT date, min(first) AS first, max(last) AS last FROM (
         SELECT date, first, last FROM packs
         UNION ALL SELECT date, min(sequence), max(sequence) FROM blocks GROUP BY date
       ) GROUP BY date ORDER BY first`,
    )
    .all();
  return rows.map((row) => row as unknown as Stretch);
}

/** The dates from the beginning that can all be removed, with no later block of theirs. */
function beginningBefore(stretches: readonly Stretch[], before: IstDate): readonly Stretch[] {
  let count = 0;
  let reached = 0;
  for (const [index, { date, last }] of stretches.entries()) {
    if (date >= before) break;
    reached = Math.max(reached, last);
    const next = stretches[index + 1];
    if (next !== undefined && next.first > reached) count = index + 1;
  }
  return stretches.slice(0, count);
}
