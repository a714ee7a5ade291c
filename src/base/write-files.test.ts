import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { makeFolder, writeAll } from './write-files.ts';

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
