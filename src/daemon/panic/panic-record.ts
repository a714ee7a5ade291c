import { closeSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { parsedJson } from '../../base/json.ts';
import { whyUnreadable } from '../../base/problem.ts';
import { makeFolder, writeAll } from '../../base/write-files.ts';
import { controlPathOf } from '../../day/journal/open-day-journal.ts';
import { namesIn } from '../../settings/names-in.ts';

/** Where a panic writes each request before it is sent, as the account's journal may be lost. */
export interface PanicRecord {
  readonly path: string;
  /** Why something could not be written; null while all was. */
  readonly trouble: () => string | null;
  /** Durable when it returns, where it can be: a panic is not held up by a full disk. */
  readonly write: (line: object) => void;
  readonly close: () => void;
}

/** An exit that an earlier panic sent, or was about to send. */
export interface SentExit {
  readonly symbol: string;
  readonly sentAtMs: number;
}

/**
 * Exits by their tags, of panics that ended before they said what became of them: they may be at the platform. Read while no other panic
 * runs.
 */
export function earlierExits(journalPath: string): ReadonlyMap<string, SentExit> {
  const directory = controlPathOf(journalPath);
  const exits = new Map<string, SentExit>();
  for (const name of namesIn(directory).filter((of) => RECORD.test(of))) {
    for (const line of linesOf(join(directory, name))) takeLine(line, exits);
  }
  return exits;
}

const RECORD = /^panic-\d+\.jsonl$/;
const sentSchema = z.object({
  atMs: z.number(),
  sent: z.object({
    kind: z.literal('place'),
    request: z.object({ elements: z.array(z.object({ tag: z.string(), symbol: z.string() })) }),
  }),
});
const refusedSchema = z.object({ refused: z.array(z.string()) });

function takeLine(line: string, exits: Map<string, SentExit>): void {
  const written = parsedJson(line);
  const sent = sentSchema.safeParse(written);
  for (const { tag, symbol } of sent.data?.sent.request.elements ?? []) {
    exits.set(tag, { symbol, sentAtMs: sent.data?.atMs ?? 0 });
  }
  for (const tag of refusedSchema.safeParse(written).data?.refused ?? []) exits.delete(tag);
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
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
