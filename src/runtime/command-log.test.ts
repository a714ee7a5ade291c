import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { openLogFile } from './command-log.ts';

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
