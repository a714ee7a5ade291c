import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

import { currentWorld } from '../../host/current-world.ts';
import { ownImports, strategyFileIn } from '../strategy-modules.ts';
import { type FileRead } from './lookahead-result.ts';

/** What opens a file or starts a program. Whatever else reads goes through one of these. */
const OPENERS: readonly (readonly [owner: object, names: readonly string[]])[] = [
  [fs, ['openSync', 'readFileSync', 'createReadStream', 'open', 'readFile']],
  [fs.promises, ['open', 'readFile']],
  [childProcess, ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']],
];

/** Modules of a strategy's own are code, and cannot change with the day. */
const CODE = /\.(?:[cm]?[jt]s|node)$/;

/** Reads that strategies made so far. */
export interface FileReadWatch {
  /** Files that they opened, and programs that they started. */
  readonly opened: () => readonly FileRead[];
  /** These, and files that they import which are no code, such as JSON. */
  readonly reads: () => readonly FileRead[];
  /** Puts everything back as it was. */
  readonly close: () => void;
}

/**
 * Takes note of every file that a strategy's own code opens, and every program that it starts, from now on. It is no
 * cage: it finds what is done in the open. Begin before strategies are loaded.
 */
export function watchFileReads(): FileReadWatch {
  const reads = new Map<string, FileRead>();
  const putBack = OPENERS.flatMap(([owner, names]) =>
    names.map((name) => {
      const real: unknown = Reflect.get(owner, name);
      if (typeof real !== 'function') return () => undefined;
      Reflect.set(owner, name, function (this: unknown, ...args: readonly unknown[]): unknown {
        note(reads, args[0]);
        return Reflect.apply(real, this, args) as unknown;
      });
      return () => {
        Reflect.set(owner, name, real);
      };
    }),
  );
  syncBuiltinESMExports();
  return {
    opened: () => [...reads.values()],
    reads: () => [...new Map([...importedData(), ...reads]).values()],
    close: () => {
      for (const put of putBack) put();
      syncBuiltinESMExports();
    },
  };
}

function note(reads: Map<string, FileRead>, asked: unknown): void {
  const what = asked instanceof URL ? asked.pathname : String(asked);
  if (CODE.test(what)) return;
  const by = strategyFileIn(callers());
  if (by === null) return;
  const read = { by, what, atMs: currentWorld()?.nowMs ?? null };
  const key = keyOf(read);
  if (!reads.has(key)) reads.set(key, read);
}

function importedData(): readonly (readonly [key: string, read: FileRead])[] {
  return ownImports()
    .filter(({ what }) => !CODE.test(what))
    .map((read) => [keyOf(read), { ...read, atMs: null }]);
}

function keyOf({ by, what }: Pick<FileRead, 'by' | 'what'>): string {
  return `${by}\n${what}`;
}

/** Files and lines of the code under way, as the engine of the language tells them. */
function callers(): string {
  const at: { stack?: string } = {};
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  Error.captureStackTrace(at, callers);
  Error.stackTraceLimit = stackTraceLimit;
  return at.stack ?? '';
}
