import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { keptSourcesFolderOf } from './evidence-place.ts';
import { KeptSources } from './kept-sources.ts';
import { readSourceFiles } from './source-files.ts';

const DATE = '2026-11-27';
let stateDirectory: string;
let path: string;
let kept: KeptSources;
let sourceHash: string;

beforeEach(async () => {
  stateDirectory = mkdtempSync(join(tmpdir(), 'sauda-kept-'));
  path = join(stateDirectory, 'strategy.js');
  writeFileSync(path, 'first');
  kept = new KeptSources({ stateDirectory, account: 'a', mode: 'paper' }, DATE);
  ({ sourceHash } = await readSourceFiles({ path }));
});
afterEach(() => {
  rmSync(stateDirectory, { recursive: true });
});

const folder = (): string => join(keptSourcesFolderOf({ stateDirectory }), 'a.paper', DATE);

it('keeps what ran, whatever the file is saved as later', async () => {
  await kept.keep({ path, sourceHash });
  writeFileSync(path, 'second');
  const found = await kept.find(sourceHash);
  expect(found?.files.get(path)?.toString()).toBe('first');
});

it('keeps nothing under the hash of what ran where the file was saved again before it was read', async () => {
  writeFileSync(path, 'second');
  await kept.keep({ path, sourceHash });
  expect(await kept.find(sourceHash)).toBeNull();
  expect(() => readdirSync(folder())).toThrow('ENOENT');
});

it('hands out no copy that is not what ran, and keeps it again while the file still is', async () => {
  await kept.keep({ path, sourceHash });
  const other = join(stateDirectory, 'other.js');
  writeFileSync(other, 'other');
  const changed = await readSourceFiles({ path: other });
  await kept.keep({ path: other, sourceHash: changed.sourceHash });
  const copyOf = (hash: string): string => join(folder(), `${hash}.tar`);
  copyFileSync(copyOf(changed.sourceHash), copyOf(sourceHash));
  expect(await kept.find(sourceHash)).toBeNull();
  await kept.keep({ path, sourceHash });
  expect((await kept.find(sourceHash))?.files.get(path)?.toString()).toBe('first');
});
