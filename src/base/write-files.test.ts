import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { makeFolder, replaceFile, writeAll } from './write-files.ts';

it('goes on with what was left', () => {
  const taken: Buffer[] = [];
  writeAll(7, '₹ 5\n', (_, rest) => {
    taken.push(Buffer.from(rest.subarray(0, 1)));
    return 1;
  });
  expect(taken).toHaveLength(6);
  expect(Buffer.concat(taken).toString('utf8')).toBe('₹ 5\n');
});

it('fails where nothing is taken', () => {
  let calls = 0;
  const write = (): number => {
    calls += 1;
    return 0;
  };
  expect(() => {
    writeAll(7, 'a line\n', write);
  }).toThrow('took nothing');
  expect(calls).toBe(1);
});

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-folder-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

it('makes what is not there, and leaves what is', () => {
  const path = join(directory, 'a/b/c');
  makeFolder(path);
  makeFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
});

it('fails on a file, and below one', () => {
  const file = join(directory, 'file');
  writeFileSync(file, 'text');
  expect(() => {
    makeFolder(file);
  }).toThrow('EEXIST');
  expect(() => {
    makeFolder(join(file, 'below'));
  }).toThrow(/E(NOTDIR|EXIST)/);
});

it.runIf(existsSync('/proc/self'))('comes back from where nothing can be made', () => {
  expect(() => {
    makeFolder('/proc/sauda/below');
  }).toThrow();
});

it.each([true, false])('puts a file in the place of another (durable: %s)', (isDurable) => {
  const path = join(directory, 'file');
  writeFileSync(path, 'before', { mode: 0o644 });
  replaceFile(path, 'after', { isDurable });
  expect(readFileSync(path, 'utf8')).toBe('after');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  replaceFile(path, Buffer.from('again'), { mode: 0o640, isDurable });
  expect(statSync(path).mode & 0o777).toBe(0o640);
  expect(readdirSync(directory)).toEqual(['file']);
});

it('writes through nothing that stands under the name of the part', () => {
  const other = join(directory, 'other');
  writeFileSync(other, 'kept');
  symlinkSync(other, join(directory, 'file.part'));
  replaceFile(join(directory, 'file'), 'after');
  expect(readFileSync(other, 'utf8')).toBe('kept');
  expect(readdirSync(directory)).toEqual(['file', 'other']);
});

it('leaves what was there, and no part, where it cannot', () => {
  const path = join(directory, 'file');
  mkdirSync(path);
  expect(() => {
    replaceFile(path, 'after');
  }).toThrow('EISDIR');
  expect(readdirSync(directory)).toEqual(['file']);
});
