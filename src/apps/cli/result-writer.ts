import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

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
      problemBefore(path, () => fileOrFolder(absolute(path))),
    ),
    ...given(asked.folders).flatMap((path) =>
      problemBefore(path, () => `${nearest(absolute(path))}/.`),
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

function problemBefore(asked: string, placeOf: () => string): readonly Problem[] {
  try {
    accessSync(placeOf(), constants.W_OK);
    return [];
  } catch (error) {
    return [unwritable(asked, whyUnreadable(error))];
  }
}

/**
 * A file that is there, or the folder that it would be in: none is made for a single file.
 *
 * @throws {TypeError} for a folder
 */
function fileOrFolder(path: string): string {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory() === true) throw new TypeError('a directory');
  return there === undefined ? dirname(path) : path;
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
