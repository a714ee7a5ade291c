import { once } from 'node:events';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { deniesNetwork } from '../../src/adapters/system/confined-process.ts';
import { sha256Hex } from '../../src/base/hash.ts';
import { type Json } from '../../src/base/json.ts';
import { openStrategyHost } from '../../src/daemon/isolation/open-strategy-host.ts';
import { hiddenPlaces } from '../../src/day/journal/hidden-places.ts';
import { CandidateProcess } from '../../src/loading/candidate/candidate-process.ts';
import { ModuleReader } from '../../src/loading/describing/module-reader.ts';
import { type LoadedStrategy } from '../../src/loading/load-strategy.ts';
import { type PlannedRun } from '../../src/loading/planned-run.ts';
import { mayRead } from '../../src/loading/reads/may-read.ts';
import { type Notice } from '../../src/notices/notice.ts';
import { tradingDay } from '../../src/host/testing/inputs.ts';
import { HeardProcess } from './heard-process.ts';

const DENIED = 'ERR_ACCESS_DENIED';
const CONTROL = '.sauda/default.live.journal.control';
const SECRETS = [
  ...['.sauda', CONTROL, `${CONTROL}/api.token`, '.sauda/evidence/signing-key.pem'],
  ...['.sauda/default.live.journal', 'own/day.journal', 'own/day.journal.control/api.token'],
  ...['keys/token', 'sauda.yaml'],
  // Of another account, whose configuration lies in the same project.
  ...['other/live.yaml', 'other/password', 'other/books/default.live.journal', '.env', 'b.env'],
  // The same by other names.
  ...['more/token', 'lib/node_modules/taken/token', 'lib/node_modules/state', '.git/config'],
  ...['lib/node_modules/me/.sauda/default.live.journal', 'lib/node_modules/home'],
];
const OPEN = [
  'lib/node_modules/kit/index.js',
  'lib/node_modules/kit-link/index.js',
  'spy.js',
  'tables/levels.json',
  'keys/readme.txt',
  'package.json',
];

const root = mkdtempSync(join(tmpdir(), 'sauda-hidden-'));
const spy = join(root, 'spy.js');
const journalPath = join(root, 'own/day.journal');
const settings = {
  isolation: 'process',
  privateHosts: ['prices.example'],
  file: join(root, 'sauda.yaml'),
  stateDirectory: join(root, '.sauda'),
  secretFiles: [join(root, 'keys/token')],
} as const;
const hidden = hiddenPlaces(settings, journalPath);

const posted: string[] = [];
const server = createServer((request, response) => {
  posted.push(request.url ?? '');
  response.end('armed');
});
let port = 0;

/** Reads all, and says what became of it: while it is loaded, or by its source, which asks the API as well. */
function spyText(says: 'loaded' | 'source', host = ''): string {
  return `import { readdirSync, readFileSync, statSync } from 'node:fs';
import { from, NEVER } from 'rxjs';
import { defineSource, defineStrategy } from 'sauda';
const tried = {};
for (const name of ${JSON.stringify([...SECRETS, ...OPEN])}) {
  const path = ${JSON.stringify(root)} + '/' + name;
  try {
    statSync(path).isDirectory() ? readdirSync(path) : readFileSync(path);
    tried[name] = 'read';
  } catch (error) {
    tried[name] = error.code;
  }
}
if (${JSON.stringify(says)} === 'loaded') throw new RangeError(JSON.stringify(tried));
const ask = () =>
  fetch('http://${host}/v1/live/arm', { method: 'POST' }).then(
    () => 'armed',
    (error) => error.cause?.code ?? error.code,
  );
const values = defineSource({
  name: 'values',
  hosts: ['${host}'],
  open: () => from(ask().then((asked) => ({ tried, asked }))),
});
export default defineStrategy({ name: 'spies', sources: [values], run: () => NEVER });
`;
}

function write(name: string, text = 'x'): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

function writeOther(): void {
  write(
    'other/live.yaml',
    'platform: { credentials: { password: { file: ./password } } }\nstate: {directory: "books"}\n',
  );
  for (const name of ['.env', 'b.env', '.git/config', 'other/password']) write(name);
  write('other/books/default.live.journal');
  chmodSync(join(root, 'other/password'), 0o600);
}

