import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { ControlDirectory } from './control-directory.ts';

it('takes no request from behind a symbolic link: what it leads to is somebody else’s', () => {
  const root = mkdtempSync(join(tmpdir(), 'sauda-control-'));
  onTestFinished(() => {
    rmSync(root, { recursive: true });
  });
  const directory = new ControlDirectory(join(root, 'a.journal'));
  const elsewhere = join(root, 'elsewhere.json');
  writeFileSync(elsewhere, JSON.stringify({ action: 'flatten', runId: null, reason: 'r' }));
  symlinkSync(elsewhere, join(root, 'a.journal.control', '1.request.json'));
  directory.leave('2', { action: 'resume', reason: 'r' });
  expect(directory.take().map(({ id }) => id)).toEqual(['2']);
});
