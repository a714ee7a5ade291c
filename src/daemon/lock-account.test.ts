import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { lockProcess } from '../adapters/journal/process-lock.ts';
import { Secret } from '../base/secret.ts';
import { type Result } from '../base/result.ts';
import { settingsFromText } from '../settings/load-settings.ts';
import { type Settings } from '../settings/settings.ts';
import { type RunRefusal } from '../venues/run-refusal.ts';
import { holderOfLogin, lockAccount } from './lock-account.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-accounts-'));
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

function settingsOf(phoneNumber: string, host = 'auth.example.com', all = host): Settings {
  const read = settingsFromText('', {
    environment: {},
    workingDirectory: directory,
    file: null,
    shownFile: 'test',
  });
  if (!read.ok) throw new TypeError(JSON.stringify(read.error));
  const hosts = {
    auth: `https://${host}`,
    ...{ orders: `https://${all}`, prices: `https://${all}` },
    ...{ ordersWebhook: `https://${all}`, webhook: `https://${all}` },
  };
  const credentials = {
    phoneNumber: new Secret(phoneNumber),
    password: new Secret('fake-password'),
    webhookToken: null,
    accessToken: null,
  };
  return { ...read.value, venue: { kind: 'platform', hosts, credentials, brokerId: null } };
}

function lock(settings: Settings, journal: string): Result<() => void, RunRefusal> {
  return lockAccount(settings, { directory, journalPath: join(directory, journal) });
}

function release(locked: Result<() => void, RunRefusal>): void {
  if (locked.ok) locked.value();
}

it('keeps a second process off a login, whatever its journal, until the first lets go', () => {
  const first = lock(settingsOf('+910000000001'), 'one.journal');
  expect(first.ok).toBe(true);
  const second = lock(settingsOf('+910000000001'), 'two.journal');
  expect(second).toMatchObject({
    ok: false,
    error: {
      kind: 'configuration',
      problems: [
        {
          message: 'The login of account "default" is in use: another process trades it already',
          found: `process ${String(process.pid)}, with the journal ${join(directory, 'one.journal')}`,
          next: expect.stringContaining(
            `sauda status --journal ${join(directory, 'one.journal')}`,
          ) as string,
        },
      ],
    },
  });
  release(first);
  const third = lock(settingsOf('+910000000001'), 'two.journal');
  expect(third.ok).toBe(true);
  release(third);
});

it('lets other logins, and the same number at another host, be traded beside it', () => {
  const all = [
    lock(settingsOf('+910000000001'), 'one.journal'),
    lock(settingsOf('+910000000002'), 'two.journal'),
    lock(settingsOf('+910000000001', 'other.example.com'), 'three.journal'),
  ];
  expect(all.map(({ ok }) => ok)).toEqual([true, true, true]);
  for (const locked of all) release(locked);
});

it('takes the login while an earlier process still leaves the journal, so that no other journal trades it', () => {
  const leaving = lockProcess(join(directory, 'one.journal'), 1);
  const next = lock(settingsOf('+910000000001'), 'one.journal');
  expect(next.ok).toBe(true);
  if (leaving.ok) leaving.value.release();
  expect(lock(settingsOf('+910000000001'), 'two.journal').ok).toBe(false);
  release(next);
});

it('names the journal where the process that trades the login has it, too', () => {
  const first = lock(settingsOf('+910000000001'), 'one.journal');
  const journal = lockProcess(join(directory, 'one.journal'), 1);
  const message = expect.stringContaining('one.journal" is in use') as string;
  expect(lock(settingsOf('+910000000001'), 'one.journal')).toMatchObject({
    ok: false,
    error: { kind: 'configuration', problems: [{ message, file: join(directory, 'one.journal') }] },
  });
  if (journal.ok) journal.value.release();
  release(first);
});

it.each([
  ['127.0.0.1:8443', 'localhost:8443'],
  ['localhost:8443', '[::1]:8443'],
  ['localhost:8443', 'LOCALHOST.:8443'],
  ['127.0.0.1:8443', '[::ffff:127.0.0.1]:8443'],
  ['auth.example.com', 'Auth.Example.com.'],
  ['auth.example.com', 'auth.example.com:443/'],
])('is one login of %s and %s, and of a number written otherwise', (one, other) => {
  const first = lock(settingsOf('+910000000001', one), 'one.journal');
  const holder = holderOfLogin(settingsOf('+91 00000-00001', other), directory);
  const elsewhere = holderOfLogin(settingsOf('+910000000001', 'localhost:8444'), directory);
  release(first);
  expect(first.ok).toBe(true);
  expect(holder).toMatchObject({ pid: process.pid });
  expect(elsewhere).toBeNull();
});
