import { type EngineView, type IntentState } from '../../engine/engine-view.ts';
import { isTerminal, isWorking } from '../../model/orders/order-machine.ts';
import { type Order } from '../../model/orders/order.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { type SeenStep } from '../oracle/seen-step.ts';
import { type IoKind, type IoVerdict } from '../process/io-points.ts';
import { type Machine } from '../process/machine.ts';
import { StepSituations } from './of-steps.ts';
import { type Reach, type Situation } from './situations.ts';

/** Counts the rare situations of a day, over all lives of the process. It judges nothing. */
export class SituationWatch {
  readonly counts = new Map<Situation, number>();
  readonly #machine: Machine;
  readonly #steps: StepSituations;
  readonly #standing: StandingSituations;
  /** Number of the present life, from 0. */
  #life = -1;
  #lifeDeadInRecovery = -1;
  #offsetMs = 0;

  constructor(machine: Machine) {
    this.#machine = machine;
    this.#steps = new StepSituations(this.reach);
    this.#standing = new StandingSituations(this.reach);
  }

  readonly reach: Reach = (name, isReached = true) => {
    if (isReached) this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  };

  begin(): void {
    this.#life += 1;
  }

  /** Takes what befalls the process at a point of input and output. */
  takeVerdict(kind: IoKind, verdict: IoVerdict): void {
    const name = BEFALLEN[kind][verdict];
    if (name === undefined) return;
    this.reach(name);
    if (kind !== 'recover') return;
    this.reach('two crashes in recovery in a row', this.#lifeDeadInRecovery === this.#life - 1);
    this.#lifeDeadInRecovery = this.#life;
  }

  takeUnkept(entries: readonly JournalEntry[]): void {
    this.#steps.takeUnkept(entries);
  }

  /** Takes a step; `view` is how the engine stands after it, null where that cannot have changed. */
  takeStep(step: SeenStep, view: EngineView | null, messages: number): void {
    this.#lookAtClock(step);
    this.#steps.take(step, view);
    if (view === null) return;
    const isRestart = step.event.kind === 'restarted';
    const leaving = rolesLeaving(step, view);
    this.#standing.take({ view, life: this.#life, isRestart, messages, leaving });
  }

  #lookAtClock({ event, effects }: SeenStep): void {
    const { wallOffsetMs, nowMs, stalledUntilMs } = this.#machine;
    this.reach('wall clock set back', wallOffsetMs < this.#offsetMs);
    this.reach('wall clock set forward', wallOffsetMs > this.#offsetMs);
    this.#offsetMs = wallOffsetMs;
    if (nowMs !== stalledUntilMs) return;
    this.reach('timer fires late after a stall', event.kind === 'commands-emitted');
    const isSquaringOff = effects.some((effect) => {
      return effect.kind === 'notice' && effect.notice.code === 'square-off-started';
    });
    this.reach('square-off time slept over', isSquaringOff);
  }
}

function rolesLeaving({ effects }: SeenStep, view: EngineView): readonly string[] {
  const tags = new Set<string>();
  for (const effect of effects) {
    if (effect.kind !== 'attempt' || effect.attempt.kind !== 'place') continue;
    for (const { tag } of effect.attempt.request.elements) tags.add(tag);
  }
  if (tags.size === 0) return [];
  return view.intents.flatMap(({ tag, role }) => (tags.has(tag) ? role : []));
}

const BEFALLEN: Readonly<Record<IoKind, Readonly<Partial<Record<IoVerdict, Situation>>>>> = {
  append: {
    'crash-before': 'crash before a commit',
    'crash-after': 'crash after a commit',
    torn: 'torn tail',
  },
  send: {
    'crash-before': 'crash before the bytes left',
    'crash-after': 'crash after the bytes left',
  },
  answer: {
    'crash-before': 'crash before an answer is kept',
    'crash-after': 'crash before an answer is kept',
  },
  recover: {
    'crash-before': 'crash during recovery',
    'crash-after': 'crash during recovery',
    torn: 'crash during recovery',
  },
};

interface EngineLook {
  readonly view: EngineView;
  readonly life: number;
  readonly isRestart: boolean;
  readonly messages: number;
  readonly leaving: readonly string[];
}

interface Unknown {
  readonly life: number;
  readonly isLost: boolean;
}

/** As good as all that the budget gives. */
const BUSY_MESSAGES = 6;

/** Finds situations in how an engine stands, and in how that changes from look to look, over all lives. */
class StandingSituations {
  readonly #reach: Reach;
  readonly #before = new Map<string, IntentState>();
  readonly #unknown = new Map<string, Unknown>();
  readonly #partOrders = new Set<string>();
  #halt = 'active';

  constructor(reach: Reach) {
    this.#reach = reach;
  }

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
    const isAnyWorking = orders.some((order) => isWorking(order) && isOurs(order));
    this.#reach('restart with orders working', isAnyWorking);
    this.#reach('restart during a square-off', squareOffs.length > 0);
    this.#reach('restart while halted', halt.state !== 'active');
    this.#reach('restart with a held order', heldCount > 0);
    const isAnyOpen = baskets.some(({ dueMs }) => dueMs !== null);
    this.#reach('restart with a basket open', isAnyOpen);
  }

  #takeIntent(intent: IntentState, look: EngineLook): void {
    const { tag, state, orders, origin } = intent;
    const before = this.#before.get(tag);
    this.#reach('surplus closed', before === undefined && origin === 'surplus');
    if (state === 'unknown') this.#takeUnknown(tag, look);
    if (state === 'accepted') this.#takeFound(tag, look.life);
    this.#reach('order listed before it is answered', state === 'sending' && orders.length > 0);
    for (const order of orders) this.#takeOrder(order);
    if (before === undefined || isFailed(before) || !isFailed(intent)) return;
    this.#reach('hedge stands and its short is refused', hasHedge(intent, look.view));
  }

