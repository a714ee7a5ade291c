import { type EngineView, type IntentState } from '../../engine/engine-view.ts';
import { type EngineEvent } from '../../engine/event.ts';
import { isTerminal, isWorking } from '../../model/orders/order-machine.ts';
import { type Order } from '../../model/orders/order.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { type SeenStep } from '../oracle/seen-step.ts';
import { type IoKind, type IoVerdict } from '../process/io-points.ts';
import { type Machine } from '../process/machine.ts';
import { StepSituations } from './of-steps.ts';
import { type Situation, Situations } from './situations.ts';

/** What is known at a step beside the step. */
export interface StepContext {
  /** How the engine stands after it; null where that cannot have changed. */
  readonly view: EngineView | null;
  readonly messages: number;
}

/** Counts the rare situations of a day. It judges nothing. */
export class SituationWatch {
  readonly situations = new Situations();
  readonly #process: ProcessSituations;
  readonly #steps: StepSituations;
  readonly #standing: StandingSituations;

  constructor(machine: Machine) {
    const { reach } = this.situations;
    this.#process = new ProcessSituations(reach, machine);
    this.#steps = new StepSituations(reach);
    this.#standing = new StandingSituations(reach);
  }

  begin(): void {
    this.#process.begin();
  }

  /** Takes what befalls the process at a point of input and output. */
  takeVerdict(kind: IoKind, verdict: IoVerdict): void {
    this.#process.takeVerdict(kind, verdict);
  }

  takeUnkept(entries: readonly JournalEntry[]): void {
    this.#steps.takeUnkept(entries);
  }

  takeStep(step: SeenStep, { view, messages }: StepContext): void {
    this.#process.takeStep(step);
    this.#steps.take(step, view);
    if (view === null) return;
    const { life } = this.#process;
    const isRestart = step.event.kind === 'restarted';
    this.#standing.take({ view, life, isRestart, messages, leaving: rolesLeaving(step, view) });
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

type Reach = (name: Situation) => void;

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

class ProcessSituations {
  readonly #reach: Reach;
  readonly #machine: Machine;
  #life = -1;
  #lifeDeadInRecovery = -1;
  #offsetMs = 0;

  constructor(reach: Reach, machine: Machine) {
    this.#reach = reach;
    this.#machine = machine;
  }

  /** Number of the present life, from 0. */
  get life(): number {
    return this.#life;
  }

  begin(): void {
    this.#life += 1;
  }

  /** Takes what befalls the process at a point of input and output. */
  takeVerdict(kind: IoKind, verdict: IoVerdict): void {
    const name = BEFALLEN[kind][verdict];
    if (name === undefined) return;
    this.#reach(name);
    if (kind !== 'recover') return;
    if (this.#lifeDeadInRecovery === this.#life - 1) {
      this.#reach('two crashes in recovery in a row');
    }
    this.#lifeDeadInRecovery = this.#life;
  }

  takeStep({ event, effects }: SeenStep): void {
    const { wallOffsetMs, nowMs, stalledUntilMs } = this.#machine;
    if (wallOffsetMs !== this.#offsetMs) {
      this.#reach(wallOffsetMs < this.#offsetMs ? 'wall clock set back' : 'wall clock set forward');
      this.#offsetMs = wallOffsetMs;
    }
    if (nowMs !== stalledUntilMs) return;
    if (isDecided(event)) this.#reach('timer fires late after a stall');
    const isSquaringOff = effects.some((effect) => {
      return effect.kind === 'notice' && effect.notice.code === 'square-off-started';
    });
    if (isSquaringOff) this.#reach('square-off time slept over');
  }
}

function isDecided(event: EngineEvent): boolean {
  return event.kind === 'commands-emitted';
}

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
