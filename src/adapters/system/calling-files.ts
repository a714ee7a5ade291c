import { type Callable } from '../../base/around-function.ts';

/**
 * Files of the code that called a function under way, nearest first, as their addresses or paths; of code that was made
 * from a text, what tells where it was made. Whatever the code has set up about stacks does not count.
 */
export function callingFiles(called: Callable): readonly string[] {
  const before = ['stackTraceLimit', 'prepareStackTrace'].map(
    (name) => [name, Reflect.getOwnPropertyDescriptor(Error, name)] as const,
  );
  const at: { stack?: readonly NodeJS.CallSite[] } = {};
  try {
    Error.stackTraceLimit = Infinity;
    Error.prepareStackTrace = (_, sites) => sites;
    Error.captureStackTrace(at, called);
    return (at.stack ?? []).map((site) => site.getFileName() ?? site.getEvalOrigin() ?? '');
  } finally {
    for (const [name, own] of before) {
      if (own === undefined) Reflect.deleteProperty(Error, name);
      else Reflect.defineProperty(Error, name, own);
    }
  }
}
