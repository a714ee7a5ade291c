import { installGlobals } from './install-globals.ts';

/** What JavaScript brings, and of what Node adds to it all that the program and its packages use. */
const NAMES = [
  'AbortController',
  'AbortSignal',
  'AggregateError',
  'Array',
  'ArrayBuffer',
  'Atomics',
  'BigInt',
  'BigInt64Array',
  'BigUint64Array',
  'Boolean',
  'Buffer',
  'Crypto',
  'DataView',
  'Date',
  'Error',
  'EvalError',
  'Event',
  'EventTarget',
  'FinalizationRegistry',
  'Float16Array',
  'Float32Array',
  'Float64Array',
  'Function',
  'Int16Array',
  'Int32Array',
  'Int8Array',
  'Intl',
  'Iterator',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Object',
  'Performance',
  'Promise',
  'Proxy',
  'RangeError',
  'ReferenceError',
  'Reflect',
  'RegExp',
  'Set',
  'SharedArrayBuffer',
  'String',
  'Symbol',
  'SyntaxError',
  'Temporal',
  'TextDecoder',
  'TextEncoder',
  'TypeError',
  'URIError',
  'URL',
  'URLSearchParams',
  'Uint16Array',
  'Uint32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'WeakMap',
  'WeakRef',
  'WeakSet',
  'WebAssembly',
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'crypto',
  'decodeURI',
  'decodeURIComponent',
  'encodeURI',
  'encodeURIComponent',
  'fetch',
  'isFinite',
  'isNaN',
  'parseFloat',
  'parseInt',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'structuredClone',
] as const;

/** Their own state changes: only what their names stand for is fixed. */
const PINNED = ['console', 'performance', 'process'] as const;

/**
 * What packages add to, as `Symbol.observable` and `Reflect.defineMetadata`, or what has to be set for stacks to be read:
 * what these have is read-only, but for that.
 */
const ADDED_TO: ReadonlySet<unknown> = new Set([Error, Reflect, Symbol]);
const LEFT_OPEN: ReadonlySet<PropertyKey> = new Set(['stackTraceLimit', 'prepareStackTrace']);

/**
 * What ordinary code sets on objects of its own though a prototype of theirs has it: `error.name = …`,
 * `Sub.prototype.constructor = Sub`. On such an object the assignment has to go on making a property of its own.
 */
const SET_ON_HEIRS: readonly (readonly [prototype: object, names: readonly PropertyKey[]])[] = [
  [Object.prototype, Reflect.ownKeys(Object.prototype)],
  [Function.prototype, ['constructor', 'toString', 'bind']],
  [Promise.prototype, ['constructor']],
  ...[
    Error,
    EvalError,
    RangeError,
    ReferenceError,
    SyntaxError,
    TypeError,
    URIError,
    AggregateError,
  ].map(({ prototype }) => [prototype, ['constructor', 'message', 'name', 'toString']] as const),
];

let isFrozen = false;

/**
 * Makes the language's own objects read-only in this process: `Array.prototype.filter`, `Math.round`, `JSON` and the like
 * are shared by all runs and by the program that trades. An overwrite throws where it is tried: in a turn its run fails,
 * while a module is loaded the module is refused. Once for all, after the globals of the runs are installed.
 *
 * Frozen as wholes wherever that is possible: to change single properties of a prototype makes the compiler forget what it
 * knows of it, and filtering a list takes five times as long.
 */
export function freezeBuiltIns(): void {
  if (isFrozen) return;
  isFrozen = true;
  installGlobals();
  openToHeirs();
  for (const name of NAMES) {
    const value: unknown = Reflect.get(globalThis, name);
    if (value === undefined) continue;
    freezeBuiltIn(value);
    pin(name, value);
  }
  for (const name of PINNED) pin(name, Reflect.get(globalThis, name));
  for (const space of [Intl, Reflect.get(globalThis, 'Temporal')]) {
    for (const part of Object.values(Object.getOwnPropertyDescriptors(space ?? {}))) {
      freezeBuiltIn(part.value);
    }
  }
  for (const hidden of hiddenPrototypes()) freezeLine(hidden);
}

function openToHeirs(): void {
  for (const [prototype, names] of SET_ON_HEIRS) {
    for (const name of names) letHeirsSet(prototype, name);
  }
}

function pin(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: false, configurable: false });
}

/** Prototypes that no name leads to. */
function hiddenPrototypes(): readonly object[] {
  const functions = [
    function* () {
      yield 0;
    },
    async function* () {
      yield await Promise.resolve(0);
    },
    async () => Promise.resolve(0),
  ];
  const iterators = [
    [][Symbol.iterator](),
    new Map().entries(),
    new Set().values(),
    ''.matchAll(/x/g),
  ];
  return [
    ...functions.flatMap((made) => [made, made.prototype as object | undefined]),
    ...iterators,
  ]
    .filter((made) => made !== undefined)
    .map((made) => Object.getPrototypeOf(made) as object);
}

function freezeBuiltIn(value: unknown): void {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
  if (ADDED_TO.has(value)) closeAll(value);
  else Object.freeze(value);
  const prototype: unknown = Reflect.get(value, 'prototype');
  if (prototype !== undefined) freezeLine(prototype as object);
}

/** Freezes a prototype and those that it inherits from. */
function freezeLine(prototype: object): void {
  for (let each: object | null = prototype; each !== null && !Object.isFrozen(each);) {
    Object.freeze(each);
    each = Object.getPrototypeOf(each) as object | null;
  }
}

/** Makes what an object has read-only, and lets others be added. What has a setter stays as it is: Node's lazy properties set themselves. */
export function closeAll(owner: object): void {
  for (const key of Reflect.ownKeys(owner)) {
    const property = Object.getOwnPropertyDescriptor(owner, key);
    if (property?.configurable !== true || LEFT_OPEN.has(key)) continue;
    if (property.set !== undefined) continue;
    const writable = 'value' in property ? { writable: false } : {};
    Object.defineProperty(owner, key, { configurable: false, ...writable });
  }
}

/** Makes a property of a prototype read-only, but for objects that inherit it: on these an assignment makes one of their own. */
export function letHeirsSet(prototype: object, name: PropertyKey): void {
  const property = Object.getOwnPropertyDescriptor(prototype, name);
  if (property === undefined || !('value' in property)) return;
  const value: unknown = property.value;
  Object.defineProperty(prototype, name, {
    enumerable: property.enumerable ?? false,
    configurable: false,
    get: () => value,
    set(this: object, own: unknown) {
      if (this === prototype) {
        throw new TypeError(`Cannot assign to read only property '${String(name)}' of a built-in`);
      }
      const made = { value: own, writable: true, enumerable: true, configurable: true };
      Object.defineProperty(this, name, made);
    },
  });
}
