import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

import { type Json } from '../../../src/base/json.ts';
import { type AccountStanding } from '../../../src/daemon/account-board.ts';
import { type DaySummary } from '../../../src/day/day-summary.ts';
import { type Mode } from '../../../src/model/runs/run.ts';
import { type JournalEntry } from '../../../src/ports/journal.ts';

/** What an account of a soak runs. */
export interface SoakAccountOptions {
  /** The program's main file. */
  readonly main: string;
  readonly mode: Mode;
  /** Simulated seconds per real second: polls come at the same real intervals whatever it is. */
  readonly speed: number;
  /** Strategies, as YAML list items. */
  readonly strategies: readonly string[];
  readonly calendar: unknown;
  /** Where strategies run; undefined: as the program does by itself, which is in its own process on a sped-up clock. */
  readonly isolation?: 'none' | 'process' | undefined;
  /** For Node, before the program's file. @default none */
  readonly nodeArgs?: readonly string[];
}

/** What a daemon says: a line of `sauda daemon --json`. */
export type DaemonLine =
  | ({ readonly kind: 'standing' } & AccountStanding)
  | {
      readonly kind: 'notice';
      readonly code: string;
      readonly atMs: number;
      readonly severity: string;
      readonly facts: Readonly<Record<string, Json>>;
    }
  | ({ readonly kind: 'day' } & DaySummary);

/** How a command ended. */
export interface CommandEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A program said what no one can read, or a command failed that must not. */
export class SoakBroken extends Error {
  override readonly name = 'SoakBroken';
}

/** A poll every 50 real milliseconds, and stale only after a second: a machine that is busy with other work is not at fault. */
const POLL_REAL_S = 0.05;
/** What the configuration takes. */
const DURATION_S_MAX = 600;
const DEADLINES_MS = { connectMs: 500, totalMs: 800 };

/** An account in a directory of its own, and the daemon that trades it. */
export class SoakAccount {
  readonly directory = mkdtempSync(join(tmpdir(), 'sauda-soak-'));
  readonly journal: string;
  readonly #options: SoakAccountOptions;
  readonly #alive = new Set<ChildProcess>();

  constructor(options: SoakAccountOptions) {
    this.#options = options;
    const state = join(this.directory, 'state');
    this.journal = join(state, `soak.${options.mode}.rehearsal.journal`);
    writeFileSync(join(this.directory, 'sauda.yaml'), configuration(options, state));
  }

  /** Makes a simulator the account's platform: `line` is what `sauda sim --json` prints. */
  meet(line: string): void {
    writeFileSync(join(this.directory, 'sim.json'), line);
  }

  /** Starts the daemon: the same command every time. */
  startDaemon(onLine: (line: DaemonLine) => void): SoakDaemon {
    const daemon = ['daemon', '--sim', 'sim.json', '--json', '--begin-anew', 'soak'];
    return new SoakDaemon(this.#spawn(daemon), onLine);
  }

  /** Runs a command to its end. */
  async run(...args: readonly string[]): Promise<CommandEnd> {
    const child = this.#spawn(args);
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new SoakBroken('A command without output');
    const [out, err] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
    return { code: child.exitCode, out, err };
  }

  /**
   * The journal's entries of some kinds, all dates. The daemon must have ended.
   *
   * @throws {SoakBroken} when it cannot be read
   */
  async journaled(kinds: string): Promise<readonly JournalEntry[]> {
    const { code, out, err } = await this.run('journal', this.journal, '--kind', kinds, '--json');
    if (code !== 0) throw new SoakBroken(`The journal cannot be read: ${String(code)}\n${err}`);
    const lines = out.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as JournalEntry);
  }

  /** Ends every process of it, and takes the directory away unless it is wanted. */
  close({ isKept = false } = {}): void {
    for (const child of this.#alive) child.kill('SIGKILL');
    if (!isKept) rmSync(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  #spawn(args: readonly string[]): ChildProcess {
    const { main, nodeArgs = [] } = this.#options;
    const child = spawn(process.execPath, [...nodeArgs, main, ...args], {
      cwd: this.directory,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: dirname(process.execPath), HOME: this.directory, TMPDIR: this.directory },
    });
    this.#alive.add(child);
    child.on('close', () => this.#alive.delete(child));
    return child;
  }
}

/** One life of a daemon. */
export class SoakDaemon {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #rest = '';
  #err = '';

  constructor(child: ChildProcess, onLine: (line: DaemonLine) => void) {
    this.#child = child;
    this.#ended = once(child, 'close');
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (this.#err += chunk));
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (this.#rest + chunk).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const text of lines) {
        const line = JSON.parse(text) as DaemonLine | { readonly kind?: undefined };
        // What keeps it from starting at all.
        if (line.kind === undefined) this.#err += text;
        else onLine(line);
      }
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get err(): string {
    return this.#err;
  }

  /** Ends it as a power cut would. */
  async killNine(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Asks it to end, and waits until it has. */
  async stop(): Promise<{ readonly code: number | null; readonly tookMs: number }> {
    const askedMs = performance.now();
    this.#child.kill('SIGTERM');
    await this.#ended;
    return { code: this.#child.exitCode, tookMs: performance.now() - askedMs };
  }
}

function configuration(options: SoakAccountOptions, state: string): string {
  const { mode, speed, strategies, calendar, isolation } = options;
  const seconds = (realS: number): string =>
    `${String(Math.min(DURATION_S_MAX, Math.max(1, Math.round(realS * speed))))}s`;
  const [poll, stale] = [seconds(POLL_REAL_S), seconds(20 * POLL_REAL_S)];
  return [
    `mode: ${mode}`,
    'account: soak',
    `state: {directory: ${state}}`,
    `engine: {quotesPoll: ${poll}, quotesStale: ${stale}, pricesStale: ${stale}, ordersPollWorking: ${poll}, ordersPollIdle: ${poll}, ordersStale: ${stale}}`,
    `platform: {profileOverrides: {deadlines: ${JSON.stringify(DEADLINES_MS)}}}`,
    ...(isolation === undefined ? [] : [`isolation: ${isolation}`]),
    ...(calendar === undefined ? [] : [`calendar: ${JSON.stringify(calendar)}`]),
    'strategies:',
    ...strategies.map((line) => `  - ${line}`),
    '',
  ].join('\n');
}
