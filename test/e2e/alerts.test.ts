import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, test } from 'vitest';

import { type Alert } from '../../src/daemon/alerts/alert.ts';
import { AlertFiles } from '../../src/daemon/alerts/alert-files.ts';
import { type AlertMessage } from '../../src/ports/notifier.ts';
import { answer, startScriptedServer } from '../contract/scripted-server.ts';
import { startFakeMailServer } from '../support/fake-mail-server.ts';
import { shipped } from '../support/simulated-day.ts';
import { Desk } from './in-process.ts';

const STRADDLE = shipped('short-straddle.yaml');
const THROWS = fileURLToPath(new URL('throws.js', import.meta.url));
/** The line of a simulator, which need not run: nothing of it is asked. */
const SIMULATOR = JSON.stringify({
  ...Object.fromEntries(
    ['auth', 'orders', 'prices', 'ordersWebhook', 'webhook'].map((name) => [
      name,
      'http://127.0.0.1:9',
    ]),
  ),
  credentials: { phoneNumber: '1', password: 'p', webhookToken: 't', accessToken: 'a' },
  brokerId: 'b',
  clock: { startAtMs: 0, startedRealMs: 0, speed: 1 },
});
const desk = new Desk();
afterAll(() => {
  desk.close();
});

function secretFile(name: string, text: string): string {
  const path = desk.write(name, `${text}\n`);
  chmodSync(path, 0o600);
  return path;
}

test('a test message goes over each channel, and what fails is named without its secrets', async () => {
  await using server = await startScriptedServer((socket, { path }) =>
    socket.end(answer(path.startsWith('/botcanary') ? 401 : 200, '')),
  );
  await using mail = await startFakeMailServer();
  desk.write(
    'sauda.yaml',
    `alerts:
  channels:
    hook: {kind: webhook, url: ${server.origin}/hook, secret: {file: ${secretFile('key', 'canary-key')}}}
    bot: {kind: telegram, host: ${server.origin}, token: {file: ${secretFile('token', 'canary-token')}}, chat: '-1'}
    mail:
      kind: email
      server: {host: 127.0.0.1, port: ${String(mail.port)}, tls: none}
      from: sauda@example.test
      to: [desk@example.test]
`,
  );
  const all = await desk.sauda('alerts', 'test', '--json');
  expect(all.code).toBe(8);
  expect(JSON.parse(all.out)).toMatchObject({
    channels: [
      { name: 'hook', ok: true },
      { name: 'bot', ok: false, detail: 'HTTP 401' },
      { name: 'mail', ok: true },
    ],
  });
  expect(all.out + all.err).not.toContain('canary');
  expect(mail.mails.join()).toContain('[paper] default: a test of this channel');
  const one = await desk.sauda('alerts', 'test', '--channel', 'hook');
  expect(one).toMatchObject({ code: 0 });
  expect(one.out).toContain('delivered');
  const none = await desk.sauda('alerts', 'test', '--channel', 'nosuch');
  expect(none.err).toContain('hook, bot, mail');
  // What "run --sim" is given, its alerts may be tested with.
  desk.write('sim.json', SIMULATOR);
  const there = await desk.sauda('alerts', 'test', '--channel', 'hook', '--sim', 'sim.json');
  expect(there).toMatchObject({ code: 0 });
  const noLine = await desk.sauda('alerts', 'test', '--sim', 'sauda.yaml');
  expect(noLine.err).toContain('Not the line of a simulator');
});

test('that no channel is configured is said, with what to do', async () => {
  const journal = desk.write('quiet.journal', '');
  const config = desk.write('quiet.yaml', 'mode: paper\n');
  const at = ['alerts', 'list', '--journal', journal] as const;
  const { code, out } = await desk.sauda(...at, '--config', config);
  expect(code).toBe(0);
  expect(out).toContain('No channel of alerts is configured: no one is called');
  expect(out).toContain('sauda alerts test');
  expect(out).not.toContain('No alerts');
  const json = await desk.sauda(...at, '--config', config, '--json');
  expect(JSON.parse(json.out)).toMatchObject({ channels: [], alerts: [] });
  const called = desk.write(
    'called.yaml',
    'mode: paper\nalerts: {channels: {desk: {kind: command, command: [/bin/true]}}}\n',
  );
  expect((await desk.sauda(...at, '--config', called)).out).toBe(
    'No program runs: alerts as the last one left them\nNo alerts\n',
  );
  // A journal alone does not say what its program has.
  expect((await desk.sauda(...at)).out).toContain('No alerts');
});

