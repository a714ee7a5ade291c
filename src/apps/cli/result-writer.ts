import { accessSync, constants, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { problem, type Problem } from '../../base/problem.ts';
import { whyUnreadable } from '../../base/why-unreadable.ts';
import { type CliContext } from './cli-context.ts';
import { CliFailure } from './cli-failure.ts';
import { formatFailure } from './report-failure.ts';
import { writeWhole } from './write-whole.ts';

/** Writes the files of a result. What cannot be written is noted: it is no reason to lose the result. */
export interface ResultWriter {
  /** Takes paths as the user wrote them. */
  readonly write: (path: string, content: string | Uint8Array) => Promise<void>;
  /** As they were asked for. */
  readonly written: () => readonly string[];
  /** Notes what somebody else could not write. */
  readonly noteTrouble: (path: string, why: string) => void;
  /** Tells what could not be written, on stderr and by the exit code. Said last, after the result. */
  readonly close: () => void;
}

/**
 * Looks whether files and folders that are asked for can be written before there is a result to lose.
 *
 * @throws {CliFailure} when one cannot
 */
export function createResultWriter(
  { workingDirectory, terminal, finish }: CliContext,
  asked: {
    readonly files?: readonly (string | undefined)[];
    readonly folders?: readonly (string | undefined)[];
  },
): ResultWriter {
  const absolute = (path: string): string => resolve(workingDirectory, path);
  const refused = [
    ...given(asked.files).flatMap((path) =>
      problemBefore(path, () => {
        tryFile(absolute(path));
      }),
    ),
    ...given(asked.folders).flatMap((path) =>
      problemBefore(path, () => {
        tryFolder(nearest(absolute(path)));
      }),
    ),
  ];
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

function given(paths: readonly (string | undefined)[] = []): readonly string[] {
  return paths.filter((path) => path !== undefined);
}

function problemBefore(asked: string, attempt: () => void): readonly Problem[] {
  try {
    attempt();
    return [];
  } catch (error) {
    return [unwritable(asked, whyUnreadable(error))];
  }
}

/**
 * Looks whether a file that is there, or the folder that it would be in, can be written: none is made for a single file.
 *
 * @throws {Error} when it cannot be written
 */
function tryFile(path: string): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory() === true) throw new TypeError('a directory');
  if (there === undefined) tryFolder(dirname(path));
  else accessSync(path, constants.W_OK);
}

/**
 * Makes a draft in a folder and takes it away again: what permissions promise, some file systems do not hold.
 *
 * @throws {Error} when none can be made
 */
function tryFolder(path: string): void {
  rmdirSync(mkdtempSync(join(path, '.draft-')));
}

/** A folder that is there, or the nearest one above it. */
function nearest(path: string): string {
  const parent = dirname(path);
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  return isThere || parent === path ? path : nearest(parent);
}

function unwritable(file: string, found: string): Problem {
  return problem('Cannot write the result', { file, found });
}
