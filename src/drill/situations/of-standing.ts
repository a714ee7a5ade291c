import { type EngineView, type IntentState } from '../../engine/engine-view.ts';
import { isTerminal, isWorking } from '../../model/orders/order-machine.ts';
import { type Order } from '../../model/orders/order.ts';
import { type Situation } from './situations.ts';

type Reach = (name: Situation) => void;

/** A moment at which an engine is looked at. */
export interface EngineLook {
  readonly view: EngineView;
  /** Number of the process's life. */
  readonly life: number;
  readonly isRestart: boolean;
  /** Order messages of the last second. */
  readonly messages: number;
  /** Roles of the orders that leave at this moment. */
  readonly leaving: readonly string[];
}

interface Unknown {
  readonly life: number;
  /** Whether a crash made it unknown. */
  readonly isLost: boolean;
}

/** As good as all that the budget gives. */
const BUSY_MESSAGES = 6;

/** Finds situations in how an engine stands, and in how that changes from look to look, over all lives. */
export class StandingSituations {
  readonly #reach: Reach;
  readonly #before = new Map<string, IntentState>();
  readonly #unknown = new Map<string, Unknown>();
  readonly #partOrders = new Set<string>();
  #halt = 'active';

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  /** Takes a look. */
  take(look: EngineLook): void {
    const { view } = look;
    if (look.isRestart) this.#takeRestart(view);
    for (const intent of view.intents) this.#takeIntent(intent, look);
    this.#takeHalt(view);
    this.#takeWaiting(look);
    this.#takeSquareOffs(view);
    for (const intent of view.intents) this.#before.set(intent.tag, intent);
  }

  #takeRestart({ orders, squareOffs, halt, heldCount, baskets }: EngineView): void {
    const isOurs = ({ tag }: Order): boolean => this.#before.has(tag);
    if (orders.some((order) => isWorking(order) && isOurs(order))) {
      this.#reach('restart with orders working');
    }
    if (squareOffs.length > 0) this.#reach('restart during a square-off');
    if (halt.state !== 'active') this.#reach('restart while halted');
    if (heldCount > 0) this.#reach('restart with a held order');
    if (baskets.some(({ dueMs }) => dueMs !== null)) this.#reach('restart with a basket open');
  }

  #takeIntent(intent: IntentState, look: EngineLook): void {
    const { tag, state, orders, origin } = intent;
    const before = this.#before.get(tag);
    if (before === undefined && origin === 'surplus') this.#reach('surplus closed');
    if (state === 'unknown') this.#takeUnknown(tag, look);
    if (state === 'accepted') this.#takeFound(tag, look.life);
    if (state === 'sending' && orders.length > 0) this.#reach('order listed before it is answered');
    for (const order of orders) this.#takeOrder(order);
    if (before !== undefined) this.#takeFailed(before, intent, look.view);
  }

  #takeFailed(before: IntentState, intent: IntentState, view: EngineView): void {
    if (isFailed(before) || !isFailed(intent) || !hasHedge(intent, view)) return;
    this.#reach('hedge stands and its short is refused');
  }

  #takeUnknown(tag: string, { life, isRestart }: EngineLook): void {
    if (this.#unknown.has(tag)) return;
    this.#unknown.set(tag, { life, isLost: isRestart });
    if (isRestart) this.#reach('restart with an attempt under way');
  }

  #takeFound(tag: string, life: number): void {
    const unknown = this.#unknown.get(tag);
    if (unknown === undefined) return;
    this.#unknown.delete(tag);
    if (unknown.isLost) this.#reach('order lost in a crash is found');
    if (unknown.life < life) this.#reach('unknown order found after a restart');
  }

  #takeOrder({ orderId, status, filledUnits }: Order): void {
    if (status !== 'cancelled' || filledUnits === 0 || this.#partOrders.has(orderId)) return;
    this.#partOrders.add(orderId);
    this.#reach('order cancelled after a part was filled');
  }

  #takeHalt({ halt, orders }: EngineView): void {
    if (halt.state === 'halted' && this.#halt !== 'halted' && orders.some(isWorking)) {
      this.#reach('halted while orders work');
    }
    this.#halt = halt.state;
  }

  #takeWaiting({ view, messages, leaving }: EngineLook): void {
    const waiting = view.intents.filter(({ state }) => state === 'waiting');
    if (view.halt.state !== 'active' && leaving.includes('exit')) {
      this.#reach('exit sent while halted');
    }
    if (waiting.length === 0) return;
    if (
      waiting.some(({ role }) => role === 'entry') &&
      messages + leaving.length >= BUSY_MESSAGES
    ) {
      this.#reach('entries wait for the budget');
      if (leaving.includes('exit')) this.#reach('exits leave before waiting entries');
    }
    if (waiting.some((intent) => isHalfSent(intent, view))) this.#reach('sliced order half sent');
  }

  #takeSquareOffs({ squareOffs, intents }: EngineView): void {
    const isPast = squareOffs.some(({ runId, scope }) => {
      return intents.some((intent) => {
        const isMeant = scope === 'all' || scope.includes(intent.leg);
        return intent.runId === runId && isMeant && intent.isUnresolved;
      });
    });
    if (isPast) this.#reach('square-off past an unseen order');
  }
}

function isFailed({ state, orders }: IntentState): boolean {
  if (state === 'rejected' || state === 'refused') return true;
  return orders.some(({ status }) => status === 'rejected');
}

function hasHedge(short: IntentState, { intents }: EngineView): boolean {
  if (short.role !== 'entry' || short.side !== 'sell') return false;
  return intents.some((other) => isOfOneCommand(other, short) && isHedge(other));
}

function isHedge({ side, filledUnits, orders }: IntentState): boolean {
  return side === 'buy' && filledUnits > 0 && orders.some(({ status }) => isTerminal(status));
}

function isHalfSent(waiting: IntentState, { intents }: EngineView): boolean {
  return intents.some((other) => {
    return isOfOneCommand(other, waiting) && other.leg === waiting.leg && other.state !== 'waiting';
  });
}

function isOfOneCommand(one: IntentState, other: IntentState): boolean {
  if (one.tag === other.tag || one.runId !== other.runId || one.role !== other.role) return false;
  return one.plannedAtMs === other.plannedAtMs;
}
