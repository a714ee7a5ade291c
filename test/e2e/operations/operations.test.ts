import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { builtMain } from '../built-main.ts';
import { openRecorded } from '../recorded-platform.ts';
import { type PlatformDay, Rehearsal } from '../rehearsal.ts';
import { ROOT } from '../spawn-sauda.ts';
import { fillDisk, mayMount, miscount, mountSmallDisk } from './faults.ts';
import { OperatorDesk } from './operator-desk.ts';
import { type PackageRegistry, servePackages } from './package-registry.ts';
import { type Situation, situationsIn } from './runbook.ts';
import { type SimulatorLine, withPlatform } from './simulator-line.ts';

const PAGE = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
const SITUATIONS = situationsIn(PAGE);
const INSTALLED = 'a machine without sauda';

const rehearsal = new Rehearsal({ strategies: [] });
let registry: PackageRegistry;
let desk: OperatorDesk;
let line: SimulatorLine;

beforeAll(async () => {
  registry = await servePackages();
  desk = new OperatorDesk(rehearsal.directory, { npm_config_registry: registry.url });
  for (const name of ['round-trips.js', 'held-legs.js', 'throws.js']) {
    copyFileSync(join(ROOT, 'test/e2e', name), join(rehearsal.directory, name));
  }
  packVersions('0.1.0', '0.2.0');
});
afterAll(async () => {
  await desk.close();
  await rehearsal.close();
  await registry[Symbol.asyncDispose]();
});

