import { syncBuiltinESMExports } from 'node:module';

import { type Callable } from '../../base/around-function.ts';

/** What ends the process, signals one, or moves the folder that its relative paths start from; and what keeps the program from seeing signals and failures. */
export const PROCESS_DOORS = [
  '_debugEnd',
  '_debugProcess',
  '_kill',
  'abort',
  'addUncaughtExceptionCaptureCallback',
  'chdir',
  'emit',
  'execve',
  'exit',
  'kill',
  'reallyExit',
  'removeAllListeners',
  'setUncaughtExceptionCaptureCallback',
  'umask',
] as const;

/** What adds, removes or gives away a listener. */
export const LISTENER_DOORS = [
  'addListener',
  'listeners',
  'off',
  'on',
  'once',
  'prependListener',
  'prependOnceListener',
  'rawListeners',
  'removeListener',
] as const;

/** What gives code the inside of Node, past the functions of its modules. */
export const INSIDE_DOORS = ['_linkedBinding', 'binding'] as const;

/** What gives code modules, native ones too, or reads a file. */
export const MODULE_DOORS = ['dlopen', 'getBuiltinModule', 'loadEnvFile'] as const;

/** One of them. */
export type ProcessDoor =
  | (typeof PROCESS_DOORS)[number]
  | (typeof LISTENER_DOORS)[number]
  | (typeof INSIDE_DOORS)[number]
  | (typeof MODULE_DOORS)[number];

const ALL: readonly ProcessDoor[] = [
  ...PROCESS_DOORS,
  ...LISTENER_DOORS,
  ...INSIDE_DOORS,
  ...MODULE_DOORS,
];

/** A use of such a function. */
export interface DoorUse {
  readonly door: ProcessDoor;
  /** What was called: below it stand its callers on the stack. */
  readonly called: Callable;
  /** What it was called with. */
  readonly args: readonly unknown[];
}

/** What of a process is taken for granted besides. */
const FIXED = ['cwd', 'hrtime', 'memoryUsage', 'nextTick'];

/**
 * Asks before each use of such a function, under whatever name it was imported; what `ask` throws keeps it from being
 * done. Never undone.
 */
export function askBeforeProcessDoors(ask: (use: DoorUse) => void): void {
  for (const door of ALL) put(door, ask);
  syncBuiltinESMExports();
}

/** Keeps these functions, and what real time is measured by, from being replaced in this process: an assignment throws. */
export function fixProcessDoors(): void {
  for (const name of [...ALL, ...FIXED]) {
    const value: unknown = Reflect.get(process, name);
    if (typeof value !== 'function') continue;
    Object.defineProperty(process, name, { value, writable: false, configurable: false });
  }
  Object.freeze(process.hrtime);
  const now: unknown = Reflect.get(performance, 'now');
  Object.defineProperty(performance, 'now', { value: now, writable: false, configurable: false });
}

function put(door: ProcessDoor, ask: (use: DoorUse) => void): void {
  const real: unknown = Reflect.get(process, door);
  // Systems and threads differ in which they have.
  if (typeof real !== 'function') return;
  const asked = function (this: unknown, ...args: readonly unknown[]): unknown {
    ask({ door, called: asked, args });
    return Reflect.apply(real as Callable, this, args);
  };
  Reflect.set(process, door, asked);
}

/**
 * Files of the code that called a function under way, nearest first, as their addresses or paths; of code that was made
 * from a text, what tells where it was made. Whatever the code has set up about stacks does not count.
 */
export function callingFiles(called: Callable): readonly string[] {
  const earlier = ['stackTraceLimit', 'prepareStackTrace'].map(
    (name) => [name, Reflect.getOwnPropertyDescriptor(Error, name)] as const,
  );
  const at: { stack?: readonly NodeJS.CallSite[] } = {};
  try {
    Error.stackTraceLimit = Infinity;
    Error.prepareStackTrace = (_, sites) => sites;
    Error.captureStackTrace(at, called);
    return (at.stack ?? []).map((site) => site.getFileName() ?? site.getEvalOrigin() ?? '');
  } finally {
    for (const [name, own] of earlier) {
      if (own === undefined) Reflect.deleteProperty(Error, name);
      else Reflect.defineProperty(Error, name, own);
    }
  }
}
