import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { sha256Hex } from '../../base/hash.ts';
import { type Json } from '../../base/json.ts';
import { type Checked, problem, type Problem } from '../../base/problem.ts';
import { fail, ok } from '../../base/result.ts';
import { namesIn } from '../names-in.ts';
import { readTablesUpdate, type TablesUpdate } from './read-update.ts';

/** A file of tables that was taken. */
export interface KeptTables {
  /** `0001-NAME`: they hold in this order. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** When it was taken: the time of the file, epoch milliseconds. */
  readonly takenAtMs: number;
  readonly text: string;
  readonly sha256: string;
  readonly update: TablesUpdate;
  readonly json: Json;
}

const KEPT = /^\d{4}-.+\.ya?ml$/u;

/** Where tables that were taken are kept. */
export function keptTablesDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'tables');
}

/** The tables that were taken, in their order; or what is wrong with them. A directory that is not there has none. */
export function keptTables(stateDirectory: string): Checked<readonly KeptTables[]> {
  const directory = keptTablesDirectory(stateDirectory);
  const kept: KeptTables[] = [];
  const problems: Problem[] = [];
  const names = namesIn(directory).filter((name) => KEPT.test(name));
  for (const name of names.sort()) {
    const path = join(directory, name);
    const read = readKept(path);
    if (!read.ok) problems.push(...read.error);
    else kept.push({ ...read.value, name, path });
  }
  return problems.length > 0 ? fail(problems) : ok(kept);
}

function readKept(path: string): Checked<Omit<KeptTables, 'name' | 'path'>> {
  const next = 'Fix or remove this file; the others apply without it';
  try {
    const text = readFileSync(path, 'utf8');
    const read = readTablesUpdate(text, path);
    if (!read.ok) return fail(read.error.map((of) => ({ ...of, next })));
    return ok({
      ...read.value,
      text,
      sha256: sha256Hex(text),
      takenAtMs: Math.round(statSync(path).mtimeMs),
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fail([
      problem('Cannot read a table that was taken', { file: path, found: code ?? null, next }),
    ]);
  }
}
