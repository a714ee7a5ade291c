import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { makeFolder } from './make-folder.ts';

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
