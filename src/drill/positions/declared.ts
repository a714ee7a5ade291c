import { kept } from '../../base/kept.ts';
import { type Command, type LegOrder, type LegScope } from '../../model/orders/command.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { type SeenStep } from '../oracle/seen-step.ts';
import { type DurableIntent } from '../oracle/truth.ts';

/** A command as a life of the process took it from a strategy. */
export interface DeclaredCommand {
  readonly runId: string;
  readonly index: number;
  readonly command: Command;
  /** The world's time. */
  readonly atMs: number;
}

/** What is heard of a step once it is durable. */
interface KeptListener {
  readonly onCommand: (declared: DeclaredCommand) => void;
  /** Takes each order that was planned, where it stands among the commands. */
  readonly onIntent: (intent: DurableIntent) => void;
  readonly onRequest: (request: OperatorRequest) => void;
}

/**
 * What strategies and the operator asked for, as far as it was kept: what a process forgot with its death it never
 * promised. Nothing here comes from what the engine made of it.
 */
export class Declared {
  readonly #kept = new Map<string, Map<number, DeclaredCommand>>();
  #unkept: (() => void)[] = [];
  readonly #listener: KeptListener;

  constructor(listener: KeptListener) {
    this.#listener = listener;
  }

  takeStep({ event, effects }: SeenStep, atMs: number): void {
    const { onIntent, onRequest } = this.#listener;
    if (event.kind === 'operator-asked') {
      this.#unkept.push(() => {
        onRequest(event.request);
      });
    }
    for (const effect of effects) {
      if (effect.kind !== 'record') continue;
      const { entry } = effect;
      this.#unkept.push(() => {
        if (entry.kind === 'intent') onIntent(entry);
        if (entry.kind === 'command') this.#keep({ ...entry, atMs });
      });
    }
  }

  /** All so far has become durable: one write may hold a square-off and the entries that came minutes after it. */
  takeDurable(): void {
    const fresh = this.#unkept;
    this.#unkept = [];
    for (const tell of fresh) tell();
  }

  #keep(declared: DeclaredCommand): void {
    const ofRun = kept(this.#kept, declared.runId, () => new Map<number, DeclaredCommand>());
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
