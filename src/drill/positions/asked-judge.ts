import { stableJson } from '../../base/json.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { isTerminal } from '../../model/orders/order-machine.ts';
import { type Order, type OrderTerms } from '../../model/orders/order.ts';
import { type SeenStep } from '../oracle/seen-step.ts';
import { type DeclaredCommand, isIn } from './declared.ts';
import { type Ground } from './ground.ts';

/** A cancel is repeated every few seconds; an exchange may refuse some of them. */
const CANCELLED_MS_MAX = 60_000;
const MODIFIED_MS_MAX = 30_000;
/** How long a run may not know that its order was rejected. */
const TOLD_MS_MAX = 10_000;

interface CancelWish {
  readonly runId: string;
  readonly index: number;
  readonly tags: readonly string[];
}

interface ModifyWish extends CancelWish {
  readonly leg: string;
  readonly terms: OrderTerms;
}

/** Whether a leg of a run is to be flat anyway. */
type IsGoal = (runId: string, leg: string) => boolean;

/** Holds what strategies asked for against what came of it (I35): it happened, or was refused with a reason. */
export class AskedJudge {
  readonly #on: Ground;
  readonly #isGoal: IsGoal;
  /** By their first tag: a life that was not kept may have decided the same order otherwise. */
  readonly #placed = new Map<string, PlacedOrder>();
  #cancels: CancelWish[] = [];
  #modifies: ModifyWish[] = [];
  /** Rejected orders that their runs were not shown so far, by order id. */
  readonly #untold = new Map<string, string>();
  readonly #told = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #running = new Set<string>();

  constructor(on: Ground, isGoal: IsGoal) {
    this.#on = on;
    this.#isGoal = isGoal;
  }