function writeOtherNames(): void {
  const packages = join(root, 'lib/node_modules');
  write('lib/node_modules/kit/index.js');
  symlinkSync('kit', join(packages, 'kit-link'));
  symlinkSync('../../.sauda', join(packages, 'state'));
  symlinkSync('../..', join(packages, 'me'));
  symlinkSync(tmpdir(), join(packages, 'home'));
  for (const name of ['more/token', 'lib/node_modules/taken/token']) {
    mkdirSync(dirname(join(root, name)));
    linkSync(join(root, 'keys/token'), join(root, name));
  }
}

const NOTHING_HIDDEN_WAS_READ = Object.fromEntries([
  ...SECRETS.map((name) => [name, DENIED]),
  ...OPEN.map((name) => [name, 'read']),
]) as Record<string, string>;

beforeAll(async () => {
  for (const name of ['default.live.journal', 'evidence/signing-key.pem']) write(`.sauda/${name}`);
  for (const name of [`${CONTROL}/api.token`, 'keys/token', 'keys/readme.txt']) write(name);
  for (const name of ['own/day.journal', 'own/day.journal.control/api.token']) write(name);
  for (const name of ['tables/levels.json', 'sauda.yaml']) write(name);
  write('package.json', '{"type": "module"}');
  writeOther();
  writeOtherNames();
  symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true });
});

/** The first value of the source of a run, opened as a day opens it. */
async function valueOf(host: string): Promise<Json> {
  write('spy.js', spyText('source', host));
  const api = { enabled: true, port, openProbes: false };
  const time = { kind: 'wall', speed: 1, clock: { nowMs: () => 0 } };
  const { openSources } = openStrategyHost({
    settings: { ...settings, api },
    journalPath,
    time: time as unknown as Parameters<typeof openStrategyHost>[0]['time'],
    strategies: [{ path: spy } as LoadedStrategy],
    trading: () => ({ note: () => undefined, planned: [] }),
  });
  const strategy = { name: 'spies', sources: [{ name: 'values', hosts: [host] }] };
  const loaded = { path: spy, sourceHash: sha256Hex(readFileSync(spy, 'utf8')), strategy };
  const run = { header: { runId: 'spies@2026-10-30/live' }, loaded } as unknown as PlannedRun;
  const { promise, resolve: end, reject } = Promise.withResolvers<Json>();
  const close = openSources?.(run, {
    warn: ({ code, facts }: Notice) => {
      if (code !== 'strategy-refused') reject(new RangeError(JSON.stringify({ code, facts })));
    },
    onValue: (_, value) => {
      end(value);
    },
  });
  try {
    return await promise;
  } finally {
    close?.();
  }
}

describe('what opens the program', () => {
  it.runIf(deniesNetwork())('is nothing that a source reads, nor does it ask the API', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
      const value = await valueOf(`${host}:${String(port)}`);
      expect(value).toEqual({ tried: NOTHING_HIDDEN_WAS_READ, asked: 'SAUDA_CONNECTION' });
    }
    expect(posted).toEqual([]);
  });

  it('is nothing that a module reads while it is described or checked', async () => {
    write('spy.js', spyText('loaded'));
    const reader = new ModuleReader([spy], { hidden });
    const described = await reader.describe(spy, {});
    reader.close();
    const candidate = new CandidateProcess(spy, { hidden });
    const { date } = tradingDay();
    const checked = await candidate.load({
      ...{ path: spy, given: {}, date, mode: 'paper', calendar: null },
    });
    candidate.close();
    for (const text of [JSON.stringify(described), JSON.stringify(checked)].map((of) =>
      of.replaceAll('\\"', '"').replaceAll('\\\\"', '"'),
    )) {
      for (const name of SECRETS) expect(text).toContain(`"${name}":"${DENIED}"`);
      for (const name of OPEN) expect(text).toContain(`"${name}":"read"`);
    }
  });

  it('is nothing that a strategy reads', async () => {
    write('spy.js', spyText('loaded'));
    using heard = new HeardProcess(spy, { hidden });
    heard.start('spies', {});
    await heard.answered(1);
    const text = JSON.stringify(heard.answers).replaceAll('\\"', '"');
    for (const name of SECRETS) expect(text).toContain(`"${name}":"${DENIED}"`);
  });

  it('is not reached by a link of the project', async () => {
    write('spy.js', spyText('loaded'));
    symlinkSync('../.sauda', join(root, 'tables/state'));
    symlinkSync('.', join(root, 'all'));
    const reader = new ModuleReader([spy], { hidden });
    const described = await reader.describe(spy, {});
    reader.close();
    rmSync(join(root, 'tables/state'));
    rmSync(join(root, 'all'));
    expect(JSON.stringify(described)).toMatch(/has a link that leads out of it: tables\/state/);
  });
});

