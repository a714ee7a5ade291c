import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { Secret } from '../../base/secret.ts';
import { settingsFromText } from '../../settings/load-settings.ts';
import { type Settings } from '../../settings/settings.ts';
import { lockAccount } from '../lock-account.ts';
import { isPanicUnderWay, PanicLock } from './panic-lock.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-panic-lock-'));
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

function settingsOf(phoneNumber: string): Settings {
  const file = { file: null, shownFile: 'test' };
  const read = settingsFromText('', { environment: {}, workingDirectory: directory, ...file });
  if (!read.ok) throw new TypeError(JSON.stringify(read.error));
  const host = 'https://host.example.com';
  const hosts = { auth: host, orders: host, prices: host, ordersWebhook: host, webhook: host };
  const password = new Secret('fake-password');
  const tokens = { webhookToken: null, accessToken: null };
  const credentials = { phoneNumber: new Secret(phoneNumber), password, ...tokens };
  return { ...read.value, venue: { kind: 'platform', hosts, credentials, brokerId: null } };
}

it('is refused while a program has the login with another journal, and free after it', () => {
  const settings = settingsOf('+910000000001');
  const theirs = join(directory, 'theirs.journal');
  const journalPath = join(directory, 'ours.journal');
  const program = lockAccount(settings, { directory, journalPath: theirs });
  const lock = new PanicLock({ settings, journalPath, accountsDirectory: directory });
  expect(lock.otherHolder()).toEqual({ pid: process.pid, journalPath: theirs });
  expect(lock.take()).toMatchObject({
    ok: false,
    error: {
      kind: 'halted',
      problems: [{ found: `process ${String(process.pid)}, with the journal ${theirs}` }],
    },
  });
  expect(isPanicUnderWay(journalPath)).toBe(false);
  if (program.ok) program.value();
  expect([lock.otherHolder(), lock.take().ok]).toEqual([null, true]);
  expect(lockAccount(settings, { directory, journalPath: theirs }).ok).toBe(false);
  lock.release();
  const next = lockAccount(settings, { directory, journalPath: theirs });
  expect(next.ok).toBe(true);
  if (next.ok) next.value();
});

it('is taken where the login cannot be locked, as its directory cannot be written', () => {
  const accountsDirectory = join(directory, 'a-file');
  writeFileSync(accountsDirectory, '');
  const journalPath = join(directory, 'ours.journal');
  const settings = settingsOf('+910000000002');
  const lock = new PanicLock({ settings, journalPath, accountsDirectory });
  expect([lock.otherHolder(), lock.take().ok]).toEqual([null, true]);
  expect(isPanicUnderWay(journalPath)).toBe(true);
  lock.release();
});
