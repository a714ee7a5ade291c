import { basename, dirname } from 'node:path';

import { nearestWord } from '../base/nearest-word.ts';
import { problem, type Problem, whyUnreadable } from '../base/problem.ts';
import { namesIn } from '../settings/names-in.ts';

const NEXT: Readonly<Record<string, string>> = {
  EISDIR: 'Name a file in it',
  EACCES: 'Let this user read it, or name another file',
  EPERM: 'Let this user read it, or name another file',
};

/** Why a file that the user named cannot be read, from the error of reading it. `path` is absolute, and told as it is. */
export function unreadableFile(message: string, path: string, error: unknown): Problem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isAbsent = code === 'ENOENT' || code === 'ENOTDIR';
  const next = isAbsent ? `Check the name: it was looked for as ${path}` : (NEXT[code] ?? null);
  const name = basename(path);
  const others = isAbsent ? namesIn(dirname(path)).filter((one) => one !== name) : [];
  const nearest = nearestWord(name, others);
  return problem(message, { file: path, found: whyUnreadable(error), nearest, next });
}
