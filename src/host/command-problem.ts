import { type Command } from '../model/command.ts';

const KINDS: Readonly<Record<Command['kind'], true>> = {
  place: true,
  modify: true,
  cancel: true,
  squareOff: true,
  startPosition: true,
  squareOffPosition: true,
  signal: true,
  alert: true,
};
const DEPTH_MAX = 20;

/** What is wrong with a value that a strategy emitted as a command; null when it is one that can be recorded. */
export function commandProblem(value: unknown): string | null {
  const kind = typeof value === 'object' && value !== null ? Reflect.get(value, 'kind') : undefined;
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) {
    const found = typeof kind === 'string' ? `kind "${kind}"` : describe(value);
    return `The strategy emitted what is no command: found ${found}, wanted what place(), squareOff() and the like return`;
  }
  const place = placeOfProblem(value, kind, 0);
  return place === null
    ? null
    : `The strategy emitted a command that cannot be recorded: ${place}, wanted finite numbers, texts and plain objects`;
}

/** Path and kind of the first part that JSON would lose or change; null when there is none. */
function placeOfProblem(value: unknown, path: string, depth: number): string | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? null : `${path} is ${String(value)}`;
  }
  if (typeof value !== 'object' || depth > DEPTH_MAX || !isPlain(value)) {
    return `${path} is ${describe(value)}`;
  }
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined && !Array.isArray(value)) continue;
    const found = placeOfProblem(item, `${path}.${key}`, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function describe(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value);
  return value.constructor.name === 'Object' ? 'an object' : `a ${value.constructor.name}`;
}
