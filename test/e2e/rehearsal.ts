import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { type DaySummary } from '../../src/day/day-summary.ts';
import { type Order } from '../../src/model/orders/order.ts';
import { type JournalEntry } from '../../src/ports/journal.ts';
import { SaudaProcess } from './sauda-process.ts';
import { type Ended } from './spawn-sauda.ts';

/** A platform and what is to be run against it. */
export interface RehearsalOptions {
  readonly mode?: 'live' | 'paper';
  /** What stands in the configuration under "strategies", as YAML lines. */
  readonly strategies: readonly string[];
  /** More lines of the configuration. */
  readonly config?: string;
  /** Where the journal is kept. @default `.sauda` in the rehearsal's directory */
  readonly stateDirectory?: string;
}

/** When a platform's day begins, and how it goes. */
export interface PlatformDay {
  /** `YYYY-MM-DDTHH:MM`, IST. */
  readonly at: string;
  readonly speed: number;
  /** Between trading days. @default that of `speed` */
  readonly nightSpeed?: number;
  /** Late holidays and special sessions. @default none */
  readonly calendar?: unknown;
  /** JSON lines of faults, or `seed:N`. @default none */
  readonly faults?: string;
}

/** A day ended without a summary. The message holds what it said. */
export class NoSummary extends Error {
  override readonly name = 'NoSummary';
}

/** A journal that cannot be read. The message holds what was said of it. */
export class NotRead extends Error {
  override readonly name = 'NotRead';
}

interface PlatformClock {
  readonly startAtMs: number;
  readonly startedRealMs: number;
  readonly speed: number;
}

/** A day goes fast, so that polls are far between in its own time. */
const ENGINE =
  'engine: {quotesPoll: 10s, quotesStale: 2m, pricesStale: 2m, ordersPollWorking: 5s, ordersPollIdle: 10s, ordersStale: 2m}';

/** An account on a simulator that is a process of its own, in a directory of its own. */
export class Rehearsal implements AsyncDisposable {
  readonly directory = mkdtempSync(join(tmpdir(), 'sauda-rehearsal-'));
  readonly journal: string;
  platform: SaudaProcess | null = null;
  /** What every configuration of the account begins with. */
  readonly #head: string;
  readonly #started: SaudaProcess[] = [];
  #clock: PlatformClock = { startAtMs: 0, startedRealMs: 0, speed: 1 };

  constructor({ mode = 'live', strategies, config = '', stateDirectory }: RehearsalOptions) {
    const state = stateDirectory ?? join(this.directory, '.sauda');
    this.journal = join(state, `rehearsal.${mode}.rehearsal.journal`);
    this.#head = `mode: ${mode}\naccount: rehearsal\nstate: {directory: ${state}}\n${ENGINE}\n${config}\n`;
    this.writeConfig('sauda.yaml', strategies);
  }

  /** Writes a configuration of the account with other strategies; `sauda.yaml` is the one that is used. */
  writeConfig(name: string, strategies: readonly string[]): void {
    const lines = strategies.map((line) => `  - ${line}\n`);
    this.write(name, `${this.#head}strategies:\n${lines.join('')}`);
  }

  /** Writes a file into the directory. */
  write(name: string, text: string): void {
    writeFileSync(join(this.directory, name), text);
  }

  /** Starts the platform; the one before is ended. */
  async open({ at, speed, faults }: PlatformDay): Promise<SaudaProcess> {
    await this.platform?.killNine();
    const args = ['sim', '--json', '--seed', 'rehearsal', '--at', at, '--speed', String(speed)];
    const platform = this.start([...args, ...(faults === undefined ? [] : ['--faults', faults])]);
    this.platform = platform;
    await platform.until('the simulator listens', () => platform.out.endsWith('\n'));
    this.meet(platform.out);
    return platform;
  }

  /** Makes a simulator that listens the account's platform: `line` is what `sauda sim --json` prints. */
  meet(line: string): void {
    this.write('sim.json', line);
    this.#clock = (JSON.parse(line) as { readonly clock: PlatformClock }).clock;
  }

  /** What time it is at the platform, epoch milliseconds. */
  nowMs(): number {
    const { startAtMs, startedRealMs, speed } = this.#clock;
    return startAtMs + (Date.now() - startedRealMs) * speed;
  }

  /** Waits until it is so late at the platform. */
  async untilMs(atMs: number): Promise<void> {
    while (this.nowMs() < atMs) await delay(5);
  }

  /** Starts a command in the directory. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): SaudaProcess {
    const started = new SaudaProcess(args, { cwd: this.directory, env });
    this.#started.push(started);
    return started;
  }

  /** Starts the account's day: the same command every time. */
  startDay(...args: readonly string[]): SaudaProcess {
    return this.startUnconfirmed('--begin-anew', 'rehearsal', ...args);
  }

  /** Starts it without the word that a journal may begin anew in the middle of the day. */
  startUnconfirmed(...args: readonly string[]): SaudaProcess {
    const log = args.includes('--log') ? [] : ['--log', 'commands.jsonl'];
    return this.start(['run', '--sim', 'sim.json', '--json', ...log, ...args]);
  }

  /** Runs a command to its end. */
  run(...args: readonly string[]): Promise<Ended> {
    return this.start(args).ended();
  }

  /** Runs a command for the operator of the running day. */
  operate(...args: readonly string[]): Promise<Ended> {
    return this.run(...args, '--journal', this.journal);
  }

  /** All orders of the platform's day. */
  async orders(): Promise<readonly Order[]> {
    const { out } = await this.run('orders', '--sim', 'sim.json', '--platform', '--json');
    return (JSON.parse(out) as { readonly orders: readonly Order[] }).orders;
  }

  /** Whether the report of a day is there. */
  hasReport(date: string): boolean {
    const name = `${basename(this.journal, '.journal')}.${date}.json`;
    return existsSync(join(dirname(this.journal), 'reports', name));
  }

  /** The journal's entries of some kinds, all dates. Nobody may be writing it. */
  async journaled(kinds: string): Promise<readonly JournalEntry[]> {
    const read = await this.run('journal', this.journal, '--kind', kinds, '--json');
    if (read.code !== 0) throw new NotRead(`${String(read.code)}\n${read.err}`);
    const { out } = read;
    const lines = out.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as JournalEntry);
  }

  /** Ends as {@link close} does. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Ends every process of it, a stopped one too, and takes the directory away. */
  async close(): Promise<void> {
    await Promise.all(this.#started.map((started) => started.killNine()));
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * The summary that a day printed.
 *
 * @throws {NoSummary} when it printed something else
 */
export function summaryIn({ code, out, err }: Ended): DaySummary {
  if (!out.includes('"schemaVersion"')) throw new NoSummary(`${String(code)}\n${err}\n${out}`);
  return JSON.parse(out) as DaySummary;
}

/** Units held by symbol after all fills; what is flat is left out. */
export function heldUnits(orders: readonly Order[]): Readonly<Record<string, number>> {
  const net = new Map<string, number>();
  for (const { symbol, side, filledUnits } of orders) {
    net.set(symbol, (net.get(symbol) ?? 0) + (side === 'buy' ? filledUnits : -filledUnits));
  }
  return Object.fromEntries([...net].filter(([, units]) => units !== 0));
}

/** Orders that still work. */
export function workingOrders(orders: readonly Order[]): readonly Order[] {
  return orders.filter(({ status }) => !['cancelled', 'rejected', 'completed'].includes(status));
}
