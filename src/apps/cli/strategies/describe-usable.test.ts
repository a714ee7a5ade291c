import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeEach, expect, it, onTestFinished } from 'vitest';

import { controlPathOf } from '../../../day/journal/open-day-journal.ts';
import { settingsFromText } from '../../../settings/load-settings.ts';
import { valueOf } from '../../../../test/support/simulated-day.ts';
import { type CliContext } from '../cli-context.ts';
import { describeUsable } from './load-strategies.ts';

/** Its name says how often its code was run: no two are the same. */
const NAMED_BY_CHANCE = `import { NEVER } from 'rxjs';
import { defineStrategy } from 'sauda';

export default defineStrategy({ name: 'once-' + crypto.randomUUID().slice(0, 8), run: () => NEVER });
`;
let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-describe-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  path = join(directory, 'once.js');
  writeFileSync(path, NAMED_BY_CHANCE);
  mkdirSync(controlPathOf(join(directory, 'own.journal')));
});

/** What a start of the program finds the strategy to be called. */
async function nameAtStart(): Promise<string> {
  const from = { environment: {}, workingDirectory: directory };
  const settings = valueOf(
    settingsFromText('strategies: [once.js]\n', { ...from, file: null, shownFile: 'sauda.yaml' }),
  );
  const { signal } = new AbortController();
  const context = { workingDirectory: directory, signal } as CliContext;
  const journalPath = join(directory, 'own.journal');
  const found = await describeUsable(context, settings.strategies, { settings, journalPath });
  expect(found.unusable).toEqual([]);
  // What is to run it is there, whether it was asked or not.
  expect(found.handedOver).toBeDefined();
  found.handedOver?.close();
  return found.strategies[0]?.strategy.name ?? '';
}

it('a program that starts again waits for no code of a module that it knows, until the file is saved', async () => {
  const first = await nameAtStart();
  expect(first).toMatch(/^once-/);
  expect(await nameAtStart()).toBe(first);
  writeFileSync(path, `${NAMED_BY_CHANCE}// saved\n`);
  const saved = await nameAtStart();
  expect(saved).toMatch(/^once-/);
  expect(saved).not.toBe(first);
}, 60_000);
