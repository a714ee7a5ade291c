import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, expect, test } from 'vitest';

import { builtMain } from './built-main.ts';
import { CHECKOUT_MAIN, type Ended, ROOT, spawnSauda } from './spawn-sauda.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-e2e-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const STRADDLE = join(ROOT, 'strategies/short-straddle.yaml');

/** Far between polls, so that a day over HTTP takes a second or two. */
const CALM = `
strategies:
  - ${STRADDLE}
simulator: {at: 2026-10-30T09:14, speed: max, seed: e2e}
engine: {quotesPoll: 20s, quotesStale: 60s, ordersPollWorking: 20s, ordersPollIdle: 30s, ordersStale: 90s}
`;

function file(name: string, text: string): string {
  writeFileSync(join(directory, name), text);
  return name;
}

function sauda(
  args: readonly string[],
  options: Partial<Parameters<typeof spawnSauda>[1]> = {},
): Promise<Ended> {
  return spawnSauda(args, { cwd: directory, ...options });
}

test('npm run -s sauda passes arguments and the exit code on', async () => {
  const npm = (...args: string[]): Promise<{ stdout: string }> =>
    promisify(execFile)('npm', ['run', '-s', 'sauda', '--', ...args], { cwd: ROOT });
  const { stdout } = await npm('calendar', '2026-11-24', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ date: '2026-11-24', isTradingDay: false });
  await expect(npm('calendar', 'tomorrow')).rejects.toMatchObject({ code: 2 });
});

test('a paper day trades, asks no live route, and ends with one JSON line', async () => {
  file('calm.yaml', CALM);
  const { code, out, err } = await sauda(
    ['run', '--config', 'calm.yaml', '--json', '--log', 'day.jsonl'],
    // As it lies in the checkout; the other tests run it as it is built.
    { command: [process.execPath, CHECKOUT_MAIN] },
  );
  expect(code).toBe(0);
  expect(out.trimEnd()).not.toContain('\n');
  const summary = JSON.parse(out) as { trades: number; routes: { route: string }[] };
  expect(summary).toMatchObject({
    schemaVersion: 1,
    date: '2026-10-30',
    mode: 'paper',
    strategies: [{ name: 'short-straddle' }],
    orders: { unknown: 0 },
  });
  expect(summary.trades).toBeGreaterThanOrEqual(2);
  const allowed = /^(auth POST \/login|prices GET \/(contracts|simulator\/quotes))$/;
  expect(summary.routes.filter(({ route }) => !allowed.test(route))).toEqual([]);
  // The fill was seen by a poll up to twenty seconds later.
  expect(err).toMatch(/^09:20:0\d IST order {4}Completed .* ce entry$/m);
  expect(err).toMatch(/^15:40:00 IST phase {4}after-close$/m);
  const log = readFileSync(join(directory, 'day.jsonl'), 'utf8').trimEnd().split('\n');
  expect(log.map((line) => (JSON.parse(line) as { kind: string }).kind)).toContain('command');
});

test('a closed day is outside the window', async () => {
  file('closed.yaml', CALM.replace('2026-10-30', '2026-10-20'));
  const { code, out } = await sauda(['run', '--config', 'closed.yaml', '--json']);
  expect(code).toBe(5);
  expect(JSON.parse(out)).toMatchObject({ error: { code: 'outside-window', exitCode: 5 } });
});

function hostsFile(host: string): string {
  return `platform:
  hosts: {auth: "${host}", orders: "${host}", prices: "${host}", ordersWebhook: "${host}", webhook: "${host}"}
  credentials: {phoneNumber: {env: SAUDA_PHONE}, password: {env: SAUDA_PASSWORD}}
`;
}

test('nothing to run, and options without their platform, are told', async () => {
  const empty = await sauda(['run']);
  expect(empty.code).toBe(3);
  expect(empty.err).toContain('No strategy to run');
  file('hosts.yaml', hostsFile('http://127.0.0.1:9'));
  file('elsewhere.yaml', hostsFile('https://orders.example.test'));
  const env = { SAUDA_PHONE: '+910000000000', SAUDA_PASSWORD: 'canary-e2e' };
  const odd = await sauda(['run', 'x.yaml', '--config', 'elsewhere.yaml', '--speed', '9'], { env });
  expect(odd.code).toBe(2);
  expect(odd.err).toContain('Option --speed is for the simulator');
  const unset = await sauda(['login', '--config', 'hosts.yaml']);
  expect(unset.code).toBe(3);
  expect(unset.err).toContain('hosts.yaml:3:');
  const unreachable = await sauda(['login', '--config', 'hosts.yaml', '--json'], { env });
  expect(unreachable.code).toBe(8);
  expect(unreachable.out + unreachable.err).not.toContain('canary');
  expect(unreachable.out).toContain('at auth host http://127.0.0.1:9');
  expect(unreachable.out).toContain('platform.hosts.auth');
});

