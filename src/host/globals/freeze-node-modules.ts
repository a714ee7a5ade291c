import { closeAll, letHeirsSet } from './freeze-built-ins.ts';

/**
 * Node's modules that the program and its packages work with. Of `process` the doors alone are fixed: its state changes
 * all day.
 */
export const NODE_MODULES = [
  'assert',
  'async_hooks',
  'buffer',
  'child_process',
  'crypto',
  'diagnostics_channel',
  'dns',
  'events',
  'fs',
  'fs/promises',
  'http',
  'inspector',
  'module',
  'net',
  'os',
  'path',
  'perf_hooks',
  'readline',
  'sqlite',
  'stream',
  'stream/promises',
  'string_decoder',
  'timers',
  'timers/promises',
  'tls',
  'tty',
  'url',
  'util',
  'v8',
  'vm',
  'worker_threads',
  'zlib',
] as const;

let isFrozen = false;

/**
 * Makes the exports of Node's modules read-only in this process, and the prototypes of the classes among them: what
 * `fs.writeSync` or `EventEmitter.prototype.emit` is holds for all runs and for the journal. An overwrite throws where it is
 * tried; code that is not strict continues without it. Exports may be added to, as packages do that mark a module as seen.
 */
export function freezeNodeModules(): void {
  if (isFrozen) return;
  isFrozen = true;
  const closed = new Set<object>();
  const { process, setTimeout, setImmediate } = globalThis;
  for (const name of NODE_MODULES) {
    // A thread lacks some of them, and so do other versions of Node.
    const exported = process.getBuiltinModule(`node:${name}`) as object | undefined;
    if (exported !== undefined) closeExports(exported, closed);
  }
  // An export that Node makes when it is read first.
  closeClass(process.getBuiltinModule('node:async_hooks').AsyncLocalStorage, closed);
  for (const made of [setTimeout(() => undefined), setImmediate(() => undefined)]) {
    closeLine(Object.getPrototypeOf(made) as object, closed);
    clearTimeout(made as NodeJS.Timeout);
    clearImmediate(made as NodeJS.Immediate);
  }
}

function closeExports(exported: object, closed: Set<object>): void {
  closeAll(exported);
  closeClass(exported, closed);
  for (const { value } of Object.values(Object.getOwnPropertyDescriptors(exported))) {
    closeClass(value, closed);
  }
}

function closeClass(value: unknown, closed: Set<object>): void {
  if (typeof value !== 'function' || closed.has(value)) return;
  const own = Object.getOwnPropertyDescriptor(value, 'prototype');
  if (typeof own?.value !== 'object' || own.value === null) return;
  closed.add(value);
  closeAll(value);
  closeLine(own.value as object, closed);
}

/** Closes a prototype and those that it inherits from. */
function closeLine(prototype: object, closed: Set<object>): void {
  let each: object | null = prototype;
  for (; each !== null && !Object.isFrozen(each); each = parentOf(each)) {
    if (closed.has(each)) return;
    closed.add(each);
    closePrototype(each);
  }
}

function parentOf(prototype: object): object | null {
  return Object.getPrototypeOf(prototype) as object | null;
}

/**
 * Methods are given to single objects though a prototype has them, by Node itself too: `this._write = options.write`. State
 * that such a prototype starts its objects with stays open.
 */
function closePrototype(prototype: object): void {
  for (const key of Reflect.ownKeys(prototype)) {
    const property = Object.getOwnPropertyDescriptor(prototype, key);
    if (property?.configurable === true && typeof property.value === 'function') {
      letHeirsSet(prototype, key);
    }
  }
  // Nor is what it inherits hidden by a property of its own.
  Object.preventExtensions(prototype);
}
