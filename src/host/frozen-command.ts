import { fail, type Result } from '../base/result.ts';
import { type Command } from '../model/orders/command.ts';
import { type Watch } from '../model/runs/input.ts';
import { shapeProblem, watchProblem } from '../strategy/command-shape.ts';
import { frozenJson, natureOf } from './frozen-json.ts';

const KINDS: Readonly<Record<Command['kind'], true>> = {
  place: true,
  modify: true,
  cancel: true,
  squareOff: true,
  startPosition: true,
  squareOffPosition: true,
  signal: true,
  ask: true,
  alert: true,
};

/**
 * The command that a strategy emitted, as a frozen copy: what the author does with the original afterwards is no part of
 * it. Or why it is none that can be recorded and carried out.
 *
 * @throws what getters and proxies in the value throw
 */
export function frozenCommand(value: unknown): Result<Command, string> {
  const kind = kindOf(value);
  if (kind === null || !Object.hasOwn(KINDS, kind)) {
    const found = kind === null ? natureOf(value) : `kind "${kind}"`;
    return fail(
      `The strategy emitted something that is not a command: found ${found}, wanted what place(), squareOff() and the like return`,
    );
  }
  const copy = frozenJson(value, kind);
  if (!copy.ok) {
    return fail(
      `The strategy emitted a command that cannot be recorded: ${copy.error}, wanted finite numbers, texts and plain objects`,
    );
  }
  const misshapen = shapeProblem(copy.value);
  if (misshapen === null) return copy as Result<Command, string>;
  return fail(
    `The strategy emitted a ${kind} command of another shape than ${kind}() gives it, at ${misshapen}`,
  );
}

function kindOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return null;
  return typeof value.kind === 'string' ? value.kind : null;
}

/** A strategy asked for the prices of what is no contract and no underlying. The run fails and says why. */
export class InvalidWatch extends Error {
  override readonly name = 'InvalidWatch';
}

/**
 * What a stream wants watched, as a frozen copy: the contracts in it may be the author's own objects.
 *
 * @throws {InvalidWatch} when it is nothing that can be watched
 */
export function frozenWatch(watch: Watch): Watch {
  const copy = frozenJson(watch, watch.kind);
  const problem = copy.ok ? watchProblem(copy.value) : copy.error;
  if (problem !== null) {
    throw new InvalidWatch(
      `Cannot watch what the strategy asked for, at ${problem}; wanted a contract of a chain, or the name of an underlying`,
    );
  }
  return (copy as { readonly value: unknown }).value as Watch;
}
