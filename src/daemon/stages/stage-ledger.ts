import { closeSync, fsyncSync, lstatSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';

import { z } from 'zod';

import { parsedJson } from '../../base/json.ts';
import { whyUnreadable } from '../../base/problem.ts';
import { makeFolder, writeAll } from '../../base/write-files.ts';
import { STAGES } from '../../model/runs/stage.ts';

const stage = z.enum(STAGES);

/** Of what a record is: exactly this code with these parameters, on this platform. */
const code = {
  /** Of its run, for people. */
  name: z.string(),
  sourceHash: z.string(),
  paramsHash: z.string(),
  /** SHA-256 of the hosts: days against another platform do not count. */
  platform: z.string(),
};

/** Why a run goes back. */
export const LOWERED_BY = ['limit', 'fills', 'unknown-order'] as const;

const recordSchema = z.discriminatedUnion('kind', [
  /** A live day of a strategy. */
  z.object({
    kind: z.literal('day'),
    date: z.string(),
    ...code,
    /** That was in force. */
    stage,
    fills: z.int(),
    /** Why the day does not count, for people; null where it does. */
    why: z.string().nullable(),
  }),
  /** It went back by itself, from the next day on. */
  z.object({
    kind: z.literal('lowered'),
    date: z.string(),
    atMs: z.int(),
    ...code,
    from: stage,
    to: stage,
    cause: z.enum(LOWERED_BY),
    /** What was found, for people. */
    detail: z.string(),
  }),
  /** The operator put it there, from the next start of a run of it on. */
  z.object({
    kind: z.literal('set'),
    date: z.string(),
    atMs: z.int(),
    ...code,
    from: stage,
    to: stage,
    reason: z.string(),
    by: z.string(),
  }),
]);

/** Something that bears on the stage of a strategy. */
export type StageRecord = z.infer<typeof recordSchema>;

/** What a record is of. */
export type StagedCode = Pick<StageRecord, 'name' | 'sourceHash' | 'paramsHash' | 'platform'>;

/** What a ledger holds, oldest first. */
export interface LedgerContent {
  readonly records: readonly StageRecord[];
  /** Why it cannot be relied on, for people; null where it can: then nothing is above shadow. */
  readonly damage: string | null;
}

/** Where the stages of a journal's account are. */
export function stageLedgerPathOf(journalPath: string): string {
  return `${journalPath}.stages`;
}

/**
 * Days and changes of stage in a small file of JSON lines, which is only ever added to: programs and commands may do so at
 * once. It is for its owner alone. One that others may read or write, or of which a line is broken, raises nothing.
 */
export class StageLedger {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** All that it holds. A last line without an end was never kept, and is left out. */
  read(): LedgerContent {
    let text: string;
    try {
      const found = lstatSync(this.path, { throwIfNoEntry: false });
      if (found === undefined) return { records: [], damage: null };
      if (!found.isFile() || (found.mode & 0o077) !== 0) {
        return { records: [], damage: 'it is not a file that only its owner may read and write' };
      }
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      return { records: [], damage: whyUnreadable(error) };
    }
    return contentOf(text);
  }

  /**
   * Adds records, durably.
   *
   * @throws what the file system says, when there is no room
   */
  add(records: readonly StageRecord[]): void {
    if (records.length === 0) return;
    makeFolder(dirname(this.path));
    this.#cutTornLine();
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    const handle = openSync(this.path, 'a', 0o600);
    try {
      writeAll(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  }

  /** What a crash left without an end was never kept: it must not become part of the next line. */
  #cutTornLine(): void {
    if (lstatSync(this.path, { throwIfNoEntry: false }) === undefined) return;
    const content = readFileSync(this.path);
    const wholeBytes = content.lastIndexOf(NEWLINE) + 1;
    if (wholeBytes < content.length) truncateSync(this.path, wholeBytes);
  }
}

const NEWLINE = 10;

function contentOf(text: string): LedgerContent {
  const lines = text.split('\n');
  lines.pop();
  const records: StageRecord[] = [];
  for (const [place, line] of lines.entries()) {
    const parsed = recordSchema.safeParse(parsedJson(line));
    if (parsed.success) records.push(parsed.data);
    else return { records: [], damage: `line ${String(place + 1)} cannot be read` };
  }
  return { records, damage: null };
}
