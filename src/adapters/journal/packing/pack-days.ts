import { type DatabaseSync } from 'node:sqlite';

import { type IstDate } from '../../../model/time/ist.ts';
import { type JournalEntry, type ReadableJournal } from '../../../ports/journal.ts';
import { type Block } from '../block.ts';
import { hashAt } from '../block-journal.ts';
import { inTransaction } from '../database-file.ts';
import { type Pack, packOf } from './pack.ts';
import { storedBlocks } from './stored-blocks.ts';

/** Most blocks and text of a pack, which is in memory as a whole. */
const PACK_BLOCKS_MAX = 4096;
const PACK_CHARACTERS_MAX = 4_000_000;

/**
 * Packs the blocks of dates before one, in order, a transaction for each stretch.
 *
 * @returns what packs the next stretch: false when there is none; what it throws changes nothing
 * @throws {UnreadableJournal} for blocks that were changed; also what SQLite says
 */
export function createDayPacker(
  database: DatabaseSync,
  { root, before }: { readonly root: string; readonly before: IstDate },
): () => boolean {
  const stored = storedBlocks(database, root);
  const first = database.prepare(
    'SELECT sequence FROM blocks WHERE sequence > ? AND date < ? ORDER BY sequence LIMIT 1',
  );
  const insert = database.prepare(
    `INSERT INTO packs (first, last, date, hashBefore, hash, entries, characters, packed)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = database.prepare('DELETE FROM blocks WHERE sequence BETWEEN ? AND ?');
  const add = (pack: Pack): void => {
    const { first: start, last, date, hash, entries, characters, packed } = pack;
    inTransaction(database, () => {
      insert.run(start, last, date, pack.hashBefore, hash, entries, characters, packed);
      remove.run(start, last);
    });
  };
  let done = 0;
  return () => {
    const from = first.get(done, before)?.['sequence'];
    const stretch = from === undefined ? null : stretchFrom(database, Number(from));
    if (stretch === null) return false;
    const pack = packOf(stretch, hashAt(stored, stretch[0].sequence - 1));
    add(pack);
    done = pack.last;
    return true;
  };
}

/** Blocks of the first one's date that follow it without a gap. */
function stretchFrom(database: DatabaseSync, from: number): [Block, ...Block[]] | null {
  const rows = database
    .prepare(
      'SELECT sequence, date, entries, hash FROM blocks WHERE sequence >= ? ORDER BY sequence',
    )
    .iterate(from);
  const stretch: Block[] = [];
  let characters = 0;
  for (const row of rows) {
    const block = row as unknown as Block;
    const isNext =
      block.sequence === from + stretch.length && block.date === (stretch[0] ?? block).date;
    if (!isNext || stretch.length === PACK_BLOCKS_MAX || characters > PACK_CHARACTERS_MAX) break;
    stretch.push(block);
    characters += block.entries.length;
  }
  const [first, ...rest] = stretch;
  return first === undefined ? null : [first, ...rest];
}

/** Commits of the open day that stay rows before they are packed: some 10 ms of work, some hundred times a day. */
const OPEN_COMMITS_MAX = 512;

/** After every date. */
const NEVER = '9999-12-31';

/**
 * An append that packs an open day now and then: a commit is a durable row first, and in a pack later. Nothing that is about to
 * be sent waits for it, and a failure leaves the rows as they are.
 */
export function packingAfter(
  append: ReadableJournal['append'],
  database: DatabaseSync,
  {
    root,
    commitsMax = OPEN_COMMITS_MAX,
  }: { readonly root: string; readonly commitsMax?: number | undefined },
): ReadableJournal['append'] {
  const packNext = createDayPacker(database, { root, before: NEVER });
  let commits = 0;
  return (entries, date) => {
    const appended = append(entries, date);
    if (!appended.ok) return appended;
    commits += 1;
    if (commits < commitsMax || entries.some(isToBeSent)) return appended;
    commits = 0;
    try {
      packNext();
    } catch {
      // As on a full disk. The rows stay, and the end of the day reports the failure.
    }
    return appended;
  };
}

/** A request leaves as soon as this returns. */
function isToBeSent({ kind }: JournalEntry): boolean {
  return kind === 'intent' || kind === 'attempt';
}