  takeStep(step: SeenStep): void {
    this.#takeRun(step.event);
    for (const effect of step.effects) if (effect.kind === 'deliver') this.#takeInput(effect);
    const placed = placedIn(step);
    for (const each of placed) this.#placed.set(each.tags[0] ?? '', each);
    const lost = placed.find(({ runId, order, tags, isRefused }) => {
      // A stop is judged by what stands at the exchange.
      if (tags.length > 0 || isRefused || order.role === 'stop') return false;
      return this.#running.has(runId);
    });
    if (lost === undefined) return;
    const { runId, index, order } = lost;
    this.#violate(
      `The ${order.role} order of ${order.leg} of ${runId} (command ${String(index)}) was neither taken nor refused`,
    );
  }

  #takeRun(event: SeenStep['event']): void {
    if (event.kind === 'run-started') this.#running.add(event.run.runId);
    if (event.kind === 'run-held') this.#running.delete(event.runId);
    if (event.kind === 'run-ended') this.#running.delete(event.runId);
    if (event.kind === 'restarted') this.#untold.clear();
  }

  takeCommand({ runId, index, command }: DeclaredCommand): void {
    if (command.kind === 'cancel') {
      const tags = this.#tagsOf(runId, (leg, role) => {
        return isIn(command.legs, leg) && (command.role ?? role) === role;
      });
      this.#cancels.push({ runId, index, tags });
    }
    if (command.kind !== 'modify' || this.#refused.has(`${runId}\n${String(index)}`)) return;
    const { leg, role, terms } = command;
    this.#modifies = this.#modifies.filter((wish) => wish.runId !== runId || wish.leg !== leg);
    const tags = this.#tagsOf(runId, (ofLeg, ofRole) => ofLeg === leg && ofRole === role);
    this.#modifies.push({ runId, index, leg, terms, tags });
  }

  takeOrders(orders: readonly Order[]): void {
    const { truth } = this.#on;
    for (const { status, tag, orderId } of orders) {
      const intent = truth.durableIntents.get(tag);
      if (status !== 'rejected' || intent === undefined) continue;
      if (truth.forgedOrderIds.has(orderId) || this.#told.has(orderId)) continue;
      if (this.#running.has(intent.runId)) this.#untold.set(orderId, intent.runId);
    }
  }

  look(): void {
    this.#lookAtCancels();
    this.#lookAtModifies();
    for (const [orderId, runId] of this.#untold) {
      const isWrong = this.#running.has(runId);
      if (this.#on.overdue.look(`told\n${orderId}`, isWrong, TOLD_MS_MAX)) {
        this.#violate(`${runId} was not shown that its order ${orderId} was rejected`);
      }
      if (!isWrong) this.#untold.delete(orderId);
    }
  }

  /** Looks at sizes when the day is over. */
  lookAtEnd(): void {
    for (const { runId, order, tags } of this.#placed.values()) {
      if (order.role !== 'entry' || tags.length === 0) continue;
      const sent = tags.map((tag) => this.#on.truth.sentTags.get(tag)?.quantityUnits);
      if (sent.includes(undefined)) continue;
      const units = sent.reduce<number>((sum, each) => sum + (each ?? 0), 0);
      const isOneLot = this.#on.truth.oneLotRuns.has(runId);
      const wantedUnits = isOneLot ? order.contract.lotSizeUnits : order.quantityUnits;
      if (units === wantedUnits) continue;
      this.#violate(
        `${order.leg} of ${runId} was to enter ${String(wantedUnits)} units, orders for ${String(units)} were sent`,
      );
      return;
    }
  }

  #takeInput({ runId, input }: Delivery): void {
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
    const { legs } = this.#on;
    return legs.namesOf(runId).flatMap((leg) => {
      const meant = legs.working(runId, leg).filter(({ role }) => isMeant(leg, role));
      return meant.map(({ order }) => order.tag);
    });
  }

  #working({ tags }: CancelWish): readonly Order[] {
    const orders = tags.flatMap((tag) => this.#on.truth.genuine(tag));
    return orders.filter(({ status }) => !isTerminal(status));
  }

  #lookAtCancels(): void {
    const { truth, overdue } = this.#on;
    this.#cancels = this.#cancels.filter((wish) => {
      const { runId, index } = wish;
      const working = this.#working(wish).filter(({ tag }) => {
        return !this.#isGoal(runId, truth.durableIntents.get(tag)?.leg ?? '');
      });
      const name = `cancel\n${runId}\n${String(index)}`;
      if (overdue.look(name, working.length > 0, CANCELLED_MS_MAX)) {
        this.#violate(`${working[0]?.tag ?? ''} of ${runId} was to be cancelled and still works`);
      }
      return working.length > 0;
    });
  }

  #lookAtModifies(): void {
    this.#modifies = this.#modifies.filter((wish) => {
      const { runId, index, leg, terms } = wish;
      const other = this.#working(wish).filter((order) => {
        return order.rejectionCode === '' && stableJson(order.terms) !== stableJson(terms);
      });
      const isWrong = other.length > 0 && !this.#isGoal(runId, leg);
      const name = `modify\n${runId}\n${String(index)}`;
      if (this.#on.overdue.look(name, isWrong, MODIFIED_MS_MAX)) {
        this.#violate(`${other[0]?.tag ?? ''} of ${runId} was to be changed and works as before`);
      }
      return isWrong;
    });
  }

  #violate(detail: string): void {
    this.#on.violate('I35', detail);
  }
}

interface PlacedOrder {
  readonly runId: string;
  readonly index: number;
  readonly order: LegOrder;
  readonly tags: string[];
  isRefused: boolean;
}

type Delivery = Extract<SeenStep['effects'][number], { kind: 'deliver' }>;

function placedIn({ effects }: SeenStep): readonly PlacedOrder[] {
  const placed: PlacedOrder[] = [];
  let current: readonly PlacedOrder[] = [];
  for (const effect of effects) {
    if (effect.kind === 'deliver') takeRefusal(placed, effect);
    if (effect.kind !== 'record') continue;
    const { entry } = effect;
    if (entry.kind === 'command') {
      const { runId, index, command } = entry;
      const orders = command.kind === 'place' ? command.orders : [];
      current = orders.map((order) => ({ runId, index, order, tags: [], isRefused: false }));
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

function takeRefusal(placed: readonly PlacedOrder[], { runId, input }: Delivery): void {
  if (input.kind !== 'command-refused') return;
  for (const of of placed) {
    const isOf = of.runId === runId && of.index === input.commandIndex;
    if (isOf && (input.leg === null || input.leg === of.order.leg)) of.isRefused = true;
  }
}
