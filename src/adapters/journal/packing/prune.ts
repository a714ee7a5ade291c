import { type DatabaseSync } from 'node:sqlite';

import { fail, ok, type Result } from '../../../base/result.ts';
import { type IstDate } from '../../../model/ist.ts';
import { type JournalFailure } from '../../../ports/journal.ts';
import { damaged } from '../journal-failures.ts';
import { inTransaction } from './in-transaction.ts';
import { storedBlocks } from './stored-blocks.ts';

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
export function pruneDays(
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
