import { syncBuiltinESMExports } from 'node:module';

import { type Callable } from './calling-files.ts';

/** What ends the process, signals one, or moves the folder that its relative paths start from. */
export const PROCESS_DOORS = ['abort', 'chdir', 'execve', 'exit', 'kill', 'reallyExit'] as const;

/** One of them. */
export type ProcessDoor = (typeof PROCESS_DOORS)[number];

/**
 * Asks before each use of such a function, under whatever name it was imported; what `ask` throws keeps it from being
 * done. Never undone.
 *
 * @param ask - told, too, what was called: below it stand its callers on the stack
 */
export function askBeforeProcessDoors(ask: (door: ProcessDoor, called: Callable) => void): void {
  for (const door of PROCESS_DOORS) {
    const real: unknown = Reflect.get(process, door);
    // Systems and threads differ in which they have.
    if (typeof real !== 'function') continue;
    const asked = function (this: unknown, ...args: readonly unknown[]): unknown {
      ask(door, asked);
      return Reflect.apply(real as Callable, this, args);
    };
    Reflect.set(process, door, asked);
  }
  syncBuiltinESMExports();
}
