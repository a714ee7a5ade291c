import { accessSync, constants, mkdtempSync, rmdirSync, type Stats, statSync } from 'node:fs';
import { mkdtemp, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { problem, type Problem, whyUnreadable } from '../../../base/problem.ts';
import { makeFolder } from '../../../base/write-files.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, formatFailure } from '../cli-failure.ts';
import { printLines } from '../output.ts';
import { type Output, type ReadPath, refuseOverwriting } from './refuse-overwriting.ts';

/** Writes the files of a result. What cannot be written is noted: it is no reason to lose the result. */
export interface ResultWriter {
  readonly write: (path: string, content: string | Uint8Array) => Promise<void>;
  readonly written: () => readonly string[];
  readonly noteTrouble: (path: string, why: string) => void;
  /** Tells what could not be written, on stderr and by the exit code. Said last, after the result. */
  readonly close: () => void;
}

/**
 * Looks whether what is asked for can be written, and takes the place of nothing that is read, before there is a result to
 * lose.
 *
 * @param also.cache - a folder where runs are kept
 * @throws {CliFailure} when one cannot
 */
export function createResultWriter(
  { workingDirectory, terminal, finish }: CliContext,
  outputs: readonly Output[],
  also: { readonly read?: readonly ReadPath[]; readonly cache?: string | undefined } = {},
): ResultWriter {
  refuseOverwriting({ workingDirectory }, also.read ?? [], outputs);
  const absolute = (path: string): string => resolve(workingDirectory, path);
  const cache = { path: also.cache, holds: [], what: 'Cannot keep runs for other sweeps' };
  const refused = [...outputs, cache].flatMap(({ path, holds, ...of }) => {
    if (path === undefined) return [];
    const why = (holds === undefined ? whyNoFile : whyNotBelow)(absolute(path));
    return why === null ? [] : [unwritable(path, why, 'what' in of ? of.what : undefined)];
  });
  if (refused.length > 0) throw new CliFailure('usage', refused);
  const written: string[] = [];
  const problems: Problem[] = [];
  const noteTrouble = (path: string, why: string): void => {
    problems.push(unwritable(path, why));
  };
  return {
    write: async (path, content) => {
      try {
        await writeWhole(absolute(path), content);
        written.push(path);
      } catch (error) {
        noteTrouble(path, whyUnreadable(error));
      }
    },
    noteTrouble,
    written: () => written,
    close: () => {
      if (problems.length === 0) return;
      terminal.err(formatFailure(problems));
      finish('usage');
    },
  };
}

/** Why nothing can be made in a folder that is yet to be made; null when something can. */
function whyNotBelow(folder: string): string | null {
  return whyNothingIn(nearest(folder));
}

/**
 * Why a file that is there, or the folder that it would be in, cannot be written; null when it can. No folder is made
 * for a single file.
 */
function whyNoFile(path: string): string | null {
  const there = entryAt(path);
  if (there === undefined) {
    const folder = dirname(path);
    return entryAt(folder) === undefined ? `no such folder ${folder}` : whyNothingIn(folder);
  }
  if (there.isDirectory()) return 'a directory';
  return whyNot('a file that may not be written', () => {
    accessSync(path, constants.W_OK);
  });
}

/**
 * Why nothing can be made in a folder; null when something can. A draft is made and taken away again: what permissions
 * promise, some file systems do not hold.
 */
function whyNothingIn(folder: string): string | null {
  if (entryAt(folder)?.isDirectory() !== true) return `${folder} is no folder`;
  return whyNot(`nothing can be made in ${folder}`, () => {
    rmdirSync(mkdtempSync(join(folder, '.draft-')));
  });
}

function whyNot(why: string, attempt: () => void): string | null {
  try {
    attempt();
    return null;
  } catch (error) {
    const isPermission = ['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(codeOf(error));
    return isPermission ? why : whyUnreadable(error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** What is there; undefined where nothing is, or where it may not be looked for. */
function entryAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function nearest(path: string): string {
  const parent = dirname(path);
  return entryAt(path) !== undefined || parent === path ? path : nearest(parent);
}

function unwritable(file: string, found: string, what = 'Cannot write the result'): Problem {
  return problem(what, { file, found });
}

/** @throws {Error} of the system when it cannot be written */
async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const there = await stat(path).catch(() => null);
  if (there !== null && !there.isFile()) {
    await writeFile(path, content);
    return;
  }
  const target = there === null ? path : await realpath(path);
  makeFolder(dirname(target));
  const draft = await mkdtemp(join(dirname(target), '.draft-'));
  try {
    const written = join(draft, basename(target));
    await writeFile(written, content, there === null ? {} : { mode: there.mode });
    await rename(written, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Names the files that were written, where there are any. */
export function printWritten(
  context: Pick<CliContext, 'terminal'>,
  { written }: Pick<ResultWriter, 'written'>,
): void {
  const paths = written();
  if (paths.length > 0) printLines(context, [`Wrote ${paths.join(', ')}`]);
}
