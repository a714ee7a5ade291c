import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { instantAt } from '../../src/model/time/ist.ts';
import { type BenchRatio, median } from './bench-ratio.ts';
import { buildBeside } from './build-beside.ts';
import { DESK_LIMITS, mixedDesk } from './mixed-desk.ts';
import { cpuSecondsOf, processTree } from './process-tree.ts';
import { type TradedPlatform, tradeUntil } from './traded-platform.ts';

const DATE = '2026-10-30';
const STRATEGIES = 20;
/** All but one are a mix of those that ship. It says something at every price from just before the crashes. */
const TALKER = `import { map, switchMap } from 'rxjs';
import { alert, defineStrategy, z } from 'sauda';

export default defineStrategy({
  name: 'talker',
  params: z.object({}),
  run: ({ at, prices }) =>
    at('15:30', { late: 'run' }).pipe(
      switchMap(() => prices('NIFTY')),
      map(({ lastPaise }) => alert('info', 'heard ' + String(lastPaise))),
    ),
});
`;
const TIMES = { entry: '09:17', exit: '15:38' };
/** The engine squares off five minutes before the close: what holds then is closed by it, as soon as it can. */
const SQUARE_OFF = '15:35:00';
const JUST_BEFORE_MS = 500;
const TRADED_UNTIL = '15:32:00';
const JOURNAL = 'default.live.rehearsal.journal';
/** What is looked for: requests as the platform gets them, and what the talker says. */
const [POLL, ORDER, DECIDED] = ['orders GET /today-orders', 'orders POST /place', 'a decision'];
const CRASHES = 3;
const LOOK_EVERY_MS = 2;
const WITHIN_MS = 60_000;
/** What one that stands by says once it follows the day. */
const FOLLOWS = 'its day is followed';
const SETTLED_MS = 2_000;

/** How long a start took, milliseconds since the process was spawned. */
interface Start {
  /** The first poll of orders arrived at the platform after the login. */
  readonly polledMs: number;
  /** The talker said something again. */
  readonly decidedMs: number;
  /** Of all its processes up to then, since it was to trade. */
  readonly cpuS: number;
}

/**
 * A daemon of the built package with the journal of a day, 20 strategies on polls of a second, is ended by `kill -9` again
 * and again near the end of that day, and started again: seconds, by the clock, until it trades.
 *
 * @throws {RangeError} when it does not trade again within a minute
 */
export function crashToTradingBench(): Promise<readonly BenchRatio[]> {
  return measured(false);
}

/**
 * The same with a second daemon that stands by and takes over.
 *
 * @throws {RangeError} when it does not trade within a minute
 */
export function standbyToTradingBench(): Promise<readonly BenchRatio[]> {
  return measured(true);
}

async function measured(isStandby: boolean): Promise<readonly BenchRatio[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-bench-'));
  const started: ChildProcess[] = [];
  let platform: TradedPlatform | null = null;
  try {
    const program = await buildBeside(directory);
    const config = writeDesk(directory);
    platform = await tradeUntil({
      ...{ directory, config, journalPath: join(directory, 'state', JOURNAL) },
      fromMs: instantAt(DATE, '09:00:00'),
      untilMs: instantAt(DATE, TRADED_UNTIL),
    });
    writeFileSync(join(directory, 'sim.json'), platform.line);
    const daemon = new CrashingDaemon({ directory, program, platform, started, isStandby });
    // The first start fills the file cache and that of compiled code.
    await daemon.start();
    const starts: Start[] = [];
    for (let crash = 0; crash < CRASHES; crash += 1) starts.push(await daemon.crash());
    await daemon.untilJustBefore(instantAt(DATE, SQUARE_OFF));
    const last = await daemon.crash();
    const exitedMs = await daemon.firstOrderMs();
    return figuresOf([...starts, last], { exitedMs, isStandby });
  } finally {
    for (const child of started.reverse()) await endNow(child);
    await platform?.close();
    rmSync(directory, { recursive: true, maxRetries: 5 });
  }
}

function figuresOf(
  starts: readonly Start[],
  { exitedMs, isStandby }: { readonly exitedMs: number; readonly isStandby: boolean },
): readonly BenchRatio[] {
  const seconds = (of: (start: Start) => number): number => median(starts.map(of)) / 1_000;
  const cpu = median(starts.map(({ cpuS }) => cpuS)).toFixed(1);
  const where = isStandby ? ', with a standby' : '';
  const what = `a kill -9 near the end of a day of ${String(STRATEGIES)} strategies${where}`;
  return [
    {
      name: `s from ${what} to the first poll of orders`,
      ratio: seconds(({ polledMs }) => polledMs),
      must: 3,
      aim: 1.5,
    },
    {
      name: `s from ${what} to the first exit, due meanwhile`,
      ratio: exitedMs / 1_000,
      must: 3,
      aim: 1.5,
    },
    {
      name: `s from ${what} until strategies decide again (${cpu} s of CPU)`,
      ratio: seconds(({ decidedMs }) => decidedMs),
      must: 3,
      aim: 1.5,
    },
  ];
}

