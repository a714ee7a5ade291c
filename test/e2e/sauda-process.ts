import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { dirname } from 'node:path';

import { builtMain, compileCache } from './built-main.ts';
import { type Ended } from './spawn-sauda.ts';

/** What a process runs with. */
export interface ProcessOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A condition that did not come true in time. The message holds what the process said. */
export class WaitedInVain extends Error {
  override readonly name = 'WaitedInVain';
}

const LOOK_EVERY_MS = 2;
/** Far above what anything takes: on a busy machine the start of a process alone takes ten seconds and more. */
const WITHIN_MS = 100_000;
const alive = new Set<ChildProcess>();
// Those that a test left, a stopped one too.
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** The built command as a process of its own. */
export class SaudaProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #out = '';
  #err = '';

  constructor(args: readonly string[], { cwd, env = {} }: ProcessOptions) {
    const child = spawn(process.execPath, [builtMain(), ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: dirname(process.execPath),
        HOME: cwd,
        // Locks of accounts on simulators are there, by ports: one that is used again later is another account.
        TMPDIR: cwd,
        NODE_COMPILE_CACHE: compileCache(),
        ...env,
      },
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.#out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#err += text));
    this.#ended = once(child, 'close').finally(() => alive.delete(child));
    this.#child = child;
    alive.add(child);
  }

  /** What the machine calls it. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** All of stdout so far. */
  get out(): string {
    return this.#out;
  }

  /** All of stderr so far. */
  get err(): string {
    return this.#err;
  }

  /** Whether it has ended, by itself or by a signal. */
  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Sends it a signal. */
  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Ends it as a power cut would, and waits until it is gone. */
  async killNine(): Promise<void> {
    await endNow(this.#child);
  }

  /** How it ended. Waits for it; what hangs is ended by the test's own time limit. */
  async ended(): Promise<Ended> {
    await this.#ended;
    return { code: this.#child.exitCode, out: this.#out, err: this.#err };
  }

  /**
   * Waits for a condition, looking again every few milliseconds.
   *
   * @throws {WaitedInVain} when it does not come true in time, or the process ends before
   */
  async until(what: string, isTrue: () => boolean, withinMs = WITHIN_MS): Promise<void> {
    const endMs = performance.now() + withinMs;
    while (!isTrue()) {
      if (this.hasEnded || performance.now() > endMs) {
        const how = this.hasEnded ? 'The process ended' : 'Time was up';
        throw new WaitedInVain(`${how} before: ${what}\n${this.#err}\n${this.#out.slice(-4000)}`);
      }
      await delay(LOOK_EVERY_MS);
    }
  }
}

async function endNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
