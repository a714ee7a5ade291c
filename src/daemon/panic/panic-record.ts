import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';

import { whyUnreadable } from '../../base/problem.ts';
import { makeFolder, writeAll } from '../../base/write-files.ts';
import { controlPathOf } from '../../day/journal/open-day-journal.ts';

/** Where a panic writes each request before it is sent, as the account's journal may be lost. */
export interface PanicRecord {
  readonly path: string;
  /** Why something could not be written; null while all was. */
  readonly trouble: () => string | null;
  /** Durable when it returns, where it can be: a panic is not held up by a full disk. */
  readonly write: (line: object) => void;
  readonly close: () => void;
}

/** A record of its own beside the journal, made with its first line. */
export function openPanicRecord(journalPath: string, atMs: number): PanicRecord {
  const path = join(controlPathOf(journalPath), `panic-${String(atMs)}.jsonl`);
  let handle: number | null = null;
  let trouble: string | null = null;
  return {
    path,
    trouble: () => trouble,
    write: (line) => {
      try {
        makeFolder(controlPathOf(journalPath), 0o700);
        handle ??= openSync(path, 'a', 0o600);
        writeAll(handle, `${JSON.stringify(line)}\n`);
        fsyncSync(handle);
      } catch (error) {
        trouble ??= whyUnreadable(error);
      }
    },
    close: () => {
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}
