import { type DatabaseSync } from 'node:sqlite';

import { fail, ok, type Result } from '../../../base/result.ts';
import { type IstDate } from '../../../model/time/ist.ts';
import { type JournalFailure } from '../../../ports/journal.ts';
import { inTransaction } from '../database-file.ts';
import { damaged } from '../journal-failures.ts';
import { createDayPacker } from './pack-days.ts';
import { storedBlocks } from './stored-blocks.ts';

/** What is to be packed and what is to go. */
export interface Tidying {
  /** Dates before it are closed: what is of them is packed. */
  readonly openFrom: IstDate;
  /** Dates before it are removed. @default none */
  readonly keptFrom?: IstDate;
  /** Packs at most this many stretches of blocks, some 20 ms each; the next call goes on. @default all */
  readonly packsMax?: number;
}

/** What was done. */
export interface Tidied {
  /** Dates that are not in the journal any more. */
  readonly removed: readonly IstDate[];
  /** How many packs were made. */
  readonly packs: number;
}

/** 64 MiB: a smaller file is not written anew. */
const PAGES_FREE_MIN = 16_384;

/**
 * Removes what is too old, packs what is closed, and gives the room back to the system where most of a large file is free.
 * Every step is a transaction of its own: killed between any two, the journal is whole, and the next call goes on.
 *
 * @param root - what the chain of the journal begins with
 * @throws what SQLite says; what was done before stays done
 */
export function tidy(
  database: DatabaseSync,
  root: string,
  tidying: Tidying,
): Result<Tidied, JournalFailure> {
  const { openFrom, keptFrom, packsMax = Infinity } = tidying;
  const removed = keptFrom === undefined ? ok([]) : pruneDays(database, { root, before: keptFrom });
  if (!removed.ok) return removed;
  const packer = createDayPacker(database, { root, before: openFrom });
  let packs = 0;
  while (packs < packsMax) {
    const step = packer.step();
    if (!step.ok) return step;
    if (!step.value) break;
    packs += 1;
  }
  if (packs < packsMax && isMostlyFree(database)) database.exec('VACUUM');
  return ok({ removed: removed.value, packs });
}

/** As after the first packing of a year of older days. Pages that are free are used again by the days to come. */
function isMostlyFree(database: DatabaseSync): boolean {
  const pragma = (name: string): number => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  const free = pragma('freelist_count');
  const used = pragma('page_count') - free;
  return free >= PAGES_FREE_MIN && free > used;
}

interface Stretch {
  readonly date: IstDate;
  readonly first: number;
  readonly last: number;
}

/**
 * Removes whole dates before one from the beginning of a journal, in one transaction, and keeps the number and the hash
 * that the rest goes on from. The date that was written last stays, however old: the next day begins with what it left.
 * Gives the dates that are gone.
 *
 * @throws what SQLite says; then nothing is removed
 */
function pruneDays(
  database: DatabaseSync,
  { root, before }: { readonly root: string; readonly before: IstDate },
): Result<readonly IstDate[], JournalFailure> {
  const stretches = stretchesOf(database);
  const gone = beginningBefore(stretches, before);
  const last = gone.reduce((latest, stretch) => Math.max(latest, stretch.last), 0);
  if (last === 0) return ok([]);
  const block = storedBlocks(database, root).at(last);
  if (!block.ok) return block;
  if (block.value === null) return fail(damaged(`Block ${String(last)} is missing`));
  const { hash, date } = block.value;
  inTransaction(database, () => {
    database
      .prepare('INSERT INTO pruned (sequence, hash, date) VALUES (?, ?, ?)')
      .run(last, hash, date);
    database.prepare('DELETE FROM packs WHERE last <= ?').run(last);
    database.prepare('DELETE FROM blocks WHERE sequence <= ?').run(last);
  });
  return ok(gone.map((stretch) => stretch.date).sort());
}

/** What each date reaches from and to, in the order of their beginnings. */
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

/** The most dates from the beginning of which none is to stay, and after which no block of theirs comes. */
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
