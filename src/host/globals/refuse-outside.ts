import { aroundFunction, type Callable, type Use } from '../../base/around-function.ts';
import { currentWorld } from '../current-world.ts';
import { OUTSIDE_DOORS, type OutsideDoors } from './outside-doors.ts';
import { replaceFunction } from './replace-global.ts';

const REASON =
  'what it brings would not be there in a replay, and in a backtest it may be what is yet to come; declare it with defineSource()';

/** Web classes that connect, which Node loads when they are first looked at. */
const CONNECTING = ['WebSocket', 'EventSource'];

/** State of their own that programs share, past every run. */
const STORAGES = ['localStorage', 'sessionStorage'];

/** Judges a use of an inside door that is made outside of every run. What it throws keeps it from being done. */
export type JudgeInside = (called: string, use: Use) => void;

let isRefused = false;
let judge: JudgeInside = () => undefined;

/** The reason for which a run fails that uses what is outside of it. */
export function outsideReason(called: string): string {
  return `A strategy cannot call ${called}(): ${REASON}`;
}

/** Has every use of an inside door judged that is made outside of runs. The last one that was given judges. */
export function judgeInside(by: JudgeInside): void {
  judge = by;
}

/**
 * From now on a run that opens a file, starts a program or a thread, connects, or asks a database fails where it does so,
 * under whatever name it does, and whoever does it on its behalf. Done once and never undone: outside every run they do
 * what they always did. It comes before Node's modules are made read-only.
 */
export function refuseOutside(): void {
  if (isRefused) return;
  isRefused = true;
  for (const doors of OUTSIDE_DOORS) refuseDoors(doors);
  for (const name of CONNECTING) refuseGlobal(name, refusingClass);
  for (const name of STORAGES) refuseGlobal(name, refusedNow);
  hideMemory();
  // What was imported by name before follows too.
  globalThis.process.getBuiltinModule('node:module').syncBuiltinESMExports();
}

function refuseDoors({ module, within = [], names, isInside = false }: OutsideDoors): void {
  const owner = outsideOwner(module, within);
  if (owner === null) return;
  const path = [module, ...within.filter((part) => part !== 'prototype')].join('.');
  for (const name of names) refuse(owner, { name, called: `${path}.${name}`, isInside });
}

/** What has the doors of a module, or of a part of it; null where this Node, or this thread, has none. */
export function outsideOwner(module: string, within: readonly string[] = []): object | null {
  // A thread lacks some modules, and so do other versions of Node.
  let owner: unknown = globalThis.process.getBuiltinModule(`node:${module}`);
  for (const part of within) owner = isOwner(owner) ? Reflect.get(owner, part) : undefined;
  return isOwner(owner) ? owner : null;
}

function isOwner(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

interface Door {
  readonly name: string;
  /** As people read it. */
  readonly called: string;
  readonly isInside: boolean;
}

function refuse(owner: object, { name, called, isInside }: Door): void {
  const real: unknown = Reflect.get(owner, name);
  if (typeof real !== 'function') return;
  const refusing = aroundFunction(real as Callable, (use, go) => {
    const world = currentWorld();
    if (world !== null) throw world.violate(outsideReason(called));
    if (isInside) judge(called, use);
    return go();
  });
  Reflect.set(owner, name, refusing);
}

/** Memory that Node hands out as it was left, with what the program had in it: in a run it is empty. */
function hideMemory(): void {
  // Small buffers else lie beside the program's, in one memory that each of them gives away whole.
  Buffer.poolSize = 0;
  for (const name of ['allocUnsafe', 'allocUnsafeSlow'] as const) {
    replaceFunction<(size: number) => Buffer>(
      Buffer,
      name,
      (original) => (size) => (currentWorld() === null ? original(size) : Buffer.alloc(size)),
    );
  }
}

/** Looked at in a run it is what `inRun` makes of it. */
function refuseGlobal(name: string, inRun: (name: string) => unknown): void {
  const own =
    name === 'WebSocket' ? takeWebSocket() : Object.getOwnPropertyDescriptor(globalThis, name);
  if (own?.configurable !== true) return;
  const real = (): unknown => (own.get === undefined ? own.value : own.get.call(globalThis));
  Object.defineProperty(globalThis, name, {
    configurable: true,
    enumerable: own.enumerable ?? false,
    get: () => (currentWorld() === null ? real() : inRun(name)),
    set: (value: unknown) => {
      Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
    },
  });
}

/** Taken away without a look: a look, even at its descriptor, has Node load its web clients, 20 ms of each start. */
function takeWebSocket(): PropertyDescriptor | undefined {
  if (!Object.hasOwn(globalThis, 'WebSocket')) return undefined;
  Reflect.deleteProperty(globalThis, 'WebSocket');
  const get = (): unknown => globalThis.process.getBuiltinModule('node:http').WebSocket;
  return { configurable: true, enumerable: false, get };
}

/** To look whether there is one is no use of it. */
function refusingClass(name: string): unknown {
  return function () {
    const world = currentWorld();
    throw world === null ? new TypeError(REASON) : world.violate(outsideReason(`new ${name}`));
  };
}

function refusedNow(name: string): unknown {
  throw currentWorld()?.violate(outsideReason(name)) ?? new TypeError(REASON);
}
