import { type DatabaseSync } from 'node:sqlite';

import { type JournalEntry, type ReadableJournal } from '../../../ports/journal.ts';
import { createDayPacker } from './pack-days.ts';

/** So many commits of the open day stay rows before they are packed: some 10 ms of work, some hundred times a day. */
const OPEN_COMMITS_MAX = 512;

/** After every date. */
const NEVER = '9999-12-31';

/**
 * Packs a day while it is open: what was committed is a row first, durable as ever, and in a pack later. Nothing waits for
 * it that is about to be sent, and nothing fails by it: what cannot be packed now stays as it is.
 *
 * @returns to be called after each commit, with what it wrote
 */
export function createOpenPacker(
  database: DatabaseSync,
  {
    root,
    commitsMax = OPEN_COMMITS_MAX,
  }: {
    /** What the chain of the journal begins with. */
    readonly root: string;
    /** So many commits stay rows before they are packed. */
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
      // As on a full disk. The rows are there, and the end of the day tells of what cannot be packed.
    }
  };
}

/** An append that is followed by packing, now and then. */
export function packingAfter(
  append: ReadableJournal['append'],
  pack: ReturnType<typeof createOpenPacker>,
): ReadableJournal['append'] {
  return (entries, date) => {
    const failure = append(entries, date);
    if (failure === null) pack(entries);
    return failure;
  };
}

/** What follows an intent goes out once this returns. */
function isToBeSent({ kind }: JournalEntry): boolean {
  return kind === 'intent' || kind === 'attempt';
}
