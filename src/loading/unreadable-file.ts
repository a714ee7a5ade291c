import { dirname } from 'node:path';

import { problem, type Problem, whyUnreadable } from '../base/problem.ts';
import { nearestFile } from '../settings/names-in.ts';

const A_FILE = 'Name a file, or save what it gives as one';
const NEXT: Readonly<Record<string, string>> = {
  EISDIR: 'Name a file in it',
  EACCES: 'Let this user read it, or name another file',
  EPERM: 'Let this user read it, or name another file',
  ENOTREGULAR: A_FILE,
  ENXIO: A_FILE,
};

/** Why a file that the user named cannot be read, from the error of reading it. `path` is absolute, and told as it is. */
export function unreadableFile(message: string, path: string, error: unknown): Problem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isAbsent = code === 'ENOENT' || code === 'ENOTDIR';
  const where = `Check the name: it was looked for in ${dirname(path)}`;
  const next = isAbsent ? where : (NEXT[code] ?? null);
  const nearest = isAbsent ? nearestFile(path) : null;
  return problem(message, { file: path, found: whyUnreadable(error), nearest, next });
}
