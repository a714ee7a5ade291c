/** A function or class of which no more is known. */
export type Callable = (this: unknown, ...args: readonly unknown[]) => unknown;

/** A use of a function or class. */
export interface Use {
  /** What `this` was. */
  readonly owner: unknown;
  readonly args: readonly unknown[];
  /** What was called: below it stand its callers on the stack. */
  readonly called: Callable;
}

/** Replaces a use; `go` carries it out. What it throws reaches the caller. */
export type Around = (use: Use, go: () => unknown) => unknown;

/** Wraps a function or class: `around` carries out each use. Its properties are copied, and functions among them wrapped too. */
export function aroundFunction(real: Callable, around: Around): Callable {
  const standing = standIn(real, around);
  for (const [key, own] of ownParts(real)) {
    const part: unknown = own.value;
    const isFunction = typeof part === 'function' && key !== 'prototype';
    const value = isFunction ? { value: standIn(part as Callable, around) } : {};
    Reflect.defineProperty(standing, key, { ...own, ...value });
  }
  return standing;
}

function standIn(real: Callable, around: Around): Callable {
  return standing;

  function standing(this: unknown, ...args: readonly unknown[]): unknown {
    const made = new.target as Callable | undefined;
    return around({ owner: this, args, called: standing }, () =>
      made === undefined
        ? Reflect.apply(real, this, args)
        : Reflect.construct(real, args, made === standing ? real : made),
    );
  }
}

function ownParts(real: Callable): readonly (readonly [string | symbol, PropertyDescriptor])[] {
  return Reflect.ownKeys(real).flatMap((key) => {
    const own = Reflect.getOwnPropertyDescriptor(real, key);
    return own === undefined ? [] : [[key, own] as const];
  });
}
