import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readCredential } from './read-credentials.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-credentials-'));
const file = join(directory, 'password.txt');
writeFileSync(file, 'canary-secret\n');
afterAll(() => {
  rmSync(directory, { recursive: true });
});

test.each([0o600, 0o400])('a file of mode %o is read', (mode) => {
  chmodSync(file, mode);
  const read = readCredential({ file }, {});
  expect(read.ok && read.value.reveal()).toBe('canary-secret');
});

// Windows has no such modes.
test.skipIf(platform() === 'win32').each([0o640, 0o604, 0o620, 0o644])(
  'a file of mode %o is open to others: refused, with the command that closes it',
  (mode) => {
    chmodSync(file, mode);
    const read = readCredential({ file }, {});
    expect(read).toMatchObject({
      ok: false,
      error: { found: `mode 0${mode.toString(8)}`, next: `chmod 600 ${file}` },
    });
    expect(JSON.stringify(read)).not.toContain('canary');
  },
);
