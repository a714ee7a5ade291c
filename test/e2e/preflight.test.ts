import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { Secret } from '../../src/base/secret.ts';
import { type PreflightFinding } from '../../src/daemon/preflight/finding.ts';
import { type PlaceElement } from '../../src/ports/orders.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { loadProfile } from '../../src/settings/profile.ts';
import { type RequestIdentity } from '../../src/simulator/faults/fault-plan.ts';
import { routeKind } from '../../src/simulator/faults/route-kind.ts';
import { connectLive } from '../../src/venues/connect-live.ts';
import { type StandaloneSimulator } from '../../src/venues/serve-simulator.ts';
import { serveRecorded } from '../support/serve-recorded.ts';
import { servedPlatform, sentTo, simulatorLine } from '../support/served-account.ts';
import { shipped } from '../support/simulated-day.ts';
import { Desk } from './in-process.ts';
import { mountSmallDisk } from './small-disk.ts';

const DATE = '2026-10-30';
/** Beyond every table and every contract. */
const LATER = '2032-01-07';
const STARTS_ONCE = join(import.meta.dirname, 'starts-once.js');
const SLOW_POLLS =
  'engine: {quotesPoll: 5s, quotesStale: 60s, pricesStale: 2m, ordersPollWorking: 5s, ordersStale: 90s}';

const disk = mountSmallDisk();
afterAll(() => {
  disk.unmount();
});

let desk: Desk;
let platform: StandaloneSimulator;
const servers: Server[] = [];
beforeEach(async () => {
  desk = new Desk();
  platform = await servedPlatform(DATE, '09:20');
  desk.write('sim.json', simulatorLine(platform));
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await platform.close();
  desk.close();
});

interface Looked {
  readonly code: number;
  readonly state: string;
  readonly findings: readonly PreflightFinding[];
}

/** What `sauda preflight --json` finds with more lines in the configuration. */
async function look(...more: readonly string[]): Promise<Looked> {
  const head = ['mode: live', `strategies: ['${shipped('short-straddle.yaml')}']`];
  desk.write('sauda.yaml', [...head, ...more].join('\n'));
  const { code, out, err } = await desk.sauda('preflight', '--sim', 'sim.json', '--json');
  expect(err).toBe('');
  return { ...(JSON.parse(out) as Omit<Looked, 'code'>), code };
}

function stateOf({ findings }: Looked, code: string): string | undefined {
  return findings.find((of) => of.code === code)?.state;
}

/** Runs the day until it has said something; once it has said something else, a command is given. */
async function runUntil(
  last: string,
  [first, command]: readonly [string, readonly string[]] = ['', []],
): Promise<void> {
  let said = '';
  const given: Promise<unknown>[] = [];
  const done = new AbortController();
  const onText = (text: string): void => {
    said += text;
    if (said.includes(last)) done.abort();
    if (command.length === 0 || given.length > 0 || !said.includes(first)) return;
    given.push(desk.sauda(...command));
  };
  const day = ['run', '--sim', 'sim.json', '--plain', '--begin-anew', 'a test'];
  await desk.until(done.signal, onText, day);
  await Promise.all(given);
}

