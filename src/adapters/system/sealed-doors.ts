import { syncBuiltinESMExports } from 'node:module';

/**
 * What Node's permission model leaves open, by the module that has it: signals to other processes (SIGUSR1 among them, which has a
 * Node listen for a debugger), their priority, files through SQLite, and flags of V8 that have it write files.
 */
const OPEN_DOORS: Readonly<Record<string, readonly string[]>> = {
  process: [
    '_debugEnd',
    '_debugProcess',
    '_kill',
    '_linkedBinding',
    'binding',
    'dlopen',
    'execve',
    'kill',
  ],
  os: ['setPriority'],
  v8: ['setFlagsFromString'],
  sqlite: ['backup', 'DatabaseSync', 'Session', 'StatementSync'],
};

/** Code in a confined process used what is taken away there. */
export class SealedDoor extends Error {
  override readonly name = 'SealedDoor';
}

/**
 * Takes them away, for good and for everyone in this process: whoever holds what was imported before has them still. Not by who calls:
 * a timer or a listener calls a function with nothing of its owner on the stack.
 */
export function sealDoors(): void {
  for (const [module, names] of Object.entries(OPEN_DOORS)) {
    const owner: unknown = process.getBuiltinModule(`node:${module}`);
    if (typeof owner !== 'object' || owner === null) continue;
    for (const name of names) seal(owner, module, name);
  }
  syncBuiltinESMExports();
}

function seal(owner: object, module: string, name: string): void {
  if (!(name in owner)) return;
  Reflect.defineProperty(owner, name, {
    value: function sealed(): never {
      throw new SealedDoor(`${module}.${name}() is not there for strategies`);
    },
    // Guards of single runs are put around it.
    writable: true,
    configurable: true,
    enumerable: true,
  });
}
