import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { sha256Hex } from '../../base/hash.ts';
import { makeFolder, replaceFile } from '../../base/write-files.ts';

/** Where a strategy's code comes from. */
export interface CodeSource {
  /** Absolute path of the strategy's file. */
  readonly path: string;
  readonly sourceHash: string;
}

/** A run, or a loading module, whose code ended the process. */
export interface Culprit {
  /** The run's identifier, or the name of the module's file. */
  readonly name: string;
  readonly why: 'endless' | 'memory' | 'ended';
  /** By the machine's clock, epoch milliseconds. */
  readonly atMs: number;
  /** How long its code had not returned, milliseconds. */
  readonly lastedMs: number;
  /** Null when the process ended before it was known. */
  readonly source: CodeSource | null;
}

const ENDING = '.culprit.json';
const SUSPECT = 'suspect.json';

/** Records a culprit, durably and atomically, for the next process. @throws what the file system says, as on a full disk */
export function leaveCulprit(directory: string, culprit: Culprit): void {
  writeWhole(directory, fileOf(culprit), JSON.stringify(culprit));
}

/** Names the suspect should the process end now; null clears it. Outlives the process, not the machine. */
export function leaveSuspect(directory: string, suspect: Culprit | null): void {
  const path = join(directory, SUSPECT);
  if (suspect === null) rmSync(path, { force: true });
  else writeFileSync(path, JSON.stringify(suspect), { mode: 0o600 });
}

/** Makes the suspect of the last process a culprit. Only while no process runs. */
export function convictSuspect(directory: string): void {
  const suspect = readCulprit(join(directory, SUSPECT));
  if (suspect !== null) leaveCulprit(directory, suspect);
  leaveSuspect(directory, null);
}

/** All culprits, oldest first. Unreadable records are skipped: their code runs, and is recorded, again. */
export function culpritsIn(directory: string): readonly Culprit[] {
  return namesIn(directory)
    .flatMap((name) => readCulprit(join(directory, name)) ?? [])
    .sort((one, other) => one.atMs - other.atMs);
}

/** Forgets one of them. */
export function forgetCulprit(directory: string, culprit: Culprit): void {
  rmSync(join(directory, fileOf(culprit)), { force: true });
}

function fileOf({ name, source }: Culprit): string {
  return `${sha256Hex(`${name}\n${source?.path ?? ''}`).slice(0, 16)}${ENDING}`;
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).filter((name) => name.endsWith(ENDING));
  } catch {
    return [];
  }
}

function readCulprit(path: string): Culprit | null {
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as Partial<Culprit> | null;
    if (typeof read?.name !== 'string' || typeof read.atMs !== 'number') return null;
    const { name, atMs, why = 'endless', lastedMs = 0, source = null } = read;
    return { name, atMs, why, lastedMs, source };
  } catch {
    return null;
  }
}

function writeWhole(directory: string, name: string, text: string): void {
  makeFolder(directory, 0o700);
  replaceFile(join(directory, name), text);
}