describe('sauda preflight', () => {
  test('is a go on a platform with nothing wrong, and sends nothing', async () => {
    const looked = await look();
    expect(looked.findings.filter(({ state }) => state !== 'go')).toEqual([]);
    expect(looked).toMatchObject({ code: EXIT_CODES.ok, state: 'go' });
    const routes = [...platform.requestCounts().keys()].filter((route) => route.includes(' POST '));
    expect(routes).toEqual(['auth POST /login']);
  });

  test('prints a table and what to do about each no-go', async () => {
    desk.write(
      'sauda.yaml',
      `strategies: ['${shipped('short-straddle.yaml')}']\npreflight: {diskFreeMiB: 10000000}`,
    );
    const { code, out } = await desk.sauda('preflight', '--sim', 'sim.json');
    expect(code).toBe(EXIT_CODES.found);
    expect(out).toMatch(/^no-go: entries would be kept back/);
    expect(out).toMatch(/^ {2}login +go +the platform accepts the session$/m);
    expect(out).toMatch(/^ {2}disk: allowed at least 10000000 MiB$/m);
    expect(out).toMatch(/^ {4}next {2}Free some space/m);
  });

  test('finds a login that the platform refuses', async () => {
    const line = JSON.parse(simulatorLine(platform)) as { credentials: { password: string } };
    line.credentials.password = 'not-the-password';
    desk.write('sim.json', JSON.stringify(line));
    const looked = await look();
    expect(looked).toMatchObject({ code: EXIT_CODES.found, state: 'no-go' });
    expect(stateOf(looked, 'login')).toBe('no-go');
    desk.write('sim.json', simulatorLine(platform));
    expect(stateOf(await look(), 'login')).toBe('go');
  });

  test('finds lots and expiries that the tables do not know', async () => {
    mkdirSync(join(desk.directory, '.sauda', 'tables'), { recursive: true });
    const rows =
      'schemaVersion: 1\nsource: made up\nconfidence: G\ntables: {lots: {verifiedThrough: 2026-12-31, lots: {NIFTY: [{fromExpiry: 2026-10-01, units: 40}]}}}\n';
    const path = join(desk.directory, '.sauda', 'tables', '0001-lots.yaml');
    writeFileSync(path, rows);
    const looked = await look();
    expect(looked.code).toBe(EXIT_CODES.found);
    const drift = looked.findings.find(({ code }) => code === 'drift');
    expect(drift).toMatchObject({ state: 'no-go' });
    expect(drift?.found).toMatch(/NIFTY \w+ 2026-\d\d-\d\d: lot 65, by the tables 40/);
    expect(drift?.next).toMatch(/sauda tables update FILE/);
    rmSync(path);
    expect(stateOf(await look(), 'drift')).toBe('go');
  });

  test("finds a clock that differs from the platform's, by its Date header", async () => {
    const line = JSON.parse(simulatorLine(platform)) as { clock: { startAtMs: number } };
    line.clock.startAtMs += 10_000;
    desk.write('sim.json', JSON.stringify(line));
    const looked = await look();
    const clock = looked.findings.find(({ code }) => code === 'clock');
    expect(clock).toMatchObject({ state: 'no-go' });
    expect(clock?.found).toMatch(/^this machine is certainly \d+\.\d s ahead of the platform$/);
    expect(stateOf(await look('preflight: {clockOffset: 30s}'), 'clock')).toBe('go');
    desk.write('sim.json', simulatorLine(platform));
    expect(stateOf(await look(), 'clock')).toBe('go');
  });

  test('finds a day that the calendar does not cover, its special hours, and contracts that do not live so long', async () => {
    const special = (date: string): string =>
      `calendar: {specialSessions: [{date: ${date}, name: Evening, kind: muhurat, sessions: [{from: '18:00', to: '19:00'}]}]}`;
    const today = await look(special(DATE));
    expect([stateOf(today, 'hours'), stateOf(today, 'calendar')]).toEqual(['go', 'go']);
    const line = JSON.parse(simulatorLine(platform)) as { clock: { startAtMs: number } };
    line.clock.startAtMs = instantAt(LATER, '09:20');
    desk.write('sim.json', JSON.stringify(line));
    const looked = await look(special(LATER));
    expect(looked.code).toBe(EXIT_CODES.found);
    expect(stateOf(looked, 'calendar')).toBe('no-go');
    const hours = looked.findings.find(({ code }) => code === 'hours');
    expect(hours).toMatchObject({ state: 'no-go', found: expect.stringMatching(/Evening/) as '' });
    const { findings } = await look();
    const contracts = findings.find(({ code }) => code === 'contracts');
    expect(contracts).toMatchObject({ state: 'no-go' });
    expect(contracts?.found).toContain(`NIFTY: none expires on ${LATER} or later`);
    desk.write('sim.json', simulatorLine(platform));
    const again = await look();
    const codes = ['calendar', 'hours', 'contracts'];
    expect(codes.map((code) => stateOf(again, code))).toEqual(['go', 'go', 'go']);
  });

  test('finds a start of a position of which nothing is certain, until the operator says what became of it', async () => {
    const faults = {
      visibilityLagMs: () => 0,
      faultOf: ({ method, path, ordinal }: RequestIdentity) =>
        routeKind(method, path) === 'start-position'
          ? ({
              name: 'F3',
              id: `F3#${String(ordinal)}`,
              variant: 'usual',
              afterMs: 0,
              draw: 0,
            } as const)
          : null,
    };
    const startAtMs = instantAt(DATE, '09:16');
    const uncertain = await serveRecorded({ startAtMs, speed: 120, nightSpeed: 120, faults });
    desk.write('sim.json', uncertain.line);
    desk.write('sauda.yaml', `mode: live\nstrategies: ['${STARTS_ONCE}']\n${SLOW_POLLS}`);
    await runUntil('The outcome of "');
    try {
      let looked: Looked;
      // In a session an answer may be late for five minutes.
      do looked = await look(SLOW_POLLS);
      while (stateOf(looked, 'unresolved') === 'go');
      const found = looked.findings.find(({ code }) => code === 'unresolved');
      expect(found).toMatchObject({ state: 'no-go', found: expect.stringMatching(/start/) as '' });
      const name = `starts-once@${DATE}/live/short-call`;
      const absent = ['resolve', name, '--as', 'absent', '--reason', 'not there'];
      const journal = join(desk.directory, '.sauda', 'default.live.rehearsal.journal');
      desk.write('sauda.yaml', `mode: live\nstrategies: ['${STARTS_ONCE}']\n${SLOW_POLLS}`);
      await runUntil('Resolved "', ['is still unknown', [...absent, '--journal', journal]]);
      expect(stateOf(await look(SLOW_POLLS), 'unresolved')).toBe('go');
    } finally {
      await uncertain.close();
    }
  }, 60_000);

  test('finds strategies that do not load, and lots without a bound', async () => {
    desk.write('broken.yaml', 'name: broken\n');
    desk.write('sauda.yaml', 'mode: live\nstrategies: [broken.yaml]');
    const { out } = await desk.sauda('preflight', '--sim', 'sim.json', '--json');
    expect(stateOf(JSON.parse(out) as Looked, 'strategies')).toBe('no-go');
    expect(stateOf(await look(), 'strategies')).toBe('go');
    const unbounded = await look('risk: {lotsPerRun: none, lotsOfAccount: none}');
    expect(stateOf(unbounded, 'strategies')).toBe('no-go');
    expect(stateOf(await look('risk: {lotsPerRun: none}'), 'strategies')).toBe('go');
  });

  test('finds orders under our tags that no journal of today has', async () => {
    const cancel = await placeUnderOurTag();
    const looked = await look();
    expect(stateOf(looked, 'positions')).toBe('no-go');
    await cancel();
    expect(stateOf(await look(), 'positions')).toBe('go');
  });

  test('finds a journal that cannot be read, until it is put aside', async () => {
    const journal = join(desk.directory, '.sauda', 'default.live.rehearsal.journal');
    mkdirSync(dirname(journal), { recursive: true });
    writeFileSync(journal, 'This is no journal');
    expect(stateOf(await look(), 'journal')).toBe('no-go');
    rmSync(journal);
    expect(stateOf(await look(), 'journal')).toBe('go');
  });

  test.skipIf(!disk.isMounted)('finds a full disk, until there is room', async () => {
    const small = [`state: {directory: ${disk.path}}`, 'preflight: {diskFreeMiB: 8}'];
    expect(stateOf(await look(...small), 'disk')).toBe('go');
    disk.fill();
    expect(stateOf(await look(...small), 'disk')).toBe('no-go');
    disk.free();
    expect(stateOf(await look(...small), 'disk')).toBe('go');
  });

  test('finds a source of prices that does not answer, and one that does', async () => {
    let status = 500;
    const server = createServer((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      const quote = { symbol: 'NIFTY', bid: null, ask: null, last: 24_500, at: platform.nowMs() };
      response.end(JSON.stringify(status === 200 ? [quote] : []));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { phoneNumber, password } = platform.credentials;
    chmodSync(desk.write('phone', phoneNumber), 0o600);
    chmodSync(desk.write('word', password), 0o600);
    const config = [
      'mode: live',
      `brokerId: ${platform.brokerId}`,
      `strategies: ['${shipped('short-straddle.yaml')}']`,
      `platform: {hosts: ${JSON.stringify(platform.addresses)}, credentials: {phoneNumber: {file: phone}, password: {file: word}}}`,
      `prices: {http: 'http://127.0.0.1:${String(port)}'}`,
      `simulator: {at: ${DATE}T09:20}`,
    ].join('\n');
    desk.write('sauda.yaml', config);
    const found = async (): Promise<string | undefined> => {
      const { out, err } = await desk.sauda('preflight', '--json');
      expect(err).toBe('');
      expect(out).not.toContain('"error"');
      return stateOf(JSON.parse(out) as Looked, 'prices');
    };
    expect(await found()).toBe('no-go');
    status = 200;
    expect(await found()).toBe('go');
  });
});

/** Places an order as another program with our tags would; returns what cancels it. */
async function placeUnderOurTag(): Promise<() => Promise<void>> {
  const { addresses, credentials, brokerId, nowMs } = platform;
  const access = {
    hosts: addresses,
    profile: loadProfile('openbroker', {}),
    credentials: {
      phoneNumber: new Secret(credentials.phoneNumber),
      password: new Secret(credentials.password),
      webhookToken: null,
      accessToken: null,
    },
    prices: { kind: 'none' },
    clock: { nowMs },
  } as const;
  const { venue, connection } = connectLive('another program', access);
  const contracts = await connection.contracts.list('NIFTY');
  const [contract] = contracts.kind === 'accepted' ? contracts.value.contracts : [];
  const { instrumentId = '', symbol = '', lotSizeUnits = 0 } = contract ?? {};
  const element: PlaceElement = {
    ...{ instrumentId, symbol, quantityUnits: lotSizeUnits, tag: `sl${'a'.repeat(16)}` },
    side: 'buy',
    product: 'intraday',
    extraTags: {},
    terms: { kind: 'limit', pricePaise: 100 },
  };
  await venue.attempt(
    { attemptId: '1', kind: 'place', request: { brokerId, elements: [element] } },
    nowMs(),
  );
  expect(sentTo(platform)).toBe(1);
  return async () => {
    // The exchange takes a moment, for the order and for its cancel.
    await vi.waitFor(async () => {
      const { outcome, subject } = await venue.poll({ subject: 'orders' }, nowMs());
      const isListed = subject === 'orders' && outcome.kind === 'accepted';
      const orders = isListed ? outcome.value.orders : [];
      const orderIds = orders.filter(({ status }) => status === 'open').map((of) => of.orderId);
      if (orderIds.length > 0) {
        await venue.attempt({ attemptId: '2', kind: 'cancel', orderIds }, nowMs());
      }
      expect(orders.map(({ status }) => status)).toEqual(['cancelled']);
    }, 20_000);
    await connection.close();
  };
}
