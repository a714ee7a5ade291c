import { type Command } from '../model/command.ts';
import { shapeProblem } from '../strategy/command-shape.ts';
import { lostByJson } from './lost-by-json.ts';
import { natureOf } from './nature-of.ts';

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

/** What is wrong with a value that a strategy emitted as a command; null when it is one that can be recorded and carried out. */
export function commandProblem(value: unknown): string | null {
  const kind = kindOf(value);
  if (kind === null || !Object.hasOwn(KINDS, kind)) {
    const found = kind === null ? natureOf(value) : `kind "${kind}"`;
    return `The strategy emitted what is no command: found ${found}, wanted what place(), squareOff() and the like return`;
  }
  const lost = lostByJson(value, kind);
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
