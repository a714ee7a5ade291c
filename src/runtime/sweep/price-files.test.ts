import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { sha256Hex } from '../../base/hash.ts';
import { priceFilesOf } from './price-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-price-files-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

function write(name: string, text: string): string {
  const path = join(directory, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

it('tells names without folders, and hashes, in the order of the files', async () => {
  const files = [write('b/banknifty.csv', 'b'), write('a/nifty.csv', 'a')];
  expect(await priceFilesOf({ files })).toEqual({
    ok: true,
    value: [
      { name: 'banknifty.csv', sha256: sha256Hex('b') },
      { name: 'nifty.csv', sha256: sha256Hex('a') },
    ],
  });
});

it('says which file cannot be read', async () => {
  const missing = join(directory, 'missing.csv');
  const told = await priceFilesOf({ files: [write('c.csv', ''), missing] });
  expect(told).toMatchObject({ ok: false, error: [{ file: missing }] });
});

it('has none of prices that are generated', async () => {
  const asked = { generate: '7', underlyings: ['NIFTY'], from: '2024-01-01', to: '2024-01-02' };
  expect(await priceFilesOf(asked)).toEqual({ ok: true, value: [] });
});
