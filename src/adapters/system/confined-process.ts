import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { setImmediate as nextLook } from 'node:timers/promises';
import { type Duplex, type Readable, type Writable } from 'node:stream';

import { boundChild, cpuMsOf, showPrinted } from './bound-child.ts';
import { endWithUs } from './end-with-us.ts';

/** What a confined process is started with. */
export interface ConfinedStart {
  /** Its program, an absolute path. */
  readonly entry: string;
  /** Folders and files that it may read. It may write none. */
  readonly reads: readonly string[];
  /** Of its heap; in all it may take twice as much and `BESIDE_HEAP_MIB`. */
  readonly memoryMib: number;
  /** Takes the end of a pipe whose other end is its file `PIPE_FILE`. @default it has none */
  readonly takePipe?: (pipe: Duplex) => void;
}

/** The file of a confined process that is such a pipe. */
export const PIPE_FILE = 3;

/** Why a confined process is gone. */
export type ConfinedEnd =
  | { readonly kind: 'exited'; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: 'garbled'; readonly detail: string };

/** Who hears of a confined process. Nothing comes after `onEnded`. */
export interface ConfinedListener {
  /** A whole line that it said. */
  readonly onLine: (line: string) => void;
  readonly onEnded: (why: ConfinedEnd) => void;
}

/** Names of the environment that it is given; all others stay here. */
const ENVIRONMENT_KEPT = ['TZ', 'LANG', 'LC_ALL'];
/** More in one line, or waiting to be read by it, and it is ended: characters. */
const LINE_MAX = 16 * 2 ** 20;
const UNREAD_MAX = 64 * 2 ** 20;
/** What a Node ends by whose heap is full. */
const OUT_OF_MEMORY = 'SIGABRT';
/** Code, stacks and buffers of a process whose heap is small. */
const BESIDE_HEAP_MIB = 256;
/** It has taken most of what it was sent when no more than this is left: characters. */
const UNREAD_FEW = 8 * 2 ** 20;
/** Node denies the network to confined processes from this version on. */
const DENIES_NETWORK_FROM = 25;

/** Whether this Node keeps a confined process from the network, too. */
export function deniesNetwork(version = process.versions.node): boolean {
  return Number(version.split('.', 1)[0]) >= DENIES_NETWORK_FROM;
}

/**
 * A process of this program's under Node's permission model: it reads what it must and nothing else, writes nothing, and has
 * no network, no children, no threads, no add-ons and no environment. It is spoken with in lines. A seat belt, not a sandbox.
 *
 * - running: takes and says lines.
 * - ended: by itself or from here. What it is sent goes nowhere.
 */
