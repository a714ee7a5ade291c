import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { leaveCulprit } from '../../adapters/system/culprit-file.ts';
import { controlPathOf } from '../../day/journal/open-day-journal.ts';
import { loadStrategy } from '../../loading/load-strategy.ts';
import { settingsFromText } from '../../settings/load-settings.ts';
import { type Settings } from '../../settings/settings.ts';
import { valueOf } from '../../../test/support/simulated-day.ts';
import { PreparedAccount } from './prepared-account.ts';
import { PreparedDay } from './prepared-day.ts';

const HOSTS = ['auth', 'orders', 'prices', 'ordersWebhook', 'webhook'];
const STRATEGY = `name: s
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
legs: { ce: { side: buy, type: CE, strike: ATM } }
`;

/** An account of a directory of its own, as it was prepared. */
async function prepared(): Promise<{
  readonly account: PreparedAccount;
  readonly settings: (password?: string, more?: string) => Settings;
  readonly directory: string;
}> {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-prepared-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  writeFileSync(join(directory, 's.yaml'), STRATEGY);
  const settings = (password = 'one', more = ''): Settings => {
    const hosts = HOSTS.map((name) => `${name}: http://127.0.0.1:1`).join(', ');
    const credentials = '{phoneNumber: {env: PHONE}, password: {env: PASSWORD}}';
    const platform = `{hosts: {${hosts}}, credentials: ${credentials}}`;
    const text = `mode: paper\nplatform: ${platform}\n${more}`;
    const environment = { PASSWORD: password, PHONE: '+910000000000' };
    const from = { environment, workingDirectory: directory, file: null, shownFile: 'test' };
    return valueOf(settingsFromText(text, from));
  };
  const journalPath = join(directory, 'a.journal');
  mkdirSync(controlPathOf(journalPath));
  const strategies = [valueOf(await loadStrategy(join(directory, 's.yaml')))];
  const loaded = { strategies, keptSources: [] };
  // Its day is not asked for anything here.
  const day = Object.create(PreparedDay.prototype) as PreparedDay;
  const account = new PreparedAccount(day, { settings: settings(), loaded, journalPath });
  return { account, settings, directory };
}

it('is of an account on which nothing has changed', async () => {
  const { account, settings } = await prepared();
  expect(account.isOf(settings())).toBe(true);
});

it('is not of one with another limit, or another secret', async () => {
  const { account, settings } = await prepared();
  expect(account.isOf(settings('one', 'risk: {ordersPerDay: 7}\n'))).toBe(false);
  expect(account.isOf(settings('two'))).toBe(false);
});

it('is not of one whose strategy was saved since, or whose code must not run any more', async () => {
  const { account, settings, directory } = await prepared();
  writeFileSync(join(directory, 's.yaml'), `${STRATEGY}# saved\n`);
  expect(account.isOf(settings())).toBe(false);
  writeFileSync(join(directory, 's.yaml'), STRATEGY);
  expect(account.isOf(settings())).toBe(true);
  const source = { path: join(directory, 's.yaml'), sourceHash: 'h' };
  const culprit = { name: 's', why: 'ended', atMs: 1, lastedMs: 0, source } as const;
  leaveCulprit(controlPathOf(join(directory, 'a.journal')), culprit);
  expect(account.isOf(settings())).toBe(false);
});
