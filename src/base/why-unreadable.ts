const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'a directory',
  EACCES: 'a file that may not be read',
  EPERM: 'a file that may not be read',
  ENOSPC: 'no room left (ENOSPC)',
  EDQUOT: 'no room left (EDQUOT)',
};

/** What was found instead of a file that can be read, from the error of reading it. */
export function whyUnreadable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message;
  return WORDS[code] ?? code;
}
