import { inspect } from 'node:util';

import { z } from 'zod';

import { codeOwner } from '../adapters/system/code-owner.ts';
import {
  askBeforeProcessDoors,
  callingFiles,
  type DoorUse,
  fixProcessDoors,
  LISTENER_DOORS,
  MODULE_DOORS,
  type ProcessDoor,
} from '../adapters/system/process-doors.ts';
import { type Callable, type Use } from '../base/around-function.ts';
import { currentWorld } from '../host/current-world.ts';
import { freezeBuiltIns } from '../host/globals/freeze-built-ins.ts';
import { freezeLibraries } from '../host/globals/freeze-libraries.ts';
import { freezeNodeModules } from '../host/globals/freeze-node-modules.ts';
import { judgeInside, outsideReason, refuseOutside } from '../host/globals/refuse-outside.ts';
import { insideModule, insideReason, isOfProgram, isStrategyCode } from './strategy-modules.ts';

const ENDS = 'would end the program and all that it trades; a run ends with its stream of commands';
const LISTENS =
  'could come between the program and the signals and failures that it hears; a run hears none of the process, and what it throws ends it alone';
/** What the program listens for, and what would show others its listeners. */
const OF_PROGRAM: ReadonlySet<unknown> = new Set([
  'SIGHUP',
  'SIGINT',
  'SIGTERM',
  'SIGUSR2',
  'newListener',
  'removeListener',
  'uncaughtException',
  'unhandledRejection',
]);
const INSIDE =
  'gives the inside of Node, past all that is refused; a replay would not have it, and in a backtest it may be later data';
const OUTSIDE =
  'brings what a replay would not have, and what in a backtest may be later data; import modules at the top of the file';
const SIGNALS = 'would signal a program, maybe this one; a run ends with its stream of commands';
const DEBUGS = 'opens the inside of a program, maybe of this one';
/** Node itself calls none of these on behalf of a timer, promise or listener. */
const OF_OWNERS: ReadonlySet<ProcessDoor> = new Set([
  '_debugProcess',
  '_kill',
  'abort',
  'chdir',
  'execve',
  'exit',
  'kill',
  'reallyExit',
  'umask',
]);
const OF_LISTENERS: ReadonlySet<ProcessDoor> = new Set(LISTENER_DOORS);
const OF_MODULES: ReadonlySet<ProcessDoor> = new Set(MODULE_DOORS);
const REASONS: Readonly<Record<ProcessDoor, string>> = {
  _linkedBinding: INSIDE,
  binding: INSIDE,
  dlopen: OUTSIDE,
  getBuiltinModule: OUTSIDE,
  loadEnvFile: OUTSIDE,
  _debugEnd: DEBUGS,
  _debugProcess: DEBUGS,
  _kill: SIGNALS,
  abort: ENDS,
  addUncaughtExceptionCaptureCallback: LISTENS,
  chdir: "would move the program's own files; name files by whole paths instead",
  addListener: LISTENS,
  emit: 'would fake signals and failures for the program',
  execve: ENDS,
  exit: ENDS,
  kill: SIGNALS,
  listeners: LISTENS,
  off: LISTENS,
  on: LISTENS,
  once: LISTENS,
  prependListener: LISTENS,
  prependOnceListener: LISTENS,
  rawListeners: LISTENS,
  reallyExit: ENDS,
  removeAllListeners: 'would keep the program from seeing signals and failures',
  removeListener: LISTENS,
  setUncaughtExceptionCaptureCallback: LISTENS,
  umask: 'would change who may read the files that the program writes',
};

/** Code of a strategy, outside of every run, did what no strategy may. */
export class ProcessRefusal extends Error {
  override readonly name = 'ProcessRefusal';
}

let isGuarded = false;
let isProtecting = false;

/**
 * From the first strategy's module on nothing overwrites what the language, Node's modules, the libraries of the kit and
 * `process` bring. For processes and threads of this program's own: a test's may be at work on it.
 */
export function protectBuiltIns(): void {
  isProtecting = true;
}

/**
 * Keeps strategies, and packages on their behalf, from ending this process or moving its folder, from the inside of Node, and
 * within a run from all that is outside of it: there the run
 * fails, elsewhere, as while a module is loaded, the call throws. The program's own calls are done.
 */
export function guardProcess(): void {
  if (isGuarded) return;
  isGuarded = true;
  refuseOutside();
  judgeInside(judge);
  askBeforeProcessDoors(ask);
  if (isProtecting) protect();
}

function ask({ door, called, args }: DoorUse): void {
  const reason = `A strategy cannot call process.${door}(): it ${REASONS[door]}`;
  const world = currentWorld();
  if (world !== null) throw world.violate(reason);
  // A module that is loaded may load others, but for the inside.
  if (OF_MODULES.has(door)) {
    refuseInside(door, { called, args });
    return;
  }
  // Packages may listen for the rest, as for "exit".
  if (OF_LISTENERS.has(door) && !OF_PROGRAM.has(args[0])) return;
  const callers = callingFiles(called).filter((file) => file !== '' && !file.startsWith('node:'));
  if (isOfProgram(callers[0] ?? '')) return;
  // Handed to a timer, a function is called with nothing of its owner on the stack.
  const isOwned = OF_OWNERS.has(door) && codeOwner() !== null;
  if (isOwned || callers.some(isStrategyCode)) throw new ProcessRefusal(reason);
}

function refuseInside(
  door: ProcessDoor,
  { called, args: [asked] }: Pick<DoorUse, 'called' | 'args'>,
): void {
  const module = door === 'getBuiltinModule' ? insideModule(String(asked)) : null;
  if (module !== null && isOfStrategy(called)) throw new ProcessRefusal(insideReason(module));
}

/** @throws {ProcessRefusal} when it is a strategy's call */
function judge(called: string, use: Use): void {
  if (isOfStrategy(use.called)) throw new ProcessRefusal(outsideReason(called));
}

/** Whether strategies have anything to do with a call: they are on the stack, or a timer or promise of theirs made it. */
function isOfStrategy(called: Callable): boolean {
  return codeOwner() !== null || callingFiles(called).some(isStrategyCode);
}

function protect(): void {
  freezeBuiltIns();
  freezeLibraries();
  freezeNodeModules();
  // How values are printed holds for all runs, and for the program's own logs.
  Object.freeze(inspect.defaultOptions);
  Object.freeze(z.config());
  fixProcessDoors();
}
