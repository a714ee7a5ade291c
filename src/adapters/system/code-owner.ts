import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

import { kept } from '../../base/kept.ts';

/** The owner of running code: a run in its turns, or a module while it loads. */
export type CodeOwner =
  | { readonly kind: 'run'; readonly runId: string }
  | { readonly kind: 'module'; readonly path: string };

/** More than the runs of a day: a process of many days drops the old ones. */
const OWNERS_KEPT_MAX = 200;

const owners = new AsyncLocalStorage<CodeOwner | null>();
const program = owners.run(null, () => new AsyncResource('sauda-program'));
const runs = new Map<string, AsyncResource>();
const failuresOfProgram = new WeakSet();

/** The owner of the running code, and of its timers, promises and ticks; null for the program. */
export function codeOwner(): CodeOwner | null {
  return owners.getStore() ?? null;
}

/** Runs code of a run, so that what it throws later is known to be the run's. */
export function asCodeOf<Value>(runId: string, work: () => Value): Value {
  return resourceOf(runId).runInAsyncScope(work);
}

/** Loads a module, so that what it throws later is known to be the module's. */
export function asCodeOfModule<Value>(path: string, load: () => Value): Value {
  return owners.run({ kind: 'module', path }, load);
}

/** Runs the program's own work on behalf of a caller: what it does and throws is not the caller's. */
export function asProgram(work: () => void): void {
  program.runInAsyncScope(() => {
    try {
      work();
    } catch (error) {
      if (typeof error === 'object' && error !== null) failuresOfProgram.add(error);
      throw error;
    }
  });
}

/** As `asProgram`, as soon as the code that runs now has returned. */
export function soonAsProgram(work: () => void): void {
  program.runInAsyncScope(() => {
    process.nextTick(work);
  });
}

/** Whether the program threw this, on behalf of whoever called it. */
export function isFailureOfProgram(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && failuresOfProgram.has(thrown);
}

function resourceOf(runId: string): AsyncResource {
  return kept(runs, runId, () => {
    if (runs.size >= OWNERS_KEPT_MAX) runs.clear();
    return owners.run({ kind: 'run', runId }, () => new AsyncResource('sauda-run'));
  });
}
