import { stableJson } from '../../base/json.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { isTerminal } from '../../model/orders/order-machine.ts';
import { type Order, type OrderTerms } from '../../model/orders/order.ts';
import { type SeenStep } from '../oracle/seen-step.ts';
import { type Truth } from '../oracle/truth.ts';
import { type DeclaredCommand, isIn } from './declared.ts';
import { type LegsAtExchange } from './legs-at-exchange.ts';
import { type Overdue } from './overdue.ts';

/** A cancel is repeated every few seconds; an exchange may refuse some of them. */
const CANCELLED_MS_MAX = 60_000;
const MODIFIED_MS_MAX = 30_000;
/** How long a run may not know that its order was rejected. */
const TOLD_MS_MAX = 10_000;

interface CancelWish {
  readonly declared: DeclaredCommand;
  readonly tags: readonly string[];
}

interface ModifyWish {
  readonly runId: string;
  readonly index: number;
  readonly leg: string;
  readonly role: string;
  readonly terms: OrderTerms;
  readonly tags: readonly string[];
}

/** Holds what strategies asked for against what came of it (I35): it happened, or was refused with a reason. */
export class AskedJudge {
  readonly #truth: Truth;
  readonly #legs: LegsAtExchange;
  readonly #overdue: Overdue;
  /** By their first tag: a life that was not kept may have decided the same order otherwise. */
  readonly #placed = new Map<string, PlacedOrder>();
  #cancels: CancelWish[] = [];
  #modifies: ModifyWish[] = [];
  /** Rejected orders that their runs were not shown so far, by order id. */
  readonly #untold = new Map<string, string>();
  readonly #told = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #running = new Set<string>();

  constructor(truth: Truth, legs: LegsAtExchange, overdue: Overdue) {
    this.#truth = truth;
    this.#legs = legs;
    this.#overdue = overdue;
  }

  /** Takes a step. Returns what is wrong with what the engine made of its commands; null when nothing is. */
  takeStep(step: SeenStep): string | null {
    this.#takeRun(step.event);
    for (const effect of step.effects) {
      if (effect.kind === 'deliver') this.#takeInput(effect.runId, effect.input);
    }
    const placed = placedIn(step);
    for (const each of placed) this.#placed.set(each.tags[0] ?? '', each);
    const lost = placed.find(({ runId, order, tags, isRefused }) => {
      // A stop is judged by what stands at the exchange.
      if (tags.length > 0 || isRefused || order.role === 'stop') return false;
      return this.#running.has(runId);
    });
    if (lost === undefined) return null;
    const { runId, index, order } = lost;
    return `The ${order.role} order of ${order.leg} of ${runId} (command ${String(index)}) was neither taken nor refused`;
  }

