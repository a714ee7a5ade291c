import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { inUse, journalFailure } from './journal-failures.ts';

const CANTOPEN = 14;

let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-errors-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function failed(parts: {
  readonly errcode?: number;
  readonly code?: string;
  readonly path?: string;
}) {
  return Object.assign(new TypeError("it cannot, open '/a.journal'"), parts);
}

describe('an error of SQLite', () => {
  it.each([
    [5, 'in-use'],
    [6, 'in-use'],
    [8, 'read-only'],
    [11, 'damaged'],
    [13, 'full'],
    [26, 'not-a-journal'],
    [10, 'io'],
    // Extended: the primary code is in the lowest byte.
    [(3 << 8) | 8, 'read-only'],
    [(1 << 8) | 11, 'damaged'],
  ])('%i is "%s"', (errcode, kind) => {
    expect(journalFailure('/a.journal', failed({ errcode })).kind).toBe(kind);
  });

  it('that it cannot open is explained by the file system', () => {
    const cannotOpen = failed({ errcode: CANTOPEN });
    const file = join(directory, 'a.journal');
    expect(journalFailure(join(directory, 'none', 'a.journal'), cannotOpen).kind).toBe('no-place');
    expect(existsSync(file)).toBe(false);
    expect(journalFailure(file, cannotOpen).kind).toBe('io');
    writeFileSync(file, '');
    expect(journalFailure(file, cannotOpen).kind).toBe('io');
  });
});

describe('an error of the file system', () => {
  it.each([
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EACCES', 'read-only'],
    ['EPERM', 'read-only'],
    ['EROFS', 'read-only'],
    ['EISDIR', 'no-place'],
    ['ENOENT', 'no-place'],
    ['ENOTDIR', 'no-place'],
    ['ENAMETOOLONG', 'no-place'],
    ['EIO', 'io'],
  ])('%s is "%s"', (code, kind) => {
    expect(journalFailure('/a.journal', failed({ code })).kind).toBe(kind);
  });

  it('names its path once', () => {
    const ours = journalFailure('/a.journal', failed({ code: 'EIO', path: '/a.journal' }));
    expect(ours.detail).toBe('"/a.journal": it cannot');
    const other = journalFailure('/b.journal', failed({ code: 'EIO', path: '/a.journal' }));
    expect(other.detail).toBe(`"/b.journal": it cannot, open '/a.journal'`);
  });

  it('that is not an Error keeps its text', () => {
    expect(journalFailure('/a.journal', 'odd')).toMatchObject({
      kind: 'io',
      detail: '"/a.journal": odd',
    });
  });
});

it('a journal in use names the process where it is known', () => {
  expect(inUse('/a.journal').detail).toBe('"/a.journal" is in use by another process');
  expect(inUse('/a.journal', 7).detail).toBe('"/a.journal" is in use by another process (PID 7)');
});