  #takeUnknown(tag: string, { life, isRestart }: EngineLook): void {
    if (this.#unknown.has(tag)) return;
    this.#unknown.set(tag, { life, isLost: isRestart });
    this.#reach('restart with an attempt under way', isRestart);
  }

  #takeFound(tag: string, life: number): void {
    const unknown = this.#unknown.get(tag);
    if (unknown === undefined) return;
    this.#unknown.delete(tag);
    this.#reach('order lost in a crash is found', unknown.isLost);
    this.#reach('unknown order found after a restart', unknown.life < life);
  }

  #takeOrder({ orderId, status, filledUnits }: Order): void {
    if (status !== 'cancelled' || filledUnits === 0 || this.#partOrders.has(orderId)) return;
    this.#partOrders.add(orderId);
    this.#reach('order cancelled after a part was filled');
  }

  #takeHalt({ halt, orders }: EngineView): void {
    const isNew = halt.state === 'halted' && this.#halt !== 'halted';
    this.#reach('halted while orders work', isNew && orders.some(isWorking));
    this.#halt = halt.state;
  }

  #takeWaiting({ view, messages, leaving }: EngineLook): void {
    const waiting = view.intents.filter(({ state }) => state === 'waiting');
    const isExitLeaving = leaving.includes('exit');
    this.#reach('exit sent while halted', view.halt.state !== 'active' && isExitLeaving);
    const isBusy = messages + leaving.length >= BUSY_MESSAGES;
    const isAnyHeldBack = isBusy && waiting.some(({ role }) => role === 'entry');
    this.#reach('entries wait for the budget', isAnyHeldBack);
    this.#reach('exits leave before waiting entries', isAnyHeldBack && isExitLeaving);
    const isAnyHalfSent = waiting.some((intent) => isHalfSent(intent, view));
    this.#reach('sliced order half sent', isAnyHalfSent);
  }

  #takeSquareOffs({ squareOffs, intents }: EngineView): void {
    const isPast = squareOffs.some(({ runId, scope }) => {
      return intents.some((intent) => {
        const isMeant = scope === 'all' || scope.includes(intent.leg);
        return intent.runId === runId && isMeant && intent.isUnresolved;
      });
    });
    this.#reach('square-off past an unseen order', isPast);
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
