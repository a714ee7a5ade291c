import { Script } from 'node:vm';

/**
 * Code was interrupted. Thrown out of the callback that ran it, where nothing catches it, it has Node forget the asynchronous calls
 * that were under way; without that, Node takes them for damage and ends the process.
 */
export class CodeInterrupted extends Error {
  override readonly name = 'CodeInterrupted';
}

/** The name that the script knows the work by. Code of others that calls it finds no work there. */
const GLOBAL_NAME = 'saudaWork';
const INTERRUPTED = 'ERR_SCRIPT_EXECUTION_INTERRUPTED';

let waiting: (() => void) | null = null;
let entrance: Script | null = null;

/**
 * Works until it has returned, or until this process gets a SIGINT: then the code that runs is ended where it is. It cannot catch that,
 * and no `finally` of it runs. What it throws is thrown. A SIGINT that comes as it returns counts as one before.
 *
 * Each use starts a thread (60 µs of processor time), so it should be for more than one call. Outside of it a SIGINT ends the process.
 *
 * @throws what the work throws
 */
export function workInterruptibly(work: () => void): 'returned' | 'interrupted' {
  const setStacksBack = stackSettings();
  waiting = work;
  try {
    opened().runInThisContext({ breakOnSigint: true, displayErrors: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code !== INTERRUPTED) throw error;
    setStacksBack();
    return 'interrupted';
  }
  return 'returned';
}

/** Only a script can be interrupted, and it sees nothing but what is global. */
function opened(): Script {
  if (entrance !== null) return entrance;
  const value = (): void => {
    const work = waiting;
    waiting = null;
    work?.();
  };
  Object.defineProperty(globalThis, GLOBAL_NAME, { value });
  entrance = new Script(`${GLOBAL_NAME}()`, { filename: import.meta.url });
  return entrance;
}

/** What code that looks at its own stack sets for a moment. The returned function sets it back. */
function stackSettings(): () => void {
  const settings = ['stackTraceLimit', 'prepareStackTrace'].map(
    (name) => [name, Reflect.getOwnPropertyDescriptor(Error, name)] as const,
  );
  return () => {
    for (const [name, own] of settings) {
      if (own === undefined) Reflect.deleteProperty(Error, name);
      else Reflect.defineProperty(Error, name, own);
    }
  };
}
