import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, it, onTestFinished } from 'vitest';

import { type PlannedRun } from '../../loading/planned-run.ts';
import { SavedFiles } from './saved-files.ts';

function watched() {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-saved-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  let saves = 0;
  const save = (name: string): string => {
    const path = join(directory, name);
    saves += 1;
    writeFileSync(path, String(saves));
    utimesSync(path, saves, saves);
    return path;
  };
  const path = save('mine.ts');
  const imports = [pathToFileURL(save('helper.ts')).href];
  const run = { header: { runId: 'mine' }, loaded: { path, imports } };
  const saved: string[] = [];
  const files = new SavedFiles({
    planned: () => [run as unknown as PlannedRun],
    onSaved: (runId) => saved.push(runId),
    onLook: () => undefined,
  });
  files.look();
  return { save, saved, files };
}

it('reports a save once, when the file has stayed as it is over a look', () => {
  const { save, saved, files } = watched();
  files.look();
  expect(saved).toEqual([]);
  save('mine.ts');
  files.look();
  save('mine.ts');
  files.look();
  expect(saved).toEqual([]);
  for (let looks = 0; looks < 3; looks += 1) files.look();
  expect(saved).toEqual(['mine']);
});

it('reports the save of a file that the strategy imports', () => {
  const { save, saved, files } = watched();
  save('helper.ts');
  files.look();
  files.look();
  expect(saved).toEqual(['mine']);
});
