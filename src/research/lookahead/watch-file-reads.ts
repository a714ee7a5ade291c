import childProcess from 'node:child_process';
import fs from 'node:fs';
import nodeModule, { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { resolve } from 'node:path';
import nodeProcess from 'node:process';
import sqlite from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import workerThreads from 'node:worker_threads';

import { callingFiles } from '../../adapters/system/process-doors.ts';
import {
  type Around,
  aroundFunction,
  type Callable,
  type Use,
} from '../../base/around-function.ts';
import { currentWorld } from '../../host/current-world.ts';
import { FILE_READS, MEMORY_DOORS, PROGRAM_STARTS } from '../../host/globals/outside-doors.ts';
import { outsideOwner, refuseOutside } from '../../host/globals/refuse-outside.ts';
import {
  importsSoFar,
  isOfProgram,
  ownImports,
  strategyFileAmong,
} from '../../loading/strategy-modules.ts';
import { type StrategyRead } from '../../results/backtest-result.ts';

/** Modules of a strategy's own that it had when it was loaded are code, and cannot change with the day. */
const CODE = /\.(?:[cm]?[jt]s|node)$/;

/** What one watched function does is done by others of them, which is no use of these. */
let isUnderWay = false;

interface FileReadWatch {
  /** What they opened or asked for, and programs that they started. */
  readonly opened: () => readonly StrategyRead[];
  /** These, and files that they import which are no code, such as JSON. */
  readonly reads: () => readonly StrategyRead[];
  /** Puts everything back as it was. */
  readonly [Symbol.dispose]: () => void;
}

/**
 * Takes note of every file that a strategy's own code asks for, every program that it starts and every address that it
 * connects to, from now on; within a run, whoever does so. It is no cage: it finds what is done in the open. Begin before
 * strategies are loaded.
 */
export function watchFileReads(): FileReadWatch {
  const reads = new Map<string, StrategyRead>();
  const before = importsSoFar();
  let isOpen = true;
  // What refuses comes before what watches, so that the watch sees who calls.
  refuseOutside();
  const putBack = WATCHED_DOORS.flatMap(({ owner, names, asked }) =>
    names.map((name) =>
      replaced(owner, name, (use) => {
        const what = isOpen ? asked(use) : null;
        if (what !== null) note(reads, what, callingFiles(use.called));
      }),
    ),
  );
  syncBuiltinESMExports();
  return {
    opened: () => [...reads.values()],
    reads: () => [...new Map([...importedData(before), ...reads]).values()],
    [Symbol.dispose]: () => {
      isOpen = false;
      for (const put of putBack) put();
      syncBuiltinESMExports();
    },
  };
}

/** Puts what tells of its use in the place of a function. Returns what puts it back, unless somebody has replaced it since. */
function replaced(owner: object, name: string, tell: (use: Use) => void): () => void {
  const real: unknown = Reflect.get(owner, name);
  if (typeof real !== 'function') return () => undefined;
  const watched = aroundFunction(real as Callable, telling(tell));
  Reflect.set(owner, name, watched);
  return () => {
    // What tells of nothing any more stays where a strategy was loaded: from then on Node's modules are read-only.
    const there = Object.getOwnPropertyDescriptor(owner, name);
    if (there?.value === watched && there.writable === true) Reflect.set(owner, name, real);
  };
}

function telling(tell: (use: Use) => void): Around {
  return (use, go) => {
    if (isUnderWay) return go();
    tell(use);
    isUnderWay = true;
    try {
      return go();
    } finally {
      isUnderWay = false;
    }
  };
}

function note(reads: Map<string, StrategyRead>, what: string, callers: readonly string[]): void {
  const by = askedBy(callers.filter((file) => file !== '' && !file.startsWith('node:')));
  if (by === null) return;
  const read = { by, what, atMs: currentWorld()?.nowMs ?? null };
  const key = keyOf(read);
  if (!reads.has(key)) reads.set(key, read);
}

/**
 * The file on whose behalf something is asked for, of the files of callers; null when it is this program's own business:
 * outside a run that is what its own code asks for, such as a strategy's modules while they are loaded.
 */
function askedBy(callers: readonly string[]): string | null {
  const [nearest = ''] = callers;
  if (currentWorld() !== null) return strategyFileAmong(callers) ?? nearest;
  return isOfProgram(nearest) ? null : strategyFileAmong(callers);
}

function importedData(before: number): readonly (readonly [key: string, read: StrategyRead])[] {
  return ownImports(before)
    .filter(({ what }) => !CODE.test(what))
    .map((read) => [keyOf(read), { ...read, atMs: null }]);
}

function keyOf({ by, what }: Pick<StrategyRead, 'by' | 'what'>): string {
  return `${by}\n${what}`;
}

/** Functions and classes by which a strategy could come by what is neither its code nor its inputs. */
interface WatchedDoors {
  readonly owner: object;
  readonly names: readonly string[];
  /** What is asked for by a use, for people; null when it is nothing, or known from an earlier use. */
  readonly asked: (use: Use) => string | null;
}

/** All of them. Names that an owner does not have are none of its doors. */
const WATCHED_DOORS: readonly WatchedDoors[] = [
  { owner: fs, names: FILE_READS, asked: pathAsked },
  { owner: fs.promises, names: FILE_READS, asked: pathAsked },
  { owner: nodeProcess, names: ['loadEnvFile'], asked: ({ args }) => textOf(args[0] ?? '.env') },
  { owner: childProcess, names: PROGRAM_STARTS, asked: pathAsked },
  { owner: workerThreads, names: ['Worker'], asked: threadAsked },
  // The class itself may have been imported by its name before, and stays what it was then.
  { owner: sqlite.DatabaseSync.prototype, names: ['prepare', 'exec'], asked: databaseAsked },
  { owner: net.Socket.prototype, names: ['connect'], asked: addressAsked },
  { owner: globalThis, names: ['fetch'], asked: pathAsked },
  // What `require` goes through, in a run too.
  { owner: nodeModule, names: ['_findPath'], asked: moduleAsked },
  // They are refused; whoever tries them is not to be trusted.
  ...MEMORY_DOORS.flatMap(({ module, within, names }) => {
    const owner = outsideOwner(module, within);
    return names.flatMap((name) =>
      owner === null ? [] : [{ owner, names: [name], asked: () => insideOf(module, name) }],
    );
  }),
];

function insideOf(module: string, name: string): string {
  return `the inside of this program (${module}.${name})`;
}

function pathAsked({ args: [asked] }: Use): string | null {
  // A file that is open was asked for by name before; what stands open from the beginning was not.
  return typeof asked === 'number' && asked > 2 ? null : textOf(asked);
}

function moduleAsked({ args: [asked, folders] }: Use): string {
  const [folder = ''] = Array.isArray(folders) ? folders.map(String) : [];
  return resolve(folder, String(asked));
}

function textOf(asked: unknown): string {
  // Most are paths; to look at `Request` loads Node's web client, a tenth of a short command.
  if (typeof asked === 'string') return asked;
  if (asked instanceof URL) return asked.protocol === 'file:' ? fileURLToPath(asked) : asked.href;
  return asked instanceof Request ? asked.url : String(asked);
}

function threadAsked({ args: [file, options] }: Use): string {
  return valueIn(options, 'eval') === true ? 'a thread of its own' : textOf(file);
}

function databaseAsked({ owner }: Use): string | null {
  return owner instanceof sqlite.DatabaseSync ? owner.location() : null;
}

/** Of all that `connect` takes: a path, a port with a host, options, or what Node has made of these for itself. */
function addressAsked({ args: [asked, host] }: Use): string {
  const given: unknown = Array.isArray(asked) ? asked[0] : asked;
  if (typeof given === 'number') return `${hostText(host)}:${String(given)}`;
  if (typeof given === 'string') return given;
  const path = valueIn(given, 'path');
  if (typeof path === 'string') return path;
  return `${hostText(valueIn(given, 'host'))}:${String(valueIn(given, 'port'))}`;
}

function hostText(host: unknown): string {
  return typeof host === 'string' ? host : 'localhost';
}

function valueIn(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined;
}
