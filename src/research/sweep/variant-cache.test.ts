import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { type VariantRun } from '../../results/sweep/sweep-result.ts';
import { VariantCache } from './variant-cache.ts';

const KEY = 'ab'.repeat(32);
const RUN: VariantRun = {
  days: [
    {
      date: '2024-01-02',
      grossPaise: 1_000,
      costsPaise: 100,
      netPaise: 900,
      worstFillsNetPaise: 800,
      trades: 2,
      hasProblems: false,
      hasRun: true,
      failure: null,
    },
  ],
  decisionsSha256: 'cd'.repeat(32),
  about: { capitalPaise: 100, underlyings: ['NIFTY'], prices: [], assumptions: ['line\nbreak'] },
};

const directory = mkdtempSync(join(tmpdir(), 'sauda-sweeps-'));
const file = join(directory, 'ab', `${KEY}.json`);

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

it('gives back what it was given, in another process too, and nothing under another key', () => {
  new VariantCache(directory).write(KEY, RUN);
  const cache = new VariantCache(directory);
  expect(cache.read(KEY)).toEqual(RUN);
  expect(cache.read('ac'.repeat(32))).toBeNull();
  expect(cache.damaged).toBe(0);
  expect(readdirSync(join(directory, 'ab'))).toEqual([`${KEY}.json`]);
});

it('knows damage at any byte', () => {
  const cache = new VariantCache(directory);
  cache.write(KEY, RUN);
  const sound = readFileSync(file);
  const places = Array.from({ length: sound.length }, (_, place) => place);
  const unnoticed = places.filter((place) => {
    const bytes = Buffer.from(sound);
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    return cache.read(KEY) !== null;
  });
  expect(unnoticed).toEqual([]);
  expect(cache.damaged).toBe(sound.length);
});

it('knows a file that was cut short, and one of another key', () => {
  const cache = new VariantCache(directory);
  cache.write(KEY, RUN);
  const sound = readFileSync(file, 'utf8');
  const cuts = Array.from({ length: sound.length - 1 }, (_, length) => sound.slice(0, length));
  const unnoticed = cuts.filter((text) => {
    writeFileSync(file, text);
    return cache.read(KEY) !== null;
  });
  expect(unnoticed).toEqual([]);
  const other = 'ab'.repeat(31) + 'ff';
  writeFileSync(join(directory, 'ab', `${other}.json`), sound);
  expect(cache.read(other)).toBeNull();
  cache.write(KEY, RUN);
  expect(cache.read(KEY)).toEqual(RUN);
});

it('says when nothing can be written, and goes on', () => {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'ab'), 'a file where a directory is wanted');
  const cache = new VariantCache(directory);
  cache.write(KEY, RUN);
  expect(cache.trouble).not.toBeNull();
  expect(cache.read(KEY)).toBeNull();
});
