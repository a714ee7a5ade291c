import fs, {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { copyDatabase } from './database-file.ts';

let directory = '';
let database: DatabaseSync;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-copy-'));
  database = new DatabaseSync(join(directory, 'original'));
  database.exec('CREATE TABLE kept (number INTEGER); INSERT INTO kept VALUES (7)');
});

afterEach(() => {
  if (database.isOpen) database.close();
  rmSync(directory, { recursive: true, force: true });
});

it('a copy holds all of it, for the owner alone', () => {
  const to = join(directory, 'copy');
  copyDatabase(database, to);
  expect(statSync(to).mode & 0o777).toBe(0o600);
  const copy = new DatabaseSync(to, { readOnly: true });
  expect(copy.prepare('SELECT number FROM kept').get()).toEqual({ number: 7 });
  copy.close();
});

it('a copy that fails leaves no file', () => {
  const to = join(directory, 'copy');
  database.close();
  expect(() => {
    copyDatabase(database, to);
  }).toThrow();
  expect(existsSync(to)).toBe(false);
});

it('a file that is there already stays', () => {
  const to = join(directory, 'copy');
  writeFileSync(to, 'mine');
  expect(() => {
    copyDatabase(database, to);
  }).toThrow(/EEXIST/);
  expect(readFileSync(to, 'utf8')).toBe('mine');
});

it('a copy is durable when it is done', () => {
  const sync = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => undefined);
  syncBuiltinESMExports();
  copyDatabase(database, join(directory, 'copy'));
  expect(sync).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

it('a copy is closed when it is done', () => {
  const close = vi.spyOn(fs, 'closeSync');
  syncBuiltinESMExports();
  copyDatabase(database, join(directory, 'copy'));
  expect(close).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
