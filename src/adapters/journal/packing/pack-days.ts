import { type DatabaseSync } from 'node:sqlite';

import { fail, ok, type Result } from '../../../base/result.ts';
import { type IstDate } from '../../../model/time/ist.ts';
import {
  type JournalEntry,
  type JournalFailure,
  type ReadableJournal,
} from '../../../ports/journal.ts';
import { type Block } from '../block.ts';
import { inTransaction } from '../database-file.ts';
import { damaged } from '../journal-failures.ts';
import { type Pack, packOf } from './pack.ts';
import { storedBlocks } from './stored-blocks.ts';

/** Most blocks and text of a pack, which is in memory as a whole. */
const PACK_BLOCKS_MAX = 4096;
const PACK_CHARACTERS_MAX = 4_000_000;

interface DayPacker {
  /** Packs the next stretch. False when there is none; a failure changes nothing. */
  readonly step: () => Result<boolean, JournalFailure>;
}

/** Packs the blocks of dates before one, in order, a transaction for each stretch. @throws what SQLite says */
export function createDayPacker(
  database: DatabaseSync,
  { root, before }: { readonly root: string; readonly before: IstDate },
): DayPacker {
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
  return {
    step: () => {
      const from = first.get(done, before)?.['sequence'];
      if (from === undefined) return ok(false);
      const stretch = stretchFrom(database, Number(from));
      if (stretch === null) return ok(false);
      const hashBefore = hashOf(stored, stretch[0].sequence - 1);
      if (!hashBefore.ok) return hashBefore;
      const pack = packOf(stretch, hashBefore.value);
      if (!pack.ok) return pack;
      add(pack.value);
      done = pack.value.last;
      return ok(true);
    },
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

function hashOf(
  stored: ReturnType<typeof storedBlocks>,
  sequence: number,
): Result<string, JournalFailure> {
  const start = stored.start();
  if (start.sequence === sequence) return ok(start.hash);
  const block = stored.at(sequence);
  if (!block.ok) return block;
  if (block.value !== null) return ok(block.value.hash);
  return fail(damaged(`Block ${String(sequence)} is missing`));
}

/** Commits of the open day that stay rows before they are packed: some 10 ms of work, some hundred times a day. */
const OPEN_COMMITS_MAX = 512;

/** After every date. */
const NEVER = '9999-12-31';

/**
 * Packs an open day: a commit is a durable row first, and in a pack later. Nothing that is about to be sent waits for it, and a
 * failure leaves the rows as they are.
 *
 * @returns to be called after each commit, with its entries
 */
export function createOpenPacker(
  database: DatabaseSync,
  {
    root,
    commitsMax = OPEN_COMMITS_MAX,
  }: {
    readonly root: string;
    readonly commitsMax?: number | undefined;
  },
): (written: readonly JournalEntry[]) => void {
  const packer = createDayPacker(database, { root, before: NEVER });
  let commits = 0;
  return (written) => {
    commits += 1;
    if (commits < commitsMax || written.some(isToBeSent)) return;
    commits = 0;
    try {
      packer.step();
    } catch {
      // As on a full disk. The rows stay, and the end of the day reports the failure.
    }
  };
}

/** An append that packs now and then. */
export function packingAfter(
  append: ReadableJournal['append'],
  pack: ReturnType<typeof createOpenPacker>,
): ReadableJournal['append'] {
  return (entries, date) => {
    const appended = append(entries, date);
    if (appended.ok) pack(entries);
    return appended;
  };
}

/** A request leaves as soon as this returns. */
function isToBeSent({ kind }: JournalEntry): boolean {
  return kind === 'intent' || kind === 'attempt';
}
