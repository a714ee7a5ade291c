import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
  truncateSync,
} from 'node:fs';
import { dirname } from 'node:path';

import { z } from 'zod';

import { lockFile } from '../../adapters/journal/file-lock.ts';
import { journalFailure } from '../../adapters/journal/journal-failures.ts';
import { parsedJson } from '../../base/json.ts';
import { whyUnreadable } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { makeFolder, syncFolder, writeAll } from '../../base/write-files.ts';
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

/** A live day of a strategy. */
export const stageDaySchema = z.object({
  kind: z.literal('day'),
  date: z.string(),
  ...code,
  /** That was in force. */
  stage,
  fills: z.int(),
  /** Why the day does not count, for people; null where it does. */
  why: z.string().nullable(),
});

/** A change of stage by other means than clean days. */
export const stageChangeSchema = z.discriminatedUnion('kind', [
  /** It went back by itself. */
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
  /** The operator put it there. */
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

const recordSchema = z.discriminatedUnion('kind', [stageDaySchema, stageChangeSchema]);

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

/** Why nothing was added to a ledger, for people, and what to do. */
export interface LedgerFailure {
  readonly detail: string;
  readonly next: string;
}

const IN_USE_NEXT =
  'Repeat it in a few seconds; if it stays so, find the process that keeps the file locked: fuser FILE';
const NO_ROOM_NEXT = 'Make room on its disk, and let this user write its directory';

/** Where the stages of a journal's account are. */
export function stageLedgerPathOf(journalPath: string): string {
  return `${journalPath}.stages`;
}

/**
 * Days and changes of stage in a small file of JSON lines, which is only ever added to. Programs and commands may do so at
 * once: each adds under a lock beside the file, so that none cuts what another still writes. It is for its owner alone. One
 * that others may read or write, or of which a line is broken, raises nothing.
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
      const found = this.#found();
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

  /** Adds records, durably; or says why none of them is kept, as where another process has it locked. */
  add(records: readonly StageRecord[]): Result<null, LedgerFailure> {
    return records.length === 0 ? ok(null) : this.#locked(() => this.#append(records));
  }

  /** Adds what is decided from all that it holds, durably. No other process adds anything in between. */
  addAfter(
    decide: (content: LedgerContent) => readonly StageRecord[],
  ): Result<null, LedgerFailure> {
    return this.#locked(() => {
      const records = decide(this.read());
      return records.length === 0 ? ok(null) : this.#append(records);
    });
  }

  #locked(work: () => Result<null, LedgerFailure>): Result<null, LedgerFailure> {
    const lock = this.#lock();
    if (!lock.ok) return lock;
    try {
      return work();
    } finally {
      lock.value.close();
    }
  }

  #lock(): Result<ReturnType<typeof lockFile>, LedgerFailure> {
    const path = `${this.path}.lock`;
    try {
      makeFolder(dirname(this.path));
      return ok(lockFile(path));
    } catch (error) {
      const { kind, detail } = journalFailure(path, error);
      return fail({ detail, next: kind === 'in-use' ? IN_USE_NEXT : NO_ROOM_NEXT });
    }
  }

  #append(records: readonly StageRecord[]): Result<null, LedgerFailure> {
    try {
      this.#write(records);
      return ok(null);
    } catch (error) {
      return fail({ detail: whyUnreadable(error), next: NO_ROOM_NEXT });
    }
  }

  #write(records: readonly StageRecord[]): void {
    const isNew = this.#found() === undefined;
    this.#cutTornLine();
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    const handle = openSync(this.path, 'a', 0o600);
    try {
      writeAll(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (isNew) syncFolder(dirname(this.path));
  }

  /**
   * What a process left without an end when it died was never kept, and must not become part of the next line. Under the
   * lock: without it this may be what another process is writing.
   */
  #cutTornLine(): void {
    if (this.#found() === undefined) return;
    const content = readFileSync(this.path);
    const wholeBytes = content.lastIndexOf(NEWLINE) + 1;
    if (wholeBytes < content.length) truncateSync(this.path, wholeBytes);
  }

  #found(): Stats | undefined {
    return lstatSync(this.path, { throwIfNoEntry: false });
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
