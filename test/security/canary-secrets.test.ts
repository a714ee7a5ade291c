import { chmodSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { JOURNAL_KINDS } from '../../src/day/journal/read-journal.ts';
import { answer, startScriptedServer } from '../contract/scripted-server.ts';
import { Rehearsal } from '../e2e/rehearsal.ts';
import { type Canaries, canariesIn } from './secret-forms.ts';
import { filesUnder } from './files-under.ts';

const ROUND_TRIPS = fileURLToPath(new URL('../e2e/round-trips.js', import.meta.url));
const HOOK_KEY = 'canary/hook+key "one" ü';
const BOT_TOKEN = '12345:canary-bot-token';
const PARAMS = "{from: '10:00', everyMs: 240000, heldMs: 1800000}";

function get(rehearsal: Rehearsal, path: string, token: string): Promise<string> {
  const socketPath = join(`${rehearsal.journal}.control`, 'api.sock');
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    request({ socketPath, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        resolve(text);
      });
    })
      .on('error', reject)
      .end();
  });
}

/** An account whose channels are called at a server, with its keys in a file and in the environment. */
function deskAt(origin: string): Rehearsal {
  const rehearsal = new Rehearsal({
    strategies: [`{path: ${ROUND_TRIPS}, params: ${PARAMS}}`],
    config: `logs: {directory: logs, level: debug}
alerts:
  channels:
    hook: {kind: webhook, url: ${origin}/hook, secret: {env: SAUDA_CANARY_KEY}}
    bot: {kind: telegram, host: ${origin}, token: {file: bot.token}, chat: '-1'}`,
  });
  rehearsal.write('bot.token', `${BOT_TOKEN}\n`);
  chmodSync(join(rehearsal.directory, 'bot.token'), 0o600);
  return rehearsal;
}

/** What opens the account, with the token of the program that runs. */
function canariesOf(rehearsal: Rehearsal): Canaries {
  const line = readFileSync(join(rehearsal.directory, 'sim.json'), 'utf8');
  const { credentials } = JSON.parse(line) as { readonly credentials: Canaries };
  const apiToken = readFileSync(join(`${rehearsal.journal}.control`, 'api.token'), 'utf8').trim();
  return { ...credentials, apiToken, ...SESSION, hookKey: HOOK_KEY, botToken: BOT_TOKEN };
}

/** What every session of the simulator begins with: its cookie, and the token that goes with it. */
const SESSION = { cookie: 'simulated-session-', csrf: 'simulated-csrf-' };

/** The packs of an account, unpacked. */
function packsUnder(directory: string): ReadonlyMap<string, string> {
  const packs = [...filesUnder(directory).keys()].filter((path) => path.endsWith('.tar.gz'));
  return new Map(
    packs.map((path) => [`in ${path}`, gunzipSync(readFileSync(join(directory, path))).toString()]),
  );
}

/** What leaked, by place. The files that hold the secrets by purpose are left out. */
function leaks(texts: ReadonlyMap<string, string>, canaries: Canaries): readonly string[] {
  const holders = /^(sim\.json|bot\.token)$|\.control\/api\.token$/;
  return [...texts]
    .filter(([place]) => !holders.test(place))
    .flatMap(([place, text]) => canariesIn(text, canaries).map((name) => `${name}: ${place}`));
}

async function answersOf(rehearsal: Rehearsal, token: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const lists = ['status', 'account', 'orders', 'positions', 'notices', 'runs'];
  const others = ['/openapi.json', '/metrics', '/healthz', '/readyz'];
  for (const path of [...others, ...lists.map((name) => `/v1/${name}`)]) {
    texts.set(path, await get(rehearsal, path, token));
  }
  texts.set('a path with the token', await get(rehearsal, `/v1/${token}?token=${token}`, token));
  texts.set('events', (await rehearsal.operate('events', '--json')).out);
  for (const command of ['status', 'orders', 'positions', 'runs', 'alerts list']) {
    const { out, err } = await rehearsal.operate(...command.split(' '), '--json');
    texts.set(command, out + err);
  }
  const { out, err } = await rehearsal.run('logs', '--json');
  texts.set('logs', out + err);
  return texts;
}

test('no secret is in anything that a day writes, prints, serves or has in its command line', async () => {
  // It repeats what it was sent: in its body, and to the bot in a header too.
  await using server = await startScriptedServer((socket, { path, headers, body }) => {
    const echoed = `${path} ${HOOK_KEY} ${BOT_TOKEN} ${[...headers.values()].join(' ')} ${body}`;
    socket.end(answer(path.startsWith('/bot') ? 400 : 500, JSON.stringify({ error: echoed })));
  });
  await using rehearsal = deskAt(server.origin);
  await rehearsal.open({ at: '2026-10-30T10:00', speed: 120 });
  const day = rehearsal.start(
    ['run', '--sim', 'sim.json', '--json', '--log', 'commands.jsonl', '--begin-anew', 'rehearsal'],
    { SAUDA_CANARY_KEY: HOOK_KEY },
  );
  await day.until('it holds something', () => day.err.includes('Completed'));
  const canaries = canariesOf(rehearsal);
  const halt = await rehearsal.operate('halt', '--reason', 'to be called');
  await day.until('the bot was called', () =>
    server.requests.some(({ path }) => path.startsWith('/bot')),
  );
  const served = await answersOf(rehearsal, canaries['apiToken'] ?? '');
  expect(served.get('events')).toContain('"kind"');
  const commandLine = readFileSync(`/proc/${String(day.pid)}/cmdline`, 'latin1');
  expect(commandLine).toContain('sim.json');
  await rehearsal.operate('flatten', '--reason', 'enough');
  day.signal('SIGTERM');
  const { out, err } = await day.ended();
  const journal = JSON.stringify(await rehearsal.journaled(JOURNAL_KINDS.join(',')));
  const printed = new Map([
    ['stdout', out],
    ['stderr', err],
    ['halt', halt.out + halt.err],
    ['journal', journal],
    ['command line', commandLine],
  ]);
  const files = filesUnder(rehearsal.directory);
  expect([...files.keys()].filter((path) => path.startsWith('logs/'))).not.toEqual([]);
  const packs = packsUnder(rehearsal.directory);
  for (const texts of [files, packs, served, printed]) expect(leaks(texts, canaries)).toEqual([]);
});
