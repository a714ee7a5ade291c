import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import {
  convictSuspect,
  type Culprit,
  culpritsIn,
  forgetCulprit,
  leaveCulprit,
  leaveSuspect,
} from './culprit-file.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-culprit-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

function aCulprit(over: Partial<Culprit> = {}): Culprit {
  const source = { path: '/s/loops.ts', sourceHash: 'h' };
  return {
    name: 'loops@2026-10-30/live',
    why: 'endless',
    atMs: 5,
    lastedMs: 30_000,
    source,
    ...over,
  };
}

it('is found by the next process, until it is forgotten', () => {
  const other = aCulprit({ name: 'loops-2@2026-10-30/live', atMs: 4 });
  leaveCulprit(directory, aCulprit());
  leaveCulprit(directory, other);
  expect(culpritsIn(directory)).toEqual([other, aCulprit()]);
  forgetCulprit(directory, other);
  expect(culpritsIn(directory)).toEqual([aCulprit()]);
});

it('is none when its file was cut off, or there is no directory', () => {
  leaveCulprit(directory, aCulprit());
  writeFileSync(join(directory, 'x.culprit.json'), '{"name": "half');
  writeFileSync(join(directory, 'y.culprit.json.part'), JSON.stringify(aCulprit({ name: 'part' })));
  expect(culpritsIn(directory)).toEqual([aCulprit()]);
  expect(culpritsIn(join(directory, 'none'))).toEqual([]);
});

it('is whoever was under suspicion when the process ended', () => {
  leaveSuspect(directory, aCulprit({ why: 'memory' }));
  convictSuspect(directory);
  expect(culpritsIn(directory)).toEqual([aCulprit({ why: 'memory' })]);
  expect(existsSync(join(directory, 'suspect.json'))).toBe(false);
});

it('is nobody when the suspicion was over', () => {
  leaveSuspect(directory, aCulprit());
  leaveSuspect(directory, null);
  convictSuspect(directory);
  expect(culpritsIn(directory)).toEqual([]);
});
