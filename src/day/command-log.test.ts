import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { sha256Hex } from '../base/hash.ts';
import { createCommandLog, EMPTY_LOG_SHA256, openLogFile } from './command-log.ts';

test('keeps every line, over an older log', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-log-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const path = join(directory, 'made', 'day.jsonl');
  for (const lines of [['old\n', 'older\n'], ['one\n']]) {
    const log = openLogFile(path);
    lines.forEach(log.write);
    log.close();
    expect(log.trouble()).toBeNull();
  }
  expect(readFileSync(path, 'utf8')).toBe('one\n');
});

test.each(['/dev/full', '/dev/null/day.jsonl'])(
  'a log in %s is no reason to stop, and says why it is not whole',
  (path) => {
    const log = openLogFile(path);
    log.write('one\n');
    log.write('two\n');
    log.close();
    expect(log.trouble()).not.toBeNull();
  },
);

test('without a path lines go nowhere, and that is no trouble', () => {
  const log = openLogFile();
  log.write('one\n');
  log.close();
  expect(log.trouble()).toBeNull();
});

test('takes nothing more once it is closed, and says so', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-log-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const path = join(directory, 'day.jsonl');
  const log = openLogFile(path);
  log.close();
  log.write('late\n');
  expect(log.trouble()).not.toBeNull();
  expect(readFileSync(path, 'utf8')).toBe('');
});

test('hashes all lines so far, however many, at any time', () => {
  const lines: string[] = [];
  const log = createCommandLog({ write: (line) => lines.push(line) });
  expect(log.sha256()).toBe(EMPTY_LOG_SHA256);
  const command = { kind: 'alert', severity: 'info', message: 'x'.repeat(1_000) } as const;
  for (let index = 0; index < 200; index += 1) {
    log.take({ kind: 'command', atMs: index, runId: 'a@2026-11-20/paper', index, command });
    expect(log.sha256()).toBe(sha256Hex(lines.join('')));
  }
  expect(log.count()).toBe(200);
});
