import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { openDayJournal } from '../../../day/journal/open-day-journal.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { runCli } from '../run-cli.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-control-'));
const OTHER = join(directory, '.sauda', 'livea.live.journal');

const HOSTS = ['auth', 'orders', 'prices', 'ordersWebhook', 'webhook'];
const LIVE = `account: liveb
mode: live
brokerId: b
platform:
  hosts: {${HOSTS.map((name) => `${name}: 'http://127.0.0.1:1'`).join(', ')}}
  credentials: {phoneNumber: {env: P}, password: {env: Q}}
`;

beforeAll(() => {
  mkdirSync(join(directory, '.sauda'));
  const opened = openDayJournal({ path: OTHER, account: 'livea', mode: 'live' });
  if (opened.ok) opened.value.journal.close();
  writeFileSync(join(directory, 'liveb.yaml'), LIVE);
});
afterAll(() => {
  rmSync(directory, { recursive: true });
});

async function sauda(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const terminal = fakeTerminal();
  const context = { environment: {}, workingDirectory: directory };
  const signal = new AbortController().signal;
  const code = await runCli(args, { ...context, terminal, signal });
  return { code, ...terminal.written };
}

test.each([[['flatten', '--reason', 'x']], [['halt', '--reason', 'x']], [['status']]])(
  "%j of a configured account without a journal offers no other account's",
  async (args) => {
    const { code, err } = await sauda(...args, '--config', 'liveb.yaml');
    expect(code).toBe(EXIT_CODES.configuration);
    expect(err).toContain('Account "liveb" has no journal there');
    expect(err).toContain('sauda run --config liveb.yaml');
    expect(err).toContain('pgrep -af "(sauda|main.[jt]s) (run|daemon)"');
    expect(err).toContain('end that program');
    expect(err).not.toContain('livea');
  },
);

test('status reads the journal of a configuration whose platform and strategies cannot be used', async () => {
  const broken = LIVE.replace('liveb', 'livea').replace('phoneNumber', 'telephone');
  writeFileSync(join(directory, 'broken.yaml'), `${broken}strategies: 7\n`);
  const { code, out, err } = await sauda('status', '--config', 'broken.yaml');
  expect(code).toBe(0);
  expect(out).toContain(`journal ${OTHER}`);
  expect(err).toContain('continues for its account "livea" (live)');
  expect(err).toContain('telephone');
});

test('what is asked while no program runs, and not kept, says how to start one', async () => {
  const { code, out } = await sauda('flatten', '--reason', 'x', '--journal', OTHER);
  expect(code).toBe(EXIT_CODES['platform-unavailable']);
  expect(out).toContain('nothing was done');
  expect(out).toContain(
    `with the same command (sauda run --journal ${OTHER}, or sauda daemon --journal ${OTHER}), then "flatten" again`,
  );
}, 10_000);

test.each(['', ' ', 'x'.repeat(501)])('the reason %j is refused in words', async (reason) => {
  const { code, err } = await sauda('halt', '--journal', OTHER, '--reason', reason);
  expect(code).toBe(EXIT_CODES.usage);
  expect(err).toContain('some words, at most 500 characters');
  expect(err).not.toContain('Too');
});

test.each([
  ['halt', '--reason', 'x'],
  ['resolve', 'tag', '--as', 'absent', '--reason', 'x'],
  ['flatten', '--reason', 'x'],
  ['status'],
])('%s where nothing can be left or kept is a fault of the configuration', async (...args) => {
  const journal = join(directory, 'stuck.journal');
  copyFileSync(OTHER, journal);
  // The directory that would hold the lock and the requests cannot be made.
  writeFileSync(`${journal}.control`, 'a file');
  const { code, err } = await sauda(...args, '--journal', journal);
  expect(err).not.toContain('Internal fault');
  expect(err).toContain('stuck.journal.control');
  expect(err).toMatch(/next .*directory/u);
  expect(code).toBe(EXIT_CODES.configuration);
});

test('a file that is no line of a simulator is not offered to be overwritten', async () => {
  const { code, err } = await sauda('status', '--sim', 'liveb.yaml');
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toContain('Not the line of a simulator');
  expect(err).not.toContain('> liveb.yaml');
});
