import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { makeFolder } from '../../base/write-files.ts';
import { sha256Hex } from '../../base/hash.ts';
import { whyUnreadable } from '../../base/problem.ts';
import { type VariantRun } from '../../results/sweep/sweep-result.ts';

/** Runs that were done before, by what they depend on. */
export interface VariantCache {
  /** Null when it is not there, or is not what was written. */
  readonly read: (key: string) => VariantRun | null;
  /** Keeps a run. A disk that takes nothing is no reason to stop: it is noted in `trouble`. */
  readonly write: (key: string, run: VariantRun) => void;
  /** Notes in `trouble` why a run is not written. */
  readonly leaveOut: (why: string) => void;
  /** Entries that were not as they were written; they are made anew. */
  readonly damaged: () => number;
  /** Why a run was not kept, the last one; null when all were. */
  readonly trouble: () => string | null;
}

const SCHEMA_VERSION = 5;

/**
 * A cache in a directory, one file for each run: a line that says what it is and the hash of the rest, then the run.
 * A file is there whole or not at all; what was torn or changed all the same is found by its hash.
 */
export function createVariantCache(directory: string): VariantCache {
  let damaged = 0;
  let trouble: string | null = null;
  const pathOf = (key: string): string => join(directory, key.slice(0, 2), `${key}.json`);
  return {
    read: (key) => {
      const text = textIn(pathOf(key));
      if (text === null) return null;
      const run = entryIn(text, key);
      if (run === null) damaged += 1;
      return run;
    },
    write: (key, run) => {
      try {
        writeWhole(pathOf(key), entryText(key, run));
      } catch (error) {
        trouble = whyUnreadable(error);
      }
    },
    leaveOut: (why) => {
      trouble = why;
    },
    damaged: () => damaged,
    trouble: () => trouble,
  };
}

/** A cache that keeps nothing. */
export const NO_CACHE: VariantCache = {
  read: () => null,
  write: () => undefined,
  leaveOut: () => undefined,
  damaged: () => 0,
  trouble: () => null,
};

function textIn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function entryText(key: string, run: VariantRun): string {
  const body = JSON.stringify(run);
  const head = { schemaVersion: SCHEMA_VERSION, key, sha256: sha256Hex(body) };
  return `${JSON.stringify(head)}\n${body}\n`;
}

/** The run of an entry; null when anything about it is not as it was written. */
function entryIn(text: string, key: string): VariantRun | null {
  const [head = '', body = '', ...rest] = text.split('\n');
  const wanted = { schemaVersion: SCHEMA_VERSION, key, sha256: sha256Hex(body) };
  if (head !== JSON.stringify(wanted) || rest.join() !== '') return null;
  // Its hash says that these are the bytes that were written.
  return JSON.parse(body) as VariantRun;
}

function writeWhole(path: string, text: string): void {
  const folder = dirname(path);
  makeFolder(folder);
  const draft = mkdtempSync(join(folder, '.draft-'));
  try {
    const written = join(draft, 'run.json');
    writeFileSync(written, text);
    renameSync(written, path);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
