import { type Command } from '../model/command.ts';
import { shapeProblem } from '../strategy/command-shape.ts';

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

/** What is wrong with a value that a strategy emitted as a command; null when it is one that can be recorded and carried out. */
export function commandProblem(value: unknown): string | null {
  const kind = kindOf(value);
  if (kind === null || !Object.hasOwn(KINDS, kind)) {
    const found = kind === null ? describe(value) : `kind "${kind}"`;
    return `The strategy emitted what is no command: found ${found}, wanted what place(), squareOff() and the like return`;
  }
  const lost = lostByJson(value, kind, 0);
  if (lost !== null) {
    return `The strategy emitted a command that cannot be recorded: ${lost}, wanted finite numbers, texts and plain objects`;
  }
  const misshapen = shapeProblem(value);
  return misshapen === null
    ? null
    : `The strategy emitted a ${kind} command of another shape than ${kind}() gives it, at ${misshapen}`;
}

function kindOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return null;
  return typeof value.kind === 'string' ? value.kind : null;
}

/** Path and nature of the first part that JSON would lose or change; null when there is none. */
function lostByJson(value: unknown, path: string, depth: number): string | null {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return null;
  if (Number.isFinite(value)) return null;
  if (typeof value !== 'object' || depth > DEPTH_MAX || !isPlain(value)) {
    return `${path} is ${describe(value)}`;
  }
  return lostPart(value as Readonly<Record<string, unknown>>, path, depth);
}

/** The path is put together on the way out, so that a whole command costs no text. */
function lostPart(
  value: Readonly<Record<string, unknown>>,
  path: string,
  depth: number,
): string | null {
  const isList = Array.isArray(value);
  // Not by for…in: of that the compiler takes every other shape of object for a reason to begin anew.
  for (const key of Object.keys(value)) {
    const item = value[key];
    if (item === undefined && !isList) continue;
    const lost = lostByJson(item, '', depth + 1);
    if (lost !== null) return `${path}.${key}${lost}`;
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
  if (Array.isArray(value)) return 'an array';
  return isPlain(value) ? 'an object' : `a ${value.constructor.name}`;
}
