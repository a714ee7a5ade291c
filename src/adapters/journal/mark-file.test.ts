import fs, { fstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createMarkFile, markPathOf, readMark } from './mark-file.ts';
import { type EndMark } from './marked-store.ts';

const MARK: EndMark = { root: 'root', sequence: 1, hash: 'first', date: '2026-11-20' };
const NEXT: EndMark = { ...MARK, sequence: 2, hash: 'second' };

let directory = '';
let path = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-mark-'));
  path = join(directory, 'main.journal');
});

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(directory, { recursive: true, force: true });
});

/** Whether each sync since was of a directory. */
function watchSyncs(): readonly boolean[] {
  const synced: boolean[] = [];
  const note = (handle: number): void => {
    synced.push(fstatSync(handle).isDirectory());
  };
  vi.spyOn(fs, 'fsyncSync').mockImplementation(note);
  vi.spyOn(fs, 'fdatasyncSync').mockImplementation(note);
  syncBuiltinESMExports();
  return synced;
}

it('a new mark is durable with its name, each later one by itself', () => {
  const synced = watchSyncs();
  const mark = createMarkFile(path);
  expect(mark.write(MARK)).toBeNull();
  expect(synced).toEqual([false, true]);
  expect(mark.write(NEXT)).toBeNull();
  expect(synced).toEqual([false, true, false]);
  mark.close();
  expect(readMark(path)).toEqual(NEXT);
});

it('a write of which the disk takes a part only has failed, and the mark before it stands', () => {
  const mark = createMarkFile(path);
  mark.write(MARK);
  const { writeSync } = fs;
  vi.spyOn(fs, 'writeSync').mockImplementation((...given) => {
    const [handle, bytes, from, , at] = given as unknown as [
      number,
      Buffer,
      number,
      number,
      number,
    ];
    return writeSync(handle, bytes, from, 10, at);
  });
  syncBuiltinESMExports();
  expect(mark.write(NEXT)?.kind).toBe('full');
  mark.close();
  expect(readMark(path)).toEqual(MARK);
  expect(readFileSync(markPathOf(path))).toHaveLength(8_192);
});

it('a mark that is made anew leaves the one before it closed', () => {
  const mark = createMarkFile(path);
  const closed = vi.spyOn(fs, 'closeSync');
  syncBuiltinESMExports();
  mark.write(MARK);
  rmSync(markPathOf(path));
  closed.mockClear();
  mark.write(NEXT);
  // The file that was replaced, and the directory.
  expect(closed).toHaveBeenCalledTimes(2);
  mark.close();
  expect(readMark(path)).toEqual(NEXT);
});
