import { type Callable } from '../../adapters/system/calling-files.ts';

/** A use of a function or class. */
export interface Use {
  /** What `this` was. */
  readonly owner: unknown;
  readonly args: readonly unknown[];
  /** What was called: below it stand its callers on the stack. */
  readonly called: Callable;
}

/** Is told of a use before it takes place. */
export type TellUse = (use: Use) => void;

/** What one such function does is done by others of them, which is no use of these. */
let isUnderWay = false;

/**
 * A function that does what another does, or a class that makes what another makes, and tells of it before. What hangs on
 * the other, such as its form for `promisify`, hangs on it too, and tells as well.
 */
export function watchedFunction(real: Callable, tell: TellUse): Callable {
  const watched = telling(real, tell);
  for (const [key, own] of ownParts(real)) {
    const part: unknown = own.value;
    const isFunction = typeof part === 'function';
    const value = isFunction ? { value: telling(part as Callable, tell) } : {};
    Reflect.defineProperty(watched, key, { ...own, ...value });
  }
  return watched;
}

function telling(real: Callable, tell: TellUse): Callable {
  return watched;

  function watched(this: unknown, ...args: readonly unknown[]): unknown {
    const use = { owner: this, args, called: watched };
    if (isUnderWay) return done(use, new.target);
    tell(use);
    isUnderWay = true;
    try {
      return done(use, new.target);
    } finally {
      isUnderWay = false;
    }
  }

  function done({ owner, args }: Use, made: Callable | undefined): unknown {
    if (made === undefined) return Reflect.apply(real, owner, args);
    return Reflect.construct(real, args, made === watched ? real : made);
  }
}

function ownParts(real: Callable): readonly (readonly [string | symbol, PropertyDescriptor])[] {
  return Reflect.ownKeys(real).flatMap((key) => {
    const own = Reflect.getOwnPropertyDescriptor(real, key);
    return own === undefined ? [] : [[key, own] as const];
  });
}
