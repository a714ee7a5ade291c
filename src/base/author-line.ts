/** Frames below it are the program, not a run. */
const ENTRANCE = '/src/host/current-world.ts';
/** Our own code: frames of it explain nothing to an author. */
const OWN_CODE = new URL('../', import.meta.url).pathname;
const FRAME = /[\s(]((?:file:\/\/)?\/[^()]*?|[A-Za-z]:\\[^()]*?):(\d+):(\d+)\)?$/;
/** Most frames of a stack: packages may call an author's code deep down. */
const FRAMES_MAX = 200;

/** A place in code; line and column from 1. */
export interface CodePlace {
  /** Path, or address of a file. */
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

/** `path:line:column` of the topmost frame that is neither ours, nor Node's, nor a package's; null when there is none. */
export function authorLine(stack: string): string | null {
  for (const text of stack.split('\n')) {
    const frame = text.startsWith('    at ') ? FRAME.exec(text) : null;
    if (frame === null) continue;
    const [, url = '', line, column] = frame;
    if (url.endsWith(ENTRANCE)) return null;
    const place = authorPlace([{ url, line: Number(line), column: Number(column) }]);
    if (place !== null) return place;
  }
  return null;
}

/** As `authorLine`, of places that are known one by one, topmost first. */
export function authorPlace(places: readonly CodePlace[]): string | null {
  for (const { url, line, column } of places) {
    const path = url.replace(/^file:\/\//, '').replace(/\?.*$/, '');
    if (path !== '' && !isForeign(path)) return `${path}:${String(line)}:${String(column)}`;
  }
  return null;
}

/** Keeps the current stack, to be read later; each frame costs time. Ignores what the author set up about stacks. */
export function markStack(framesMax: number = FRAMES_MAX): Error {
  const limit = Reflect.getOwnPropertyDescriptor(Error, 'stackTraceLimit');
  try {
    Error.stackTraceLimit = framesMax;
    // eslint-disable-next-line no-restricted-syntax -- It is never thrown.
    return new Error('mark');
  } finally {
    if (limit !== undefined) Reflect.defineProperty(Error, 'stackTraceLimit', limit);
  }
}

/** The author's line that runs now; null when none is on the stack. */
export function lineUnderWay(): string | null {
  return authorLineOf(markStack());
}

/** The author's line of a mark. */
export function authorLineOf({ stack }: Error): string | null {
  return authorLine(typeof stack === 'string' ? stack : '');
}

/** Where values were made, as long as someone wants to know: `path:line:column`. */
let made: WeakMap<object, string> | null = null;

/** Does something, and has values say meanwhile where an author had them made. Finding that costs time. */
export function markingMade<Done>(work: () => Done): Done {
  const before = made;
  made = new WeakMap();
  try {
    return work();
  } finally {
    made = before;
  }
}

/** Notes where an author has a value made. @param line - finds it. @default the line that runs now */
export function markMade<Value extends object>(
  value: Value,
  line: () => string | null = lineUnderWay,
): Value {
  const place = made === null ? null : line();
  if (place !== null) made?.set(value, place);
  return value;
}

/** Where a value was made; null where that is not known, or no one wanted to know. */
export function madeAt(value: unknown): string | null {
  return typeof value === 'object' && value !== null ? (made?.get(value) ?? null) : null;
}

/** A reason with the author's line behind it, where one is known. */
export function withLine(reason: string, line: string | null): string {
  return line === null || reason.endsWith(`(at ${line})`) ? reason : `${reason} (at ${line})`;
}

function isForeign(path: string): boolean {
  if (path.startsWith('node:') || path.includes('(node:') || path.includes('/node_modules/')) {
    return true;
  }
  return path.startsWith(OWN_CODE) && !path.endsWith('.test.ts');
}
