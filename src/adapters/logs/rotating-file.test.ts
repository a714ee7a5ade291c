import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { RotatingFile } from './rotating-file.ts';

const DATE = '2026-11-20';
let directory: string;
let place: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-log-'));
  place = join(directory, 'logs');
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function aFile(heard: string[]): RotatingFile {
  return new RotatingFile({
    ...{ directory: place, name: 'main.paper', bytesMax: 1e6, keepDays: 3 },
    onTrouble: (detail) => heard.push(detail),
    onRecovered: (linesLeftOut) => heard.push(`again, without ${String(linesLeftOut)}`),
  });
}

it('reports a disk that takes nothing once, and continues by itself with how much is missing', async () => {
  const heard: string[] = [];
  const file = aFile(heard);
  // In the place of a full disk: a file where the directory must be.
  writeFileSync(place, '');
  for (const text of ['1', '2', '3']) file.write(DATE, text);
  await file.flush();
  file.write(DATE, '4');
  await file.flush();
  expect(heard).toHaveLength(1);
  rmSync(place);
  file.write(DATE, '5');
  file.write(DATE, '6');
  await file.close();
  expect(heard.slice(1)).toEqual(['again, without 4']);
  expect(readFileSync(join(place, `main.paper.${DATE}.jsonl`), 'utf8')).toBe('5\n6\n');
});

it('leaves out what is too much to wait, and says how much that was', async () => {
  const heard: string[] = [];
  const file = aFile(heard);
  for (let number = 0; number < 10_500; number += 1) file.write(DATE, String(number));
  await file.close();
  const text = readFileSync(join(place, `main.paper.${DATE}.jsonl`), 'utf8');
  const missing = 10_500 - (text.split('\n').length - 1);
  expect(missing).toBeGreaterThan(0);
  expect(heard).toEqual([`again, without ${String(missing)}`]);
});

it('drops what comes after its end', async () => {
  const file = aFile([]);
  await file.close();
  file.write(DATE, 'late');
  await file.flush();
  mkdirSync(place);
  chmodSync(place, 0o700);
  expect(() => readFileSync(join(place, `main.paper.${DATE}.jsonl`))).toThrow('ENOENT');
});