  #takeRun(event: SeenStep['event']): void {
    if (event.kind === 'run-started') this.#running.add(event.run.runId);
    if (event.kind === 'run-held') this.#running.delete(event.runId);
    if (event.kind === 'run-ended') this.#running.delete(event.runId);
    if (event.kind === 'restarted') this.#untold.clear();
  }

  takeCommand(declared: DeclaredCommand): void {
    const { runId, index, command } = declared;
    if (command.kind === 'cancel') {
      const tags = this.#tagsOf(runId, (leg, role) => {
        return isIn(command.legs, leg) && (command.role ?? role) === role;
      });
      this.#cancels.push({ declared, tags });
    }
    if (command.kind !== 'modify' || this.#refused.has(`${runId}\n${String(index)}`)) return;
    const { leg, role, terms } = command;
    this.#modifies = this.#modifies.filter((wish) => wish.runId !== runId || wish.leg !== leg);
    const tags = this.#tagsOf(runId, (ofLeg, ofRole) => ofLeg === leg && ofRole === role);
    this.#modifies.push({ runId, index, leg, role, terms, tags });
  }

  takeOrders(orders: readonly Order[]): void {
    for (const { status, tag, orderId } of orders) {
      const intent = this.#truth.durableIntents.get(tag);
      if (status !== 'rejected' || intent === undefined) continue;
      if (this.#truth.forgedOrderIds.has(orderId) || this.#told.has(orderId)) continue;
      if (this.#running.has(intent.runId)) this.#untold.set(orderId, intent.runId);
    }
  }

  /** What is wrong, one line each. `isGoal` says of a leg whether it is to be flat anyway. */
  look(nowMs: number, isGoal: (runId: string, leg: string) => boolean): readonly string[] {
    return [
      ...this.#lookAtCancels(nowMs, isGoal),
      ...this.#lookAtModifies(nowMs, isGoal),
      ...this.#lookAtUntold(nowMs),
    ];
  }

  /** What is wrong with sizes when the day is over; null when nothing is. */
  lookAtEnd(): string | null {
    for (const { runId, order, tags } of this.#placed.values()) {
      if (order.role !== 'entry' || tags.length === 0) continue;
      const sent = tags.map((tag) => this.#truth.sentTags.get(tag)?.quantityUnits);
      if (sent.includes(undefined)) continue;
      const units = sent.reduce<number>((sum, each) => sum + (each ?? 0), 0);
      if (units === order.quantityUnits) continue;
      return `${order.leg} of ${runId} was to enter ${String(order.quantityUnits)} units, orders for ${String(units)} were sent`;
    }
    return null;
  }

  #takeInput(
    runId: string,
    input: Extract<SeenStep['effects'][number], { kind: 'deliver' }>['input'],
  ): void {
    if (input.kind === 'orders-observed') {
      for (const { order } of input.events) {
        if (order.status !== 'rejected') continue;
        this.#told.add(order.orderId);
        this.#untold.delete(order.orderId);
      }
    }
    if (input.kind !== 'command-refused') return;
    this.#refused.add(`${runId}\n${String(input.commandIndex)}`);
    this.#modifies = this.#modifies.filter((wish) => {
      return wish.runId !== runId || wish.index !== input.commandIndex;
    });
  }

  #tagsOf(runId: string, isMeant: (leg: string, role: string) => boolean): readonly string[] {
    return this.#legs.namesOf(runId).flatMap((leg) =>
      this.#legs
        .working(runId, leg)
        .filter(({ role }) => isMeant(leg, role))
        .map(({ order }) => order.tag),
    );
  }

  #working(tags: readonly string[]): readonly Order[] {
    return tags.flatMap((tag) =>
      this.#truth.genuine(tag).filter(({ status }) => !isTerminal(status)),
    );
  }

  #lookAtCancels(
    nowMs: number,
    isGoal: (runId: string, leg: string) => boolean,
  ): readonly string[] {
    const found: string[] = [];
    this.#cancels = this.#cancels.filter(({ declared, tags }) => {
      const { runId, index } = declared;
      const working = this.#working(tags).filter(({ tag }) => {
        return !isGoal(runId, this.#truth.durableIntents.get(tag)?.leg ?? '');
      });
      const name = `cancel\n${runId}\n${String(index)}`;
      const at = { nowMs, boundMs: CANCELLED_MS_MAX };
      if (this.#overdue.look(name, working.length > 0, at)) {
        found.push(`${working[0]?.tag ?? ''} of ${runId} was to be cancelled and still works`);
      }
      return working.length > 0;
    });
    return found;
  }

  #lookAtModifies(
    nowMs: number,
    isGoal: (runId: string, leg: string) => boolean,
  ): readonly string[] {
    const found: string[] = [];
    this.#modifies = this.#modifies.filter(({ runId, index, leg, terms, tags }) => {
      const other = this.#working(tags).filter((order) => {
        return order.rejectionCode === '' && stableJson(order.terms) !== stableJson(terms);
      });
      const isWrong = other.length > 0 && !isGoal(runId, leg);
      const name = `modify\n${runId}\n${String(index)}`;
      if (this.#overdue.look(name, isWrong, { nowMs, boundMs: MODIFIED_MS_MAX })) {
        found.push(`${other[0]?.tag ?? ''} of ${runId} was to be changed and works as before`);
      }
      return isWrong;
    });
    return found;
  }

  #lookAtUntold(nowMs: number): readonly string[] {
    const found: string[] = [];
    for (const [orderId, runId] of this.#untold) {
      const isWrong = this.#running.has(runId);
      const at = { nowMs, boundMs: TOLD_MS_MAX };
      if (this.#overdue.look(`told\n${orderId}`, isWrong, at)) {
        found.push(`${runId} was not shown that its order ${orderId} was rejected`);
      }
      if (!isWrong) this.#untold.delete(orderId);
    }
    return found;
  }
}

interface PlacedOrder {
  readonly runId: string;
  readonly index: number;
  readonly order: LegOrder;
  readonly tags: string[];
  isRefused: boolean;
}

function placedIn({ effects }: SeenStep): readonly PlacedOrder[] {
  const placed: PlacedOrder[] = [];
  let current: readonly PlacedOrder[] = [];
  for (const effect of effects) {
    if (effect.kind === 'deliver') takeRefusal(placed, effect);
    if (effect.kind !== 'record') continue;
    const { entry } = effect;
    if (entry.kind === 'command') {
      current = ordersOf(entry);
      placed.push(...current);
    }
    if (entry.kind === 'intent') {
      const { runId, leg, role, tag } = entry;
      const isOf = (of: PlacedOrder): boolean =>
        of.runId === runId && of.order.leg === leg && of.order.role === role;
      current.find(isOf)?.tags.push(tag);
    }
  }
  return placed;
}

type Recorded = Extract<SeenStep['effects'][number], { kind: 'record' }>['entry'];

function ordersOf({
  runId,
  index,
  command,
}: Extract<Recorded, { kind: 'command' }>): readonly PlacedOrder[] {
  if (command.kind !== 'place') return [];
  return command.orders.map((order) => ({ runId, index, order, tags: [], isRefused: false }));
}

function takeRefusal(
  placed: readonly PlacedOrder[],
  { runId, input }: Extract<SeenStep['effects'][number], { kind: 'deliver' }>,
): void {
  if (input.kind !== 'command-refused') return;
  for (const of of placed) {
    const isOf = of.runId === runId && of.index === input.commandIndex;
    if (isOf && (input.leg === null || input.leg === of.order.leg)) of.isRefused = true;
  }
}
