import { syncBuiltinESMExports } from 'node:module';

import { type Callable } from './calling-files.ts';

/** What ends the process, signals one, or moves the folder that its relative paths start from; and what keeps the program from seeing signals and failures. */
export const PROCESS_DOORS = [
  'abort',
  'chdir',
  'emit',
  'execve',
  'exit',
  'kill',
  'reallyExit',
  'removeAllListeners',
  'setUncaughtExceptionCaptureCallback',
] as const;

/** What adds or removes a listener: such a door for failures that nothing handles, and for nothing else. */
export const LISTENER_DOORS = [
  'addListener',
  'off',
  'on',
  'once',
  'prependListener',
  'prependOnceListener',
  'removeListener',
] as const;

/** One of them. */
export type ProcessDoor = (typeof PROCESS_DOORS)[number] | (typeof LISTENER_DOORS)[number];

const OF_FAILURES: ReadonlySet<unknown> = new Set(['uncaughtException', 'unhandledRejection']);

/** What of a process is taken for granted besides. */
const FIXED = ['cwd', 'hrtime', 'memoryUsage', 'nextTick'];

/**
 * Asks before each use of such a function, under whatever name it was imported; what `ask` throws keeps it from being
 * done. Never undone.
 *
 * @param ask - told, too, what was called: below it stand its callers on the stack
 */
export function askBeforeProcessDoors(ask: (door: ProcessDoor, called: Callable) => void): void {
  for (const door of PROCESS_DOORS) put(door, ask, () => true);
  for (const door of LISTENER_DOORS) put(door, ask, ([event]) => OF_FAILURES.has(event));
  syncBuiltinESMExports();
}

/** Keeps these functions, and what real time is measured by, from being replaced in this process: an assignment throws. */
export function fixProcessDoors(): void {
  for (const name of [...PROCESS_DOORS, ...LISTENER_DOORS, ...FIXED]) {
    const value: unknown = Reflect.get(process, name);
    if (typeof value !== 'function') continue;
    Object.defineProperty(process, name, { value, writable: false, configurable: false });
  }
  Object.freeze(process.hrtime);
  const now: unknown = Reflect.get(performance, 'now');
  Object.defineProperty(performance, 'now', { value: now, writable: false, configurable: false });
}

function put(
  door: ProcessDoor,
  ask: (door: ProcessDoor, called: Callable) => void,
  isAsked: (args: readonly unknown[]) => boolean,
): void {
  const real: unknown = Reflect.get(process, door);
  // Systems and threads differ in which they have.
  if (typeof real !== 'function') return;
  const asked = function (this: unknown, ...args: readonly unknown[]): unknown {
    if (isAsked(args)) ask(door, asked);
    return Reflect.apply(real as Callable, this, args);
  };
  Reflect.set(process, door, asked);
}
