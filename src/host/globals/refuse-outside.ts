import { aroundFunction, type Callable } from '../../base/around-function.ts';
import { currentWorld } from '../current-world.ts';
import { OUTSIDE_DOORS } from './outside-doors.ts';

const REASON =
  'what it brings would not be there in a replay, and in a backtest it may be what is yet to come; declare it with defineSource()';

/** Web classes that connect, which Node loads when they are first looked at. */
const CONNECTING = ['WebSocket', 'EventSource'];

let isRefused = false;

/** The reason for which a run fails that uses what is outside of it. */
export function outsideReason(called: string): string {
  return `A strategy cannot call ${called}(): ${REASON}`;
}

/**
 * From now on a run that opens a file, starts a program or a thread, connects, or asks a database fails where it does so,
 * under whatever name it does, and whoever does it on its behalf. Done once and never undone: outside every run they do
 * what they always did. It comes before Node's modules are made read-only.
 */
export function refuseOutside(): void {
  if (isRefused) return;
  isRefused = true;
  for (const { module, within = [], names } of OUTSIDE_DOORS) {
    const owner = ownerOf(module, within);
    if (owner === null) continue;
    const path = [module, ...within.filter((part) => part !== 'prototype')].join('.');
    for (const name of names) refuse(owner, name, `${path}.${name}`);
  }
  for (const name of CONNECTING) refuseGlobal(name);
  // What was imported by name before follows too.
  globalThis.process.getBuiltinModule('node:module').syncBuiltinESMExports();
}

function ownerOf(module: string, within: readonly string[]): object | null {
  // A thread lacks some modules, and so do other versions of Node.
  let owner: unknown = globalThis.process.getBuiltinModule(`node:${module}`);
  for (const part of within) owner = isOwner(owner) ? Reflect.get(owner, part) : undefined;
  return isOwner(owner) ? owner : null;
}

function isOwner(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function refuse(owner: object, name: string, called: string): void {
  const real: unknown = Reflect.get(owner, name);
  if (typeof real !== 'function') return;
  const refusing = aroundFunction(real as Callable, (_, go) => {
    const world = currentWorld();
    if (world === null) return go();
    throw world.violate(outsideReason(called));
  });
  Reflect.set(owner, name, refusing);
}

/** Looked at in a run it is another class, which refuses: to look whether there is one is no use of it. */
function refuseGlobal(name: string): void {
  const own = Object.getOwnPropertyDescriptor(globalThis, name);
  if (own?.configurable !== true) return;
  const real = (): unknown => (own.get === undefined ? own.value : own.get.call(globalThis));
  Object.defineProperty(globalThis, name, {
    configurable: true,
    enumerable: own.enumerable ?? false,
    get: () => (currentWorld() === null ? real() : refusingClass(name)),
    set: (value: unknown) => {
      Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
    },
  });
}

function refusingClass(name: string): unknown {
  return function () {
    const world = currentWorld();
    throw world === null ? new TypeError(REASON) : world.violate(outsideReason(`new ${name}`));
  };
}
