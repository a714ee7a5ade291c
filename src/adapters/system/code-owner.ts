import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

/** Whose code runs: a run's, in its turns, or a module's, while it is loaded. */
export type CodeOwner =
  | { readonly kind: 'run'; readonly runId: string }
  | { readonly kind: 'module'; readonly path: string };

/** More than runs of a day: a process that makes many days forgets the old ones. */
const OWNERS_KEPT_MAX = 200;

const owners = new AsyncLocalStorage<CodeOwner | null>();
const program = owners.run(null, () => new AsyncResource('sauda-program'));
const runs = new Map<string, AsyncResource>();
const failuresOfProgram = new WeakSet();

/** Whose code this is, or came of: timers, promises and ticks belong to the one that made them. Null for the program's. */
export function codeOwner(): CodeOwner | null {
  return owners.getStore() ?? null;
}

/** Lets a run's code run: what it leaves behind, and throws later, is known to be the run's. */
export function asCodeOf<Value>(runId: string, work: () => Value): Value {
  return resourceOf(runId).runInAsyncScope(work);
}

/** Lets a module be loaded: what its code leaves behind, and throws later, is known to be the module's. */
export function asCodeOfModule<Value>(path: string, load: () => Value): Value {
  return owners.run({ kind: 'module', path }, load);
}

/**
 * Lets the program work on behalf of code that called it: what comes of it is not the caller's, nor is what it throws.
 */
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
  const kept = runs.get(runId);
  if (kept !== undefined) return kept;
  if (runs.size >= OWNERS_KEPT_MAX) runs.clear();
  const made = owners.run({ kind: 'run', runId }, () => new AsyncResource('sauda-run'));
  runs.set(runId, made);
  return made;
}
