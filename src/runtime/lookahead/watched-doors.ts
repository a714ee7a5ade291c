import childProcess from 'node:child_process';
import fs from 'node:fs';
import nodeModule from 'node:module';
import net from 'node:net';
import { resolve } from 'node:path';
import nodeProcess from 'node:process';
import sqlite from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import workerThreads from 'node:worker_threads';

import { type Use } from '../../base/around-function.ts';
import { FILE_READS, INSIDE_DOORS, PROGRAM_STARTS } from '../../host/globals/outside-doors.ts';
import { outsideOwner } from '../../host/globals/refuse-outside.ts';

/** Functions and classes by which a strategy could come by what is neither its code nor its inputs. */
export interface WatchedDoors {
  readonly owner: object;
  readonly names: readonly string[];
  /** What is asked for by a use, for people; null when it is nothing, or known from an earlier use. */
  readonly asked: (use: Use) => string | null;
}

/** All of them. Names that an owner does not have are none of its doors. */
export const WATCHED_DOORS: readonly WatchedDoors[] = [
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
  ...INSIDE_DOORS.flatMap(({ module, within, names }) => {
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