/** Packs the built program under version numbers, into `~/sauda`. */
function packVersions(...versions: readonly string[]): void {
  const built = join(dirname(builtMain()), '../../..');
  for (const version of versions) {
    const copy = join(desk.home, `package-${version}`);
    cpSync(built, copy, { recursive: true });
    const path = join(copy, 'package.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...manifest, version }));
    const to = ['--pack-destination', rehearsal.directory];
    execFileSync('npm', ['pack', '--ignore-scripts', '--offline', '--silent', ...to], {
      cwd: copy,
    });
    rmSync(copy, { recursive: true });
  }
}

const ENGINE =
  'engine: {quotesPoll: 10s, quotesStale: 2m, pricesStale: 2m, ordersPollWorking: 5s, ordersPollIdle: 10s, ordersStale: 2m}';
const ALERTS = 'alerts: {channels: {desk: {kind: command, command: [/bin/true]}}}';

interface World extends PlatformDay {
  readonly strategy: string;
  readonly more?: string;
  /** Done before the daemon is started. */
  readonly first?: () => Promise<void>;
  /** Opens the platform. @default in this process */
  readonly platform?: (day: PlatformDay) => Promise<void>;
}

function configure(strategy: string, more = ''): void {
  const lines = ['mode: live', 'account: main', ENGINE, ALERTS, more, `strategies: [${strategy}]`];
  desk.write('sauda.yaml', lines.join('\n'));
}

/** What the daemon is told of the platform, changed. */
function misinform(change: (line: SimulatorLine) => void = () => undefined): Promise<void> {
  const told = structuredClone(line);
  change(told);
  desk.write('sim.json', JSON.stringify(told));
  return Promise.resolve();
}

/** Opens the platform in a process of its own, which can be stopped. */
async function openStandalone(day: PlatformDay): Promise<void> {
  const { out } = await rehearsal.open(day);
  line = JSON.parse(out) as SimulatorLine;
}

async function openPlatform(day: PlatformDay): Promise<void> {
  await openRecorded(rehearsal, day);
  line = JSON.parse(readFileSync(join(desk.directory, 'sim.json'), 'utf8')) as SimulatorLine;
}

/** A fresh account on a simulator, with its daemon started. */
async function openWorld({ strategy, more = '', first, platform, ...day }: World): Promise<void> {
  await desk.type('systemctl --user stop sauda');
  desk.remove('.sauda', '.local', 'backup', 'restored.journal', 'bad-day', 'other-machine');
  rmSync(join(desk.home, '.local'), { recursive: true, force: true });
  configure(strategy, more);
  await (platform ?? openPlatform)(day);
  await first?.();
  await desk.type('systemctl --user start sauda');
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 100_000;
  while (!(await isSo())) {
    if (performance.now() > endMs) expect.fail(`Time was up before: ${what}`);
    await delay(50);
  }
}

function shows(command: string, text: string): () => Promise<boolean> {
  return async () => (await desk.type(command)).output.includes(text);
}

const TRIPS = "{path: round-trips.js, params: {from: '10:00', everyMs: 240000, heldMs: 18000000}}";
const LATE_TRIPS =
  "{path: round-trips.js, params: {from: '15:29', to: '15:34', everyMs: 60000, heldMs: 120000}}";

/** Leaves three clean paper days of what the account is to trade, as paper days of a rehearsal would. */
async function provePaperDays(): Promise<void> {
  const typed = await desk.type(
    'sauda live arm --until 15:30 --reason "a test" --account main --without-promotion',
  );
  expect(typed.output).toContain('armed until');
  const state = join(desk.directory, '.sauda');
  const control = join(state, 'main.live.rehearsal.journal.control');
  const arming = readFileSync(join(control, 'arming.json'), 'utf8');
  const { strategies } = JSON.parse(arming) as { readonly strategies: readonly object[] };
  const days = ['2026-10-27', '2026-10-28', '2026-10-29'].flatMap((date) =>
    strategies.map((strategy) => ({ ...strategy, date, platform: 'rehearsal', why: null })),
  );
  const ledger = join(state, 'main.rehearsal.paper-days.json');
  writeFileSync(ledger, JSON.stringify({ schemaVersion: 1, days }));
  await desk.type('sauda live disarm');
}

/** Simulated: at this speed less is within what a `Date` of whole seconds leaves open. */
const AHEAD_MS = 480_000;

/** Until the test ends. */
function smallDisk(): Promise<void> {
  const unmount = mountSmallDisk(desk.directory);
  onTestFinished(async () => {
    await desk.type('systemctl --user stop sauda');
    unmount();
  });
  return Promise.resolve();
}

/** Until the test ends. */
function planted(): Promise<void> {
  onTestFinished(miscount(desk.directory));
  return Promise.resolve();
}

/** What brings each situation of the page about. */
const ARISE: Readonly<Record<string, () => Promise<void>>> = {
  [INSTALLED]: async () => {
    desk.write('quotes.jsonl', '');
    copyFileSync(
      join(ROOT, 'strategies/short-straddle.yaml'),
      join(desk.directory, 'short-straddle.yaml'),
    );
    await desk.type('systemctl --user stop sauda');
    await openPlatform({ at: '2026-10-30T07:00', speed: 1 });
    desk.remove('sim.json');
  },
  'a day with an open position': async () => {
    desk.daemonTakes('--begin-anew', 'a test');
    await openWorld({ at: '2026-10-30T10:00', speed: 60, strategy: TRIPS });
    await until('it has a position', shows('sauda status', 'open round-trips@'));
  },
  'a morning before the open': async () => {
    desk.daemonTakes();
    const more = 'live: {arming: required}';
    const day = { at: '2026-10-30T08:30', speed: 30 };
    await openWorld({ ...day, strategy: TRIPS, more, first: provePaperDays });
    await until('the day is open', shows('sauda status', 'active'));
  },
  'the program is killed': async () => {
    const pid = desk.daemonPid();
    expect(pid).not.toBeNull();
    process.kill(pid ?? 0, 'SIGKILL');
    await until('another runs', () => ![null, pid].includes(desk.daemonPid()));
  },
  'the program is dead and its journal lost': () => {
    const state = join(desk.directory, '.sauda');
    for (const name of readdirSync(state)) {
      if (/\.journal(-wal|-shm)?$/.test(name)) rmSync(join(state, name));
    }
    return Promise.resolve();
  },
  'the answer to an entry is lost': async () => {
    desk.daemonTakes('--begin-anew', 'a test');
    const faults = JSON.stringify({ route: 'POST /place', nth: 1, fault: 'F2' });
    const strategy = '{path: held-legs.js, params: {heldMs: 18000000}}';
    await openWorld({ at: '2026-10-30T10:00', speed: 60, faults, strategy });
  },
  'a strategy throws': async () => {
    desk.daemonTakes('--begin-anew', 'a test');
    await openWorld({ at: '2026-10-30T10:00', speed: 60, strategy: 'throws.js' });
  },
  'the password is changed at the platform': async () => {
    await ARISE[INSTALLED]?.();
    const { configuration } = SITUATIONS.find(({ name }) => name === INSTALLED) ?? {};
    desk.write('sauda.yaml', onPlatform(configuration ?? ''));
    desk.write('secrets/password', 'the-password-before');
  },
  'after the close': async () => {
    desk.daemonTakes('--begin-anew', 'a test');
    await openWorld({ at: '2026-10-30T15:28', speed: 60, strategy: LATE_TRIPS });
    const evidence = join(desk.directory, '.sauda/evidence/main.live.2026-10-30.tar.gz');
    await until('the day is over', () => existsSync(evidence));
    await until('it waits', shows('sauda status', 'No day is open'));
  },
  'a strategy was changed while it had a position': async () => {
    await ARISE['a day with an open position']?.();
    await desk.type('systemctl --user stop sauda');
    configure(TRIPS.replace('18000000', '17000000'));
    await desk.type('systemctl --user start sauda');
  },
  'the disk is full': async () => {
    desk.daemonTakes('--begin-anew', 'a test');
    const more = 'preflight: {leaveOut: [disk]}';
    const day = { at: '2026-10-30T10:00', speed: 60 };
    await openWorld({ ...day, strategy: TRIPS, more, first: smallDisk });
    await until('it has a position', shows('sauda status', 'open round-trips@'));
    fillDisk(desk.directory);
  },
  'the clock is ahead': async () => {
    desk.daemonTakes();
    const first = () => misinform(({ clock }) => (clock.startAtMs += AHEAD_MS));
    await openWorld({ at: '2026-10-30T08:30', speed: 60, strategy: TRIPS, first });
  },
  'the clock is right again': async () => {
    await misinform();
    // As long as it was ahead, and a bit.
    await rehearsal.untilMs(rehearsal.nowMs() + AHEAD_MS + 120_000);
  },
  'the platform does not answer': async () => {
    desk.daemonTakes('--begin-anew', 'a test');
    const day = { at: '2026-10-30T10:00', speed: 60, platform: openStandalone };
    await openWorld({ ...day, strategy: TRIPS });
    await until('it has a position', shows('sauda status', 'open round-trips@'));
    rehearsal.platform?.signal('SIGSTOP');
  },
  'the platform answers again': () => {
    rehearsal.platform?.signal('SIGCONT');
    return Promise.resolve();
  },
  'the platform refuses the login': async () => {
    desk.daemonTakes();
    const first = () => misinform(({ credentials }) => (credentials.password = 'another-password'));
    await openWorld({ at: '2026-10-30T08:30', speed: 10, strategy: TRIPS, first });
  },
  'the login works again': () => misinform(),
  'the books differ from the count': async () => {
    desk.daemonTakes('--begin-anew', 'a test');
    const strategy = '{path: held-legs.js, params: {heldMs: 18000000}}';
    await openWorld({ at: '2026-10-30T10:00', speed: 60, strategy, first: planted });
  },
  'a morning with a full disk': async () => {
    desk.daemonTakes();
    const more = 'preflight: {diskFreeMiB: 10000000}';
    await openWorld({ at: '2026-10-30T08:30', speed: 30, strategy: TRIPS, more });
  },
};

function onPlatform(text: string): string {
  const isRehearsal = existsSync(join(desk.directory, 'sim.json'));
  return withPlatform(text, line, { isRehearsal });
}

/** Situations that follow from the one before, on the same day. */
const CONTINUED = [
  'the program is killed',
  'the program is dead and its journal lost',
  'the clock is right again',
  'the platform answers again',
  'the login works again',
];

/** Situations with what follows from them; what the others build on first. */
function chains(): readonly (readonly [string, readonly Situation[]])[] {
  const all: Situation[][] = [];
  for (const situation of SITUATIONS) {
    if (CONTINUED.includes(situation.name)) all.at(-1)?.push(situation);
    else all.push([situation]);
  }
  const isFirst = ([one]: readonly Situation[]): boolean => one?.name === INSTALLED;
  return [...all.filter(isFirst), ...all.filter((chain) => !isFirst(chain))].map((chain) => [
    chain.map(({ name }) => name).join(', then '),
    chain,
  ]);
}

const NEEDS_MOUNT = 'the disk is full';

test.each(chains().filter(([name]) => name !== NEEDS_MOUNT))(
  '%s: what the page says is what happens',
  async (_, chain) => {
    await expect(followAll(chain)).resolves.toBeUndefined();
  },
);

test.skipIf(!mayMount()).each(chains().filter(([name]) => name === NEEDS_MOUNT))(
  '%s: what the page says is what happens (needs the right to mount a disk)',
  async (_, chain) => {
    await expect(followAll(chain)).resolves.toBeUndefined();
  },
);

async function followAll(chain: readonly Situation[]): Promise<void> {
  for (const { name, steps, configuration } of chain) {
    await ARISE[name]?.();
    if (configuration !== null) desk.write('sauda.yaml', onPlatform(configuration));
    for (const { command, shows: lines, exit } of steps) {
      const step = { command: onPlatform(command), shows: lines.map(onPlatform), exit };
      await desk.follow(step);
    }
  }
}

test('every situation of the page is brought about, and every block belongs to one', () => {
  expect(new Set(SITUATIONS.map(({ name }) => name))).toEqual(new Set(Object.keys(ARISE)));
  const commands = SITUATIONS.flatMap(({ steps }) => steps.map(({ command }) => command));
  const onPage = [...PAGE.matchAll(/^ *\$ (.+)$/gm)].map(([, command]) => command);
  expect(commands).toEqual(onPage);
  expect(PAGE).not.toMatch(/^ *```(?!console$|yaml$|$)/m);
});
