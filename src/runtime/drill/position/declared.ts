import { type Command, type LegOrder, type LegScope } from '../../../model/command.ts';
import { type OperatorRequest } from '../../../model/operator-request.ts';
import { type SeenStep } from '../seen-step.ts';

/** A command as a life of the process took it from a strategy. */
export interface DeclaredCommand {
  readonly runId: string;
  readonly index: number;
  readonly command: Command;
  readonly atMs: number;
}

/** What is to be flat, since when and why. */
export interface FlatGoal {
  readonly runId: string;
  readonly scope: LegScope;
  readonly sinceMs: number;
  readonly why: string;
}

/**
 * What strategies and the operator asked for, as far as it was kept: what a process forgot with its death it never
 * promised. Nothing here comes from what the engine made of it.
 */
export class Declared {
  /** By run, by the number of the command. */
  readonly #kept = new Map<string, Map<number, DeclaredCommand>>();
  #unkept: DeclaredCommand[] = [];
  readonly #onKept: (declared: DeclaredCommand) => void;

  /** `onKept` takes each command once, when it has become durable. */
  constructor(onKept: (declared: DeclaredCommand) => void) {
    this.#onKept = onKept;
  }

  /** Takes the commands of a step. */
  takeStep({ effects }: SeenStep, atMs: number): void {
    for (const effect of effects) {
      if (effect.kind !== 'record' || effect.entry.kind !== 'command') continue;
      const { runId, index, command } = effect.entry;
      this.#unkept.push({ runId, index, command, atMs });
    }
  }

  /** All so far has become durable. */
  takeDurable(): void {
    const fresh = this.#unkept;
    this.#unkept = [];
    for (const declared of fresh) {
      const ofRun = this.#kept.get(declared.runId) ?? new Map<number, DeclaredCommand>();
      this.#kept.set(declared.runId, ofRun);
      // A later life decides the same once more where its journal did not hold it.
      if (ofRun.has(declared.index)) continue;
      ofRun.set(declared.index, declared);
      this.#onKept(declared);
    }
  }

  /** A new life: what the one before had not kept it never said. */
  begin(): void {
    this.#unkept = [];
  }

  /** Orders that a leg was asked for with a role, over all commands. */
  ordersOf(runId: string, leg: string): readonly LegOrder[] {
    const orders: LegOrder[] = [];
    for (const { command } of this.#kept.get(runId)?.values() ?? []) {
      if (command.kind !== 'place') continue;
      for (const order of command.orders) if (order.leg === leg) orders.push(order);
    }
    return orders;
  }
}

/** Whether a scope means a leg. */
export function isIn(scope: LegScope, leg: string): boolean {
  return scope === 'all' || scope.includes(leg);
}

/** What an operator wants flat; null when nothing. The scope is all of the run, or of all runs. */
export function wantedFlat(request: OperatorRequest): { readonly runId: string | null } | null {
  if (request.action === 'flatten') return { runId: request.runId };
  if (request.action === 'release' && request.how === 'flatten') return { runId: request.runId };
  return null;
}
