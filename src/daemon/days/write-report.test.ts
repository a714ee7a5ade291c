import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { valueOf } from '../../../test/support/simulated-day.ts';
import { settingsFromText } from '../../settings/load-settings.ts';
import { leaveReport } from './write-report.ts';

it('keeps the reports of accounts that share a state directory apart', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-reports-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  for (const account of ['main', 'other']) {
    const place = { workingDirectory: directory, file: null, shownFile: 'test', environment: {} };
    const settings = valueOf(settingsFromText(`account: ${account}\nstate: {directory: .}`, place));
    const summary = { date: '2026-10-30' } as Parameters<typeof leaveReport>[0]['summary'];
    const [notice] = leaveReport({ summary, text: account, settings }, null);
    expect(notice).toMatchObject({ code: 'day-report-written' });
  }
  const reports = join(directory, 'reports');
  const [main = '', other = ''] = readdirSync(reports).filter((name) => name.endsWith('.txt'));
  expect([main, other]).toEqual(['main.paper.2026-10-30.txt', 'other.paper.2026-10-30.txt']);
  expect([main, other].map((name) => readFileSync(join(reports, name), 'utf8'))).toEqual([
    'main',
    'other',
  ]);
});