describe('what a process may read of a project', () => {
  const readable = (of: readonly string[]): readonly string[] =>
    mayRead([spy], of).flatMap((path) =>
      path.startsWith(`${root}/`) ? [path.slice(root.length + 1)] : [],
    );

  it('is all of it where nothing in it is hidden, and the rest where something is', () => {
    const plain = mkdtempSync(join(tmpdir(), 'sauda-plain-'));
    for (const name of ['spy.js', 'table.csv']) writeFileSync(join(plain, name), 'x');
    writeFileSync(join(plain, 'package.json'), '{"type": "module"}', { mode: 0o600 });
    const spies = [join(plain, 'spy.js')];
    expect(mayRead(spies, ['/nowhere'])).toContain(plain);
    expect(mayRead(spies, [join(plain, 'table.csv')])).not.toContain(plain);
    writeFileSync(join(plain, '.env'), 'x');
    const listed = mayRead(spies, ['/nowhere']).filter((path) => path.startsWith(plain));
    rmSync(plain, { recursive: true });
    expect(listed).toEqual(['package.json', 'spy.js', 'table.csv'].map((of) => join(plain, of)));
  });

  it('is what only its owner may read, too, where that is so of the strategy itself', () => {
    const careful = mkdtempSync(join(tmpdir(), 'sauda-careful-'));
    for (const name of ['spy.js', 'table.csv']) {
      writeFileSync(join(careful, name), 'x', { mode: 0o600 });
    }
    const spies = [join(careful, 'spy.js')];
    expect(mayRead(spies, [])).toContain(careful);
    chmodSync(join(careful, 'spy.js'), 0o644);
    // What a group works on together is not a secret: one that sauda reads must be its owner's alone.
    writeFileSync(join(careful, 'shared.csv'), 'x');
    chmodSync(join(careful, 'shared.csv'), 0o640);
    const listed = mayRead(spies, []);
    rmSync(careful, { recursive: true });
    for (const name of ['spy.js', 'shared.csv']) expect(listed).toContain(join(careful, name));
    expect(listed).not.toContain(join(careful, 'table.csv'));
  });

  it('is what a folder holds, where another begins with its name', () => {
    for (const name of ['kit/deep/a.js', 'kit-b/a.js']) write(name);
    const listed = readable([join(root, '.sauda')]);
    for (const name of ['kit', 'kit-b']) rmSync(join(root, name), { recursive: true });
    expect(listed).toContain('kit/deep');
    expect(listed).not.toContain('kit');
    expect(listed).toContain('kit-b');
  });

  it('is the strategy though its name begins with a dot', () => {
    write('.drafts/spy.js');
    const drafted = join(root, '.drafts/spy.js');
    expect(mayRead([drafted], []).some((path) => drafted.startsWith(path))).toBe(true);
    rmSync(join(root, '.drafts'), { recursive: true });
  });

  it('has nothing that is not there yet, nor a link back to what is hidden', () => {
    symlinkSync('.', join(root, 'all'));
    symlinkSync('.sauda', join(root, 'state'));
    const listed = readable([join(root, '.sauda'), join(root, 'later/token')]);
    rmSync(join(root, 'all'));
    rmSync(join(root, 'state'));
    expect(listed).not.toContain('all');
    expect(listed).not.toContain('state');
    expect(readable([join(root, 'later/token')])).toContain('tables');
    expect(mayRead([spy], [join(root, 'later/token')])).not.toContain(root);
  });

  it('is no more than a command line has room for', () => {
    for (let file = 0; file < 4_100; file += 1) write(`many/${String(file)}`);
    const listed = readable([join(root, 'many/token')]);
    rmSync(join(root, 'many'), { recursive: true });
    expect(listed.filter((path) => path.startsWith('many/'))).toHaveLength(4_000);
  });

  it('is the strategies, and not the record, where the state lies among them', () => {
    write('default.live.journal.control/api.token');
    const listed = readable([root]);
    rmSync(join(root, 'default.live.journal.control'), { recursive: true });
    expect(listed).toContain('spy.js');
    expect(listed).not.toContain('default.live.journal.control');
  });
});
