import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { sha256Hex } from '../../base/hash.ts';
import { DAY_MS, instantAt } from '../../model/time/ist.ts';
import { hashOfSources } from '../load-strategy.ts';
import { type DescribedStrategy } from './described-strategy.ts';
import { KeptDescriptions } from './kept-descriptions.ts';

const GIVEN = { lots: 2 };
let directory: string;
let path: string;
let imported: string;
let described: DescribedStrategy;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-described-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  path = join(directory, 'own.js');
  imported = join(directory, 'helper.js');
  writeFileSync(path, 'export default 1;');
  writeFileSync(imported, 'export const two = 2;');
  described = {
    ...{ name: 'own', params: GIVEN, sources: [], warnings: [] },
    imports: [pathToFileURL(imported).href],
    sourceHash: hashOfSources(path, 'export default 1;', [
      { path: imported, content: readFileSync(imported) },
    ]),
  };
});

const AT_MS = instantAt('2026-10-30', '11:00');

function open(nowMs = AT_MS): KeptDescriptions {
  return new KeptDescriptions({ file: join(directory, 'described.json'), nowMs: () => nowMs });
}

function keep(): void {
  const kept = open();
  kept.keep(path, GIVEN, described);
  kept.close();
}

describe('a later start on the same day', () => {
  it('knows what a strategy is without its code', () => {
    keep();
    expect(open().find(path, GIVEN)).toEqual(described);
  });

  it.each([
    [
      'its file has changed',
      () => {
        writeFileSync(path, 'export default 2;');
      },
    ],
    [
      'a file that it imports has changed',
      () => {
        writeFileSync(imported, 'export const two = 3;');
      },
    ],
    [
      'a file that it imports is gone',
      () => {
        rmSync(imported);
      },
    ],
    [
      'what was kept is spoilt',
      () => {
        writeFileSync(join(directory, 'described.json'), '{"build');
      },
    ],
  ])('does not where %s', (_, happen) => {
    keep();
    happen();
    expect(open().find(path, GIVEN)).toBeNull();
  });

  it('does not with other parameters', () => {
    keep();
    expect(open().find(path, { lots: 3 })).toBeNull();
  });

  it('does not where another build described it', () => {
    keep();
    const file = join(directory, 'described.json');
    const kept = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...kept, build: sha256Hex('another') }));
    expect(open().find(path, GIVEN)).toBeNull();
  });

  it('does not where an entry is no description', () => {
    keep();
    const file = join(directory, 'described.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"sources":[]', '"sources":7'));
    expect(open().find(path, GIVEN)).toBeNull();
  });
});

it('a start on the next day asks again: what is given by default may depend on the date', () => {
  keep();
  expect(open(AT_MS + DAY_MS).find(path, GIVEN)).toBeNull();
});
