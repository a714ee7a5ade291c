import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { valueOf } from '../../../test/support/simulated-day.ts';
import { openDayJournal } from '../../day/journal/open-day-journal.ts';
import { settingsFromText } from '../../settings/load-settings.ts';
import { planOfBooks, planOfPolled } from './open-panic.ts';

it.each([
  ['demo', 'paper', []],
  ['demo', 'live', ['account "demo" in mode paper']],
  ['real', 'paper', ['account "demo" in mode paper']],
] as const)('of account %s in mode %s it goes by a journal only if that is its own', (...of) => {
  const [account, mode, told] = of;
  const directory = mkdtempSync(join(tmpdir(), 'sauda-panic-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const journalPath = join(directory, 'own.journal');
  valueOf(openDayJournal({ path: journalPath, account: 'demo', mode: 'paper' })).journal.close();
  const from = { environment: {}, workingDirectory: directory, file: null, shownFile: 's.yaml' };
  const settings = valueOf(settingsFromText(`account: ${account}\nmode: ${mode}\n`, from));
  const said = told.map((whose) => expect.stringContaining(whose) as unknown);
  expect(planOfBooks({ settings, journalPath }).leftOut).toEqual(said);
  const seen = { orders: [], asOfMs: 0 };
  expect(planOfPolled({ settings, journalPath }, seen).leftOut).toEqual(said);
});
