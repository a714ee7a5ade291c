import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { compileCache } from '../built-main.ts';
import { type Step, isShown } from './runbook.ts';

/** A command that did not end as its page says. The message holds what it showed. */
export class NotAsThePageSays extends Error {
  override readonly name = 'NotAsThePageSays';
}

/** How a command of the shell ended. */
export interface Typed {
  readonly code: number | null;
  readonly output: string;
}

const SERVICE_MANAGER = join(import.meta.dirname, 'service-manager.ts');
/** Commands that only look: typed again until they show what the page says, as an operator would. */
const LOOKS = /^(sauda (status|positions|alerts list|logs)|journalctl)\b/;
const LOOKS_WITHIN_MS = 60_000;
/** Commands that take the simulator. */
const ON_PLATFORM =
  'status|halt|resume|flatten|resolve|release|positions|runs|preflight|panic|live|login|alerts';

/** Whether a program of the machine is there, as systemd's are on most. */
export function isInstalled(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}

/** A home directory with what an operator has there: a shell, npm, a service manager, and sauda in `~/sauda`. */
export class OperatorDesk {
  readonly home = mkdtempSync(join(tmpdir(), 'sauda-operator-'));
  /** `~/sauda`. */
  readonly directory: string;
  readonly #learned = new Map<string, string>();
  readonly #env: Readonly<Record<string, string>>;

  constructor(directory: string, env: Readonly<Record<string, string>>) {
    this.directory = directory;
    symlinkSync(directory, join(this.home, 'sauda'));
    const bin = join(this.home, 'bin');
    mkdirSync(bin);
    const node = dirname(process.execPath);
    this.#env = {
      ...env,
      HOME: this.home,
      PATH: [bin, node, process.env['PATH'] ?? ''].join(delimiter),
      NODE_COMPILE_CACHE: compileCache(),
      npm_config_update_notifier: 'false',
      XDG_RUNTIME_DIR: this.home,
    };
    this.#program('systemctl', `exec node '${SERVICE_MANAGER}' "$@"`);
    this.#program('loginctl', '');
    this.#program('journalctl', 'cat "$HOME/service.log"');
    if (!isInstalled('systemd-analyze')) this.#program('systemd-analyze', '');
    const isOnSimulator = '[ -f sim.json ] && set -- "$@" --sim sim.json';
    const sauda = 'exec "$HOME/sauda/node_modules/.bin/sauda" "$@"';
    // "alerts test" sends by the configuration alone.
    this.#program(
      'sauda',
      `case "$1 $2" in "alerts test") ;; *) case "$1" in ${ON_PLATFORM}) ${isOnSimulator} ;; esac ;; esac\n${sauda}`,
    );
  }

  /** Writes a file into `~/sauda`. */
  write(name: string, text: string): void {
    writeFileSync(join(this.directory, name), text);
  }

  /** Removes files and directories of `~/sauda`. */
  remove(...names: readonly string[]): void {
    for (const name of names) rmSync(join(this.directory, name), { recursive: true, force: true });
  }

  /** More arguments for the daemon that the service manager starts. */
  daemonTakes(...args: readonly string[]): void {
    writeFileSync(join(this.home, '.daemon-args'), args.join('\n'));
  }

  /** The process of the service; null for none. */
  daemonPid(): number | null {
    const state = join(this.home, '.service');
    const pid = existsSync(state) ? Number(readFileSync(state, 'utf8')) : Number.NaN;
    return Number.isSafeInteger(pid) ? pid : null;
  }

  /** Types a command into a shell in `~/sauda`. */
  type(command: string): Promise<Typed> {
    const child = spawn('sh', ['-c', `exec 2>&1\n${command}`], {
      cwd: this.directory,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    return new Promise((resolve) => {
      // Not its end of output: what it started in the background may keep that open.
      child.on('close', (code) => {
        resolve({ code, output });
      });
    });
  }

  /**
   * Does what a page says, and compares what it shows.
   *
   * @throws {NotAsThePageSays} where it ends otherwise or shows something else
   */
  async follow({ command, shows, exit }: Step): Promise<void> {
    const typed = command.replaceAll(
      /\b(TAG|ID|PID)\b/g,
      (word) => this.#learned.get(word) ?? word,
    );
    const endMs = performance.now() + (LOOKS.test(command) ? LOOKS_WITHIN_MS : 0);
    for (;;) {
      const { code, output: shown } = await this.type(typed);
      // The page is of an account without it.
      const output = shown.replaceAll(' --sim sim.json', '');
      if (code === exit && isShown(shows, output, this.#learned)) return;
      if (performance.now() > endMs) {
        const log = join(this.home, 'service.log');
        const service = existsSync(log) ? readFileSync(log, 'utf8').slice(-3_000) : '';
        throw new NotAsThePageSays(
          `$ ${typed}\n${output}[exit ${String(code)}]\nThe page shows:\n${shows.join('\n')}\nThe service said:\n${service}`,
        );
      }
      await delay(200);
    }
  }

  /** Ends the service and takes the home directory away. */
  async close(): Promise<void> {
    await this.type('systemctl --user stop sauda');
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  #program(name: string, text: string): void {
    const path = join(this.home, 'bin', name);
    appendFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
  }
}