test('Ctrl-C ends a day in order: the summary is printed, open positions give exit code 7', async () => {
  file('slow.yaml', CALM.replace('speed: max', 'speed: 300'));
  let isStopped = false;
  const { code, out, err } = await sauda(['run', '--config', 'slow.yaml'], {
    onOut: (so_far, child) => {
      if (isStopped || !/order {4}Completed .* entry$/m.test(so_far)) return;
      isStopped = true;
      child.kill('SIGINT');
    },
  });
  expect(err).toContain('SIGINT: ending in order');
  expect(out).toContain('Day summary 2026-10-30');
  expect(out).toMatch(/Left for you\n.*the day was ended before the close: no one watches it/);
  expect(code).toBe(7);
});

test('a simulator serves other commands until it is told to stop', async () => {
  const asked: Ended[] = [];
  let asking: Promise<void> | null = null;
  const ask = async (line: string): Promise<void> => {
    file('sim.json', line);
    const wrong = JSON.parse(line) as { credentials: { password: string } };
    wrong.credentials.password = 'canary-wrong';
    file('wrong.json', JSON.stringify(wrong));
    asked.push(
      await sauda([
        'contracts',
        'nifty',
        '--near-atm',
        '1',
        '--expiry',
        'nearest',
        '--sim',
        'sim.json',
        '--json',
      ]),
    );
    asked.push(await sauda(['orders', '--sim', 'sim.json', '--json']));
    asked.push(await sauda(['login', '--sim', 'wrong.json', '--json']));
  };
  const { code, out } = await sauda(
    ['sim', '--json', '--at', '2026-10-30T10:00', '--seed', 'e2e'],
    {
      onOut: (line, child) => {
        if (asking !== null || !line.endsWith('\n')) return;
        asking = ask(line).finally(() => child.kill('SIGTERM'));
      },
    },
  );
  expect(code).toBe(0);
  expect(Object.keys(JSON.parse(out) as object)).toEqual(
    'auth orders prices ordersWebhook webhook credentials brokerId brokers clock'.split(' '),
  );
  const [contracts, orders, wrong] = asked;
  expect(contracts?.code).toBe(0);
  const found = JSON.parse(contracts?.out ?? '') as { contracts: { underlying: string }[] };
  expect(found.contracts).toHaveLength(6);
  expect(JSON.parse(orders?.out ?? '')).toEqual({
    schemaVersion: 1,
    orders: [],
    malformed: [],
    shadow: [],
  });
  expect(wrong?.code).toBe(4);
  expect(wrong?.out).not.toContain('canary');
  const gone = await sauda(['login', '--sim', 'sim.json']);
  expect(gone.code).toBe(8);
});

test('a day runs on a simulator of its own, by the clock that it is told', async () => {
  const args = ['--at', '2026-10-30T15:20', '--speed', '1200'];
  const runs: Promise<Ended>[] = [];
  await sauda(['sim', '--json', '--seed', 'e2e', ...args], {
    onOut: (line, child) => {
      if (runs.length > 0 || !line.endsWith('\n')) return;
      file('beside.json', line);
      const run = sauda(['run', STRADDLE, '--sim', 'beside.json', '--json', ...args]);
      runs.push(run.finally(() => child.kill('SIGTERM')));
    },
  });
  const [ran] = await Promise.all(runs);
  expect(ran?.code).toBe(0);
  expect(JSON.parse(ran?.out ?? '')).toMatchObject({ date: '2026-10-30', venue: 'platform' });
  const timeless = await sauda(['run', STRADDLE, '--sim', 'beside.json', '--speed', '9']);
  expect(timeless).toMatchObject({ code: 2 });
  expect(timeless.err).toContain('--at is missing');
});

test('a reader that goes away is no fault', async () => {
  const command = `"${process.execPath}" "${builtMain()}" calendar --year 2026 | head -n 1`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['-o', 'pipefail', '-c', command]);
  expect(stdout).toMatch(/^2026: \d+ trading days, and 1 Muhurat session\n$/);
  expect(stderr).toBe('');
});

test('colours come only when asked for', async () => {
  const plain = await sauda(['calendar', '2026-10-30']);
  const forced = await sauda(['calendar', '2026-10-30'], { env: { FORCE_COLOR: '1' } });
  expect(plain.out).not.toContain('\u001b');
  expect(forced.out).toContain('\u001b[');
});