function writeDesk(directory: string): string {
  mkdirSync(join(directory, 'state'));
  writeFileSync(join(directory, 'talker.ts'), TALKER);
  const desk = [{ path: 'talker.ts' }, ...mixedDesk(directory, STRATEGIES - 1, TIMES)];
  const config = [
    'mode: live',
    'state: {directory: state}',
    'engine: {ordersPollIdle: 1s}',
    DESK_LIMITS,
    `strategies: ${JSON.stringify(desk)}`,
  ].join('\n');
  writeFileSync(join(directory, 'sauda.yaml'), config);
  return config;
}

interface CrashingDaemonOptions {
  readonly directory: string;
  readonly program: string;
  readonly platform: TradedPlatform;
  /** Takes each process that is started. */
  readonly started: ChildProcess[];
  /** Whether another one stands by. */
  readonly isStandby: boolean;
}

/** A daemon that is ended and started, or followed by the one that stands by; times are milliseconds since that. */
class CrashingDaemon {
  readonly #options: CrashingDaemonOptions;
  #child: ChildProcess | null = null;
  #standby: ChildProcess | null = null;
  #spawnedMs = 0;
  #seen = new Map<string, number>();

  constructor(options: CrashingDaemonOptions) {
    this.#options = options;
    options.platform.onRequest((request) => {
      this.#note(request.replace(/\?.*/, ''));
    });
  }

  async start(): Promise<Start> {
    this.#since();
    this.#child = this.#spawn();
    const begun = await this.#trades(this.#child);
    if (this.#options.isStandby) await this.#standBy();
    return begun;
  }

  /** Ends the one that trades, and gives how long it took until one trades again. */
  async crash(): Promise<Start> {
    const crashed = this.#child;
    const next = this.#standby;
    if (next === null) {
      if (crashed !== null) await endNow(crashed);
      return this.start();
    }
    this.#since();
    this.#child = next;
    crashed?.kill('SIGKILL');
    const begun = await this.#trades(next);
    await this.#standBy();
    return begun;
  }

  async #standBy(): Promise<void> {
    const standby = this.#spawn();
    let text = '';
    standby.stdout?.on('data', (more: string) => (text += more));
    while (!text.includes(FOLLOWS)) await wait(LOOK_EVERY_MS);
    // Until it has folded what was there when it began.
    await wait(SETTLED_MS);
    this.#standby = standby;
  }

  #since(): void {
    this.#seen = new Map();
    this.#spawnedMs = performance.now();
  }

  #spawn(): ChildProcess {
    const { directory, program, started, isStandby } = this.#options;
    const command = [program, 'daemon', '--sim', 'sim.json', '--json'];
    const child = spawn(process.execPath, [...command, ...(isStandby ? ['--standby'] : [])], {
      cwd: directory,
      env: { PATH: process.env['PATH'] ?? '', HOME: directory },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(child);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('heard ')) this.#note(DECIDED);
    });
    return child;
  }

  async #trades(child: ChildProcess): Promise<Start> {
    const usedS = cpuSecondsOf(processTree(child.pid ?? 0));
    const decidedMs = await this.#first(DECIDED);
    const cpuS = cpuSecondsOf(processTree(child.pid ?? 0)) - usedS;
    return { polledMs: await this.#first(POLL), decidedMs, cpuS };
  }

  /** Waits until it is so late at the platform, less what the end of a process takes. */
  async untilJustBefore(atMs: number): Promise<void> {
    await wait(atMs - JUST_BEFORE_MS - this.#options.platform.nowMs());
  }

  firstOrderMs(): Promise<number> {
    return this.#first(ORDER);
  }

  #note(what: string): void {
    if (!this.#seen.has(what)) this.#seen.set(what, performance.now() - this.#spawnedMs);
  }

  async #first(what: string): Promise<number> {
    while (!this.#seen.has(what)) {
      if (performance.now() - this.#spawnedMs > WITHIN_MS) {
        throw new RangeError(
          `No "${what}" since it was started: ${[...this.#seen.keys()].join(', ')}`,
        );
      }
      await wait(LOOK_EVERY_MS);
    }
    return this.#seen.get(what) ?? NaN;
  }
}

async function endNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
