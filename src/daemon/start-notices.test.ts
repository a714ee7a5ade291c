import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { valueOf } from '../../test/support/simulated-day.ts';
import { leaveCulprit } from '../adapters/system/culprit-file.ts';
import { sha256Hex } from '../base/hash.ts';
import { Quarantine } from '../day/quarantine.ts';
import { addDays } from '../model/time/ist.ts';
import { loadMarketKnowledge } from '../settings/market/market-knowledge.ts';
import { settingsFromText } from '../settings/load-settings.ts';
import { type Settings } from '../settings/settings.ts';
import { startNotices } from './start-notices.ts';

const ROLES = ['auth', 'orders', 'prices', 'ordersWebhook', 'webhook'];
const HOSTS = ROLES.map((role) => `${role}: https://platform.example.test`).join(', ');
const PLATFORM = `platform:
  hosts: { ${HOSTS} }
  credentials: { phoneNumber: { env: PHONE }, password: { env: PASSWORD } }`;
const knowledge = loadMarketKnowledge();
const { verifiedThrough } = knowledge.calendar;

function settingsOf(...lines: readonly string[]): Settings {
  const from = { workingDirectory: import.meta.dirname, file: null, shownFile: 'test' };
  const environment = { PHONE: '+910000000000', PASSWORD: 'none' };
  return valueOf(settingsFromText(lines.join('\n'), { environment, ...from }));
}

/** The codes that a start reports on a date. */
function toldAtStart(
  asked: Parameters<typeof startNotices>[0],
  date = addDays(verifiedThrough, -100),
): readonly string[] {
  const notices = startNotices(asked, {
    ...{ warning: null, lost: null, tidied: null, knowledge, day: knowledge.calendar.day(date) },
    found: { usable: { strategies: [], unusable: [] }, problems: [], attention: [] },
    kept: { limits: {}, waiting: [] },
  });
  return notices.map(({ code }) => code);
}

it.each([
  { what: 'a live account without any bound of lots', mode: 'live', lots: 'none', isTold: true },
  { what: 'one with a bound', mode: 'live', lots: '2', isTold: false },
  { what: 'paper', mode: 'paper', lots: 'none', isTold: false },
])('settings-warning: $what', ({ mode, lots, isTold }) => {
  const settings = settingsOf(`mode: ${mode}`, `risk: {lotsPerRun: ${lots}, lotsOfAccount: none}`);
  expect(toldAtStart({ settings }).includes('settings-warning')).toBe(isTold);
});

it('calendar-ends is reported from 30 days before its end, until a later table is there', () => {
  const settings = settingsOf('mode: paper', PLATFORM);
  const isTold = (daysBefore: number): boolean =>
    toldAtStart({ settings }, addDays(verifiedThrough, -daysBefore)).includes('calendar-ends');
  expect([31, 30, 0].map(isTold)).toEqual([false, true, true]);
});

it('strategy-not-loaded is reported of a file that ended a process as it was loaded, until it is changed', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-culprit-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const file = join(directory, 'hangs.js');
  writeFileSync(file, 'for (;;);');
  const source = { path: file, sourceHash: sha256Hex('for (;;);') };
  const ended = { why: 'endless', atMs: 1, lastedMs: 9_000 } as const;
  leaveCulprit(directory, { name: 'hangs.js', ...ended, source });
  const told = (): readonly string[] => {
    const culprit = new Quarantine(directory).ofFile(file);
    return toldAtStart({
      settings: settingsOf('mode: paper'),
      notLoaded: culprit === null ? [] : [culprit],
    });
  };
  expect(told()).toEqual(['strategy-not-loaded']);
  writeFileSync(file, 'export default 1;');
  expect(told()).toEqual([]);
});
