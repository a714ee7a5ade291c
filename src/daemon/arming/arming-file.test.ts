import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Arming, armingPathOf, readArming, removeArming, writeArming } from './arming-file.ts';

const ARMING: Arming = {
  schemaVersion: 1,
  account: 'main',
  date: '2026-10-30',
  untilMs: 2,
  strategies: [{ name: 's', sourceHash: 'a', paramsHash: 'b', brokerId: 'c' }],
  isWithoutPromotion: false,
  reason: 'r',
  by: 'b',
  atMs: 1,
};

let root = '';
let path = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sauda-arming-file-'));
  path = armingPathOf(join(root, 'a.journal'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

describe('the file of an arming', () => {
  it('is for its owner alone, and read as it was written until it is removed', () => {
    expect(readArming(path)).toBeNull();
    writeArming(path, ARMING);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(root, 'a.journal.control')).mode & 0o777).toBe(0o700);
    expect(readArming(path)).toEqual(ARMING);
    expect(removeArming(path)).toBe(true);
    expect(readArming(path)).toBeNull();
    expect(removeArming(path)).toBe(false);
  });

  it('arms nothing where others could have written it, or it leads elsewhere', () => {
    writeArming(path, ARMING);
    chmodSync(path, 0o620);
    expect(readArming(path)).toBeNull();
    chmodSync(path, 0o600);
    const link = join(root, 'link.json');
    symlinkSync(path, link);
    expect(readArming(link)).toBeNull();
  });

  it.each([
    '',
    '{',
    '{}',
    JSON.stringify({ ...ARMING, more: 1 }),
    JSON.stringify({ ...ARMING, strategies: [{ name: 's', sourceHash: 'a', paramsHash: 'b' }] }),
  ])('arms nothing as %j', (text) => {
    writeArming(path, ARMING);
    writeFileSync(path, text);
    expect(readArming(path)).toBeNull();
  });
});
