import { type Command, type LegOrder, type LegScope } from '../../model/orders/command.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { type SeenStep } from '../oracle/seen-step.ts';
import { type DurableIntent } from '../oracle/truth.ts';

/** A command as a life of the process took it from a strategy. */
export interface DeclaredCommand {
  readonly runId: string;
  readonly index: number;
  readonly command: Command;
  readonly atMs: number;
}

/** What is heard of a step once it is durable. */
export interface KeptListener {
  readonly onCommand: (declared: DeclaredCommand) => void;
  /** Takes each order that was planned, where it stands among the commands. */
  readonly onIntent: (intent: DurableIntent) => void;
  readonly onRequest: (request: OperatorRequest) => void;
}

type Unkept =
  | { readonly kind: 'command'; readonly declared: DeclaredCommand }
  | { readonly kind: 'intent'; readonly intent: DurableIntent }
  | { readonly kind: 'request'; readonly request: OperatorRequest };

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
  readonly #kept = new Map<string, Map<number, DeclaredCommand>>();
  #unkept: Unkept[] = [];
  readonly #listener: KeptListener;

  constructor(listener: KeptListener) {
    this.#listener = listener;
  }

  takeStep({ event, effects }: SeenStep, atMs: number): void {
    if (event.kind === 'operator-asked') {
      this.#unkept.push({ kind: 'request', request: event.request });
    }
    for (const effect of effects) {
      if (effect.kind !== 'record') continue;
      const { entry } = effect;
      if (entry.kind === 'intent') this.#unkept.push({ kind: 'intent', intent: entry });
      if (entry.kind !== 'command') continue;
      const { runId, index, command } = entry;
      this.#unkept.push({ kind: 'command', declared: { runId, index, command, atMs } });
    }
  }

  /** All so far has become durable: one write may hold a square-off and the entries that came minutes after it. */
  takeDurable(): void {
    const fresh = this.#unkept;
    this.#unkept = [];
    for (const each of fresh) {
      if (each.kind === 'intent') this.#listener.onIntent(each.intent);
      else if (each.kind === 'request') this.#listener.onRequest(each.request);
      else this.#keep(each.declared);
    }
  }

  #keep(declared: DeclaredCommand): void {
    const ofRun = this.#kept.get(declared.runId) ?? new Map<number, DeclaredCommand>();
    this.#kept.set(declared.runId, ofRun);
    // A later life decides the same once more where its journal did not hold it.
    if (ofRun.has(declared.index)) return;
    ofRun.set(declared.index, declared);
    this.#listener.onCommand(declared);
  }

  /** A new life: what the one before had not kept it never said. */
  begin(): void {
    this.#unkept = [];
  }

  pricesExits(runId: string, leg: string): boolean {
    const commands = [...(this.#kept.get(runId)?.values() ?? [])];
    return commands.some(({ command }) => {
      if (command.kind === 'modify') return command.leg === leg && command.role === 'exit';
      if (command.kind !== 'place') return false;
      return command.orders.some((order) => order.leg === leg && isPricedExit(order));
    });
  }
}

function isPricedExit({ role, terms }: LegOrder): boolean {
  return role === 'exit' && terms.kind !== 'marketable';
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