test('a literal where a secret belongs is refused and not shown', async () => {
  const file = desk.write(
    'literal.yaml',
    'alerts: {channels: {bot: {kind: telegram, token: canary-token, chat: "-1"}}}\n',
  );
  const checked = await desk.sauda('check', file);
  expect(checked.code).not.toBe(0);
  expect(checked.out + checked.err).not.toContain('canary');
});

test('alerts of an account are listed and acknowledged with no program running', async () => {
  const journal = desk.write('desk.journal', '');
  const alert: Alert = {
    key: 'halted ',
    code: 'halted',
    severity: 'critical',
    runId: null,
    notVia: null,
    what: 'The account is halted',
    action: 'sauda resume',
    lasts: 'clears',
    id: 'a7',
    state: 'firing',
    sinceMs: 1_790_000_000_000,
    times: 1,
    calls: 1,
    calledAtMs: {},
    clearedAtMs: null,
    allClearAtMs: null,
    acknowledged: null,
  };
  const files = new AlertFiles(journal);
  files.write({ number: 7, date: '2026-11-20', undelivered: [], alerts: [alert] });
  const listed = await desk.sauda('alerts', 'list', '--journal', journal);
  expect(listed.out).toContain('Since (IST, machine)');
  expect(listed.out).toMatch(/a7 +firing +critical .*The account is halted/);
  const unknown = await desk.sauda('alerts', 'ack', '../a9', '--journal', journal);
  expect(unknown.code).toBe(2);
  const kept = await desk.sauda('alerts', 'ack', 'a7', '--journal', journal, '--reason', 'at it');
  expect(kept).toMatchObject({ code: 0 });
  expect(files.takeAcks()).toEqual([{ id: 'a7', reason: 'at it' }]);
});

/** A day whose strategy fails, with two channels. */
async function failingDay(origins: readonly [string, string]) {
  const hook = (origin: string): string =>
    `{kind: webhook, url: ${origin}/hook, timeout: 1s, secret: {file: ${secretFile('k2', 'canary-key')}}}`;
  const [one, other] = origins;
  const config = desk.write(
    'day.yaml',
    `alerts: {channels: {one: ${hook(one)}, other: ${hook(other)}}}\n`,
  );
  const day = ['--at', '2026-10-30T15:20', '--speed', 'max', '--json', '--config', config];
  return desk.sauda('run', THROWS, ...day);
}

test('a day calls when its strategy fails; a channel that hangs changes neither the day nor the other', async () => {
  await using works = await startScriptedServer((socket) => socket.end(answer(200, '')));
  await using hangs = await startScriptedServer(() => undefined);
  const ended = await failingDay([hangs.origin, works.origin]);
  const alone = await failingDay([works.origin, works.origin]);
  expect(ended.code).toBe(alone.code);
  const bodies = works.requests.map(({ body }) => JSON.parse(body) as AlertMessage);
  const [first] = bodies.filter(({ code }) => code === 'strategy-ended');
  expect(first).toMatchObject({ kind: 'fired', mode: 'paper', severity: 'critical' });
  expect(first?.title).toMatch(/^\[paper\] default: throws@2026-10-30\/paper: .*on purpose/);
  expect(ended.out + ended.err).not.toContain('canary');
}, 60_000);

test('a day that cannot begin calls, and all is clear once one does', async () => {
  await using server = await startScriptedServer((socket) => socket.end(answer(200, '')));
  const hook = `{kind: webhook, url: ${server.origin}/hook, secret: {file: ${secretFile('k3', 'canary-key')}}}`;
  const logs = join(desk.directory, 'logs');
  const config = desk.write(
    'begins.yaml',
    `alerts: {channels: {one: ${hook}}}\nlogs: {directory: ${logs}}\n`,
  );
  const journal = desk.write('begins.journal', 'This is no journal');
  const day = ['--at', '2026-10-30T15:28', '--speed', 'max', '--json', '--config', config];
  const run = (): ReturnType<typeof desk.sauda> =>
    desk.sauda('run', STRADDLE, '--journal', journal, ...day);
  const told = (kind: string): readonly string[] =>
    server.requests
      .map(({ body }) => JSON.parse(body) as AlertMessage)
      .flatMap((message) => (message.kind === kind ? [message.code] : []));
  const logged = (): string =>
    readdirSync(logs)
      .map((name) => readFileSync(join(logs, name), 'utf8'))
      .join('');

  expect((await run()).code).not.toBe(0);
  expect(told('fired')).toEqual(['day-not-open']);
  expect(logged().match(/"code":"day-not-begun"/g)).toHaveLength(1);
  rmSync(journal);
  expect((await run()).code).toBe(0);
  expect(told('cleared')).toEqual(['day-not-open']);
  expect(logged().match(/"code":"day-not-begun"/g)).toHaveLength(1);
}, 60_000);
