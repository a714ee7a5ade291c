import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { makeFolder } from '../../base/write-files.ts';
import { sha256Hex } from '../../base/hash.ts';
import { whyUnreadable } from '../../base/problem.ts';
import { type VariantRun } from '../../results/sweep/sweep-result.ts';

const SCHEMA_VERSION = 5;

/**
 * Runs that were done before, by what they depend on: in a directory, one file for each, with a line that says what it is
 * and the hash of the rest, then the run. A file is there whole or not at all; what was torn or changed all the same is
 * found by its hash. Without a directory nothing is kept.
 */
export class VariantCache {
  readonly #directory: string | null;
  /** Entries that were not as they were written; they are made anew. */
  damaged = 0;
  /** Why a run was not kept, the last one; null when all were. A disk that takes nothing is no reason to stop. */
  trouble: string | null = null;

  constructor(directory: string | null) {
    this.#directory = directory;
  }

  /** Null when it is not there, or is not what was written. */
  read(key: string): VariantRun | null {
    const path = this.#pathOf(key);
    const text = path === null ? null : textIn(path);
    if (text === null) return null;
    const run = entryIn(text, key);
    if (run === null) this.damaged += 1;
    return run;
  }

  /** Keeps a run, or notes in `trouble` why it cannot. */
  write(key: string, run: VariantRun): void {
    const path = this.#pathOf(key);
    if (path === null) return;
    try {
      writeWhole(path, entryText(key, run));
    } catch (error) {
      this.leaveOut(whyUnreadable(error));
    }
  }

  /** Notes in `trouble` why a run is not written. */
  leaveOut(why: string): void {
    if (this.#directory !== null) this.trouble = why;
  }

  #pathOf(key: string): string | null {
    if (this.#directory === null) return null;
    return join(this.#directory, key.slice(0, 2), `${key}.json`);
  }
}

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