export class ConfinedProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #listener: ConfinedListener;
  #unfinished: string[] = [];
  #unfinishedLength = 0;
  #outgoing: string[] = [];
  #outgoingLength = 0;
  #hasEnded = false;
  readonly #unbound: () => void;
  readonly #endNow = (): void => {
    this.#child.kill('SIGKILL');
  };
  readonly #letGo: () => void;

  constructor(start: ConfinedStart, listener: ConfinedListener) {
    const { entry, reads, memoryMib, takePipe } = start;
    this.#listener = listener;
    const flags = [
      '--permission',
      ...reads.map((path) => `--allow-fs-read=${path}`),
      `--max-old-space-size=${String(memoryMib)}`,
      '--no-warnings',
    ];
    const child = spawn(process.execPath, [...flags, entry], {
      stdio: ['pipe', 'pipe', 'pipe', takePipe === undefined ? 'ignore' : 'pipe'],
      // What is typed to end this program reaches its whole group: it still needs its strategies to end well.
      detached: true,
      env: Object.fromEntries(
        ENVIRONMENT_KEPT.flatMap((name) => {
          const value = process.env[name];
          return value === undefined ? [] : [[name, value]];
        }),
      ),
    }) as ChildProcessByStdio<Writable, Readable, Readable>;
    this.#child = child;
    // Pipes beyond the usual three have both directions.
    takePipe?.(child.stdio[PIPE_FILE] as unknown as Duplex);
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#take(text);
    });
    showPrinted(this.#child.stderr);
    // What it no longer reads: its end says so.
    this.#child.stdin.on('error', () => undefined);
    this.#child.on('error', () => {
      this.#end({ kind: 'exited', code: null, signal: null });
    });
    this.#child.on('close', (code, signal) => {
      this.#end({ kind: 'exited', code, signal });
    });
    process.on('exit', this.#endNow);
    const { pid } = this.#child;
    this.#letGo = pid === undefined ? () => undefined : endWithUs(pid);
    this.#unbound = boundChild(pid, {
      memoryMib: 2 * memoryMib + BESIDE_HEAP_MIB,
      onTooMuch: () => {
        this.#end({ kind: 'exited', code: null, signal: OUT_OF_MEMORY });
      },
    });
  }

  /** What the machine calls it; undefined when it never started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Processor time that it has taken, milliseconds; null where the machine does not say. */
  cpuMs(): number | null {
    const { pid } = this.#child;
    return pid === undefined ? null : cpuMsOf(pid);
  }

  /** Characters that it was sent and has not taken yet. */
  get unread(): number {
    return this.#outgoingLength + this.#child.stdin.writableLength;
  }

  /** Resolves once it has taken most of what it was sent, or has ended. */
  async taken(): Promise<void> {
    this.#flush();
    await nextLook();
    while (!this.#hasEnded && this.unread > UNREAD_FEW) await this.#drained();
  }

  /** Sends it a line. Lines of one moment leave together. */
  send(line: string): void {
    if (this.#hasEnded) return;
    if (this.#outgoing.length === 0) {
      queueMicrotask(() => {
        this.#flush();
      });
    }
    this.#outgoing.push(line);
    this.#outgoingLength += line.length + 1;
  }

  /** Interrupts the code that it runs, where it works so that it can be (`workInterruptibly`); else ends it. */
  interrupt(): void {
    this.#child.kill('SIGINT');
  }

  /** Ends it at once. Its listener hears nothing more. */
  kill(): void {
    this.#hasEnded = true;
    this.#forget();
  }

  #flush(): void {
    const text = this.#outgoing.join('\n');
    this.#outgoing = [];
    this.#outgoingLength = 0;
    if (this.#hasEnded || text === '') return;
    this.#child.stdin.write(`${text}\n`);
    if (this.#child.stdin.writableLength > UNREAD_MAX) {
      this.#end({ kind: 'garbled', detail: 'it no longer reads what it is sent' });
    }
  }

  /** Resolves when its pipe is empty, or it has ended. */
  #drained(): Promise<void> {
    const child = this.#child;
    return new Promise((resolve) => {
      const done = (): void => {
        child.stdin.off('drain', done);
        child.off('close', done);
        resolve();
      };
      child.stdin.on('drain', done);
      child.on('close', done);
    });
  }

  #take(text: string): void {
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      if (this.#hasEnded) return;
      this.#unfinished.push(line);
      const whole = this.#unfinished.join('');
      this.#unfinished = [];
      this.#unfinishedLength = 0;
      this.#listener.onLine(whole);
    }
    this.#unfinished.push(last);
    this.#unfinishedLength += last.length;
    if (this.#unfinishedLength > LINE_MAX) {
      this.#end({ kind: 'garbled', detail: 'it says more at once than it may' });
    }
  }

  #end(why: ConfinedEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#forget();
    this.#listener.onEnded(why);
  }

  #forget(): void {
    process.off('exit', this.#endNow);
    this.#letGo();
    this.#unbound();
    this.#child.kill('SIGKILL');
    this.#child.unref();
  }
}

/**
 * Watches that something awaited comes. A moment in which this process itself was held up does not count: what came
 * meanwhile is taken first.
 *
 * - idle: nothing is awaited.
 * - armed: calls back when `withinMs` real milliseconds pass before it is fed or put to rest.
 */
export class AnswerWatch {
  readonly #withinMs: number;
  readonly #onLate: () => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(withinMs: number, onLate: () => void) {
    this.#withinMs = withinMs;
    this.#onLate = onLate;
  }

  /** Something is awaited from now on; what was awaited before has come. */
  arm(): void {
    this.rest();
    const timer = setTimeout(() => {
      void this.#judge(timer);
    }, this.#withinMs);
    this.#timer = timer.unref();
  }

  get isArmed(): boolean {
    return this.#timer !== null;
  }

  /** Nothing is awaited. */
  rest(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #judge(timer: NodeJS.Timeout): Promise<void> {
    await nextLook();
    await nextLook();
    if (this.#timer !== timer) return;
    this.#timer = null;
    this.#onLate();
  }
}

/** The other end: within a confined process. Lines that come are taken in order; it ends when no one is there to speak to. */
export function serveLines(take: (line: string) => void): (line: string) => void {
  // What strategies print must not be taken for answers.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  let unfinished = '';
  process.stdin.setEncoding('utf8').on('data', (text: string) => {
    const lines = (unfinished + text).split('\n');
    unfinished = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  process.stdin.on('end', () => {
    process.exit(0);
  });
  const write = writeSync;
  return (line) => {
    let rest = Buffer.from(`${line}\n`);
    while (rest.length > 0) rest = rest.subarray(writeSome(write, rest));
  };
}

function writeSome(write: typeof writeSync, bytes: Buffer): number {
  try {
    return write(1, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    throw error;
  }
}

/** Shows people a line, on what is left of this process for them. */
export function showLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
