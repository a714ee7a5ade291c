import { type Result } from './result.ts';

/** What is wrong with something a person wrote. Plain data; never holds a secret. */
export interface Problem {
  /** One sentence: capital first, no full stop. */
  readonly message: string;
  /** File as the user named it; null when it is not about a file. */
  readonly file: string | null;
  /** From 1; null when the problem is not at a line. */
  readonly line: number | null;
  /** From 1; null when the problem is not at a column. */
  readonly column: number | null;
  /** What stands there, as written; null when nothing does, or when it may be a secret. */
  readonly found: string | null;
  /** What may stand there, in words or as a list of words. */
  readonly allowed: string | null;
  /** The allowed word most like what was found. */
  readonly nearest: string | null;
  /** What to do next: a command or one sentence. */
  readonly next: string | null;
  /** The line of the file with a caret under what is wrong; safe to print. */
  readonly excerpt?: string;
  /** Of a strategy's parameter: which, and whether it is its name that is wrong. */
  readonly param?: { readonly name: string; readonly isUnknown: boolean };
}

/** What a person wrote, once it is checked: what it means, or every problem with it. */
export type Checked<Value> = Result<Value, readonly Problem[]>;

const NOTHING = {
  file: null,
  line: null,
  column: null,
  found: null,
  allowed: null,
  nearest: null,
  next: null,
};

/** A problem from the parts that are known; the others are null. */
export function problem(message: string, parts: Partial<Omit<Problem, 'message'>> = {}): Problem {
  return { message, ...NOTHING, ...parts };
}

/** `file:line:column`, as far as known; empty when nothing is. */
export function problemPlace(at: Pick<Problem, 'file' | 'line' | 'column'>): string {
  return [at.file, at.line, at.column].filter((part) => part !== null).join(':');
}

/**
 * A problem for a terminal: the place and the message, the line of the file, then one line each for what was found,
 * what is allowed, the nearest word and what to do next.
 */
export function formatProblem(of: Problem): string {
  const place = problemPlace(of);
  const lines = [place === '' ? of.message : `${place}: ${of.message}`];
  if (of.excerpt !== undefined) lines.push(...of.excerpt.split('\n').map((line) => `    ${line}`));
  if (of.found !== null) lines.push(`  found    ${of.found}`);
  if (of.allowed !== null) lines.push(`  allowed  ${of.allowed}`);
  if (of.nearest !== null) lines.push(`  nearest  ${of.nearest}`);
  if (of.next !== null) lines.push(`  next     ${of.next}`);
  return lines.join('\n');
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'a directory',
  EACCES: 'a file that may not be read',
  EPERM: 'a file that may not be read',
  ENOTREGULAR: 'a pipe or a device, not a file',
  ENXIO: 'a socket or a device, not a file',
  ENOSPC: 'no room left (ENOSPC)',
  EDQUOT: 'no room left (EDQUOT)',
};

/** What was found instead of a file that can be read, from the error of reading it. */
export function whyUnreadable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message;
  return WORDS[code] ?? code;
}

/** Unusable input at start: a configuration, profile, market table or strategy. Carries every problem found. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.problems = problems;
  }
}
