import { defined, isSameJson } from '../../base/json.ts';
import { type Attempt, type Effect, type EngineRecord } from '../../engine/effect.ts';
import { type PlannedOrder } from '../../engine/engine.ts';
import { type AttemptResult, type EngineEvent } from '../../engine/event.ts';
import { type Quote } from '../../model/market/quote.ts';
import { isInScope, type LegScope } from '../../model/orders/command.ts';
import { type Order, type Role } from '../../model/orders/order.ts';
import { type Notice } from '../../notices/notice.ts';
import { reasonOf, whyNotText } from '../../notices/refusals.ts';
import { type RunHeader } from '../../model/runs/run.ts';
import { type ElementOutcome } from '../../ports/orders.ts';
import { describeFailure } from '../../ports/outcome.ts';
import { type DecidedAgain } from './decisions-again.ts';
import {
  type DecidedCommand,
  type OrderStory,
  type RefusalStory,
  type RunStory,
  type StoryCause,
  type StoryStep,
} from './order-story.ts';

type Recorded<Kind extends EngineRecord['kind']> = Extract<EngineRecord, { readonly kind: Kind }>;
type Commanded = Pick<Recorded<'command'>, 'atMs' | 'index' | 'command'>;

/** A leg, or all, that was to be flat from then on. */
interface Goal {
  readonly atMs: number;
  readonly scope: LegScope;
  readonly reason: string;
  readonly origin: string;
  /** The command that set it; null where the strategy did not. */
  readonly commandIndex: number | null;
}

/** What is known of an order while the day is read. */
interface OrderSoFar extends Pick<OrderStory, 'tag' | 'leg' | 'role' | 'prices'> {
  readonly planned: PlannedOrder | null;
  /** What its leg was to be flat for when it was let in; null where nothing said so. */
  readonly goal: Goal | null;
  readonly orderIds: Set<string>;
  readonly steps: StoryStep[];
  seen: Pick<Order, 'statusWord' | 'filledUnits' | 'filledValuePaise'> | null;
}

/** The same of a refusal. */
interface RefusalSoFar extends Omit<RefusalStory, 'decision' | 'runId'> {
  commandIndex: number | null;
}

/** The same of a run. */
interface RunSoFar {
  readonly header: RunHeader;
  readonly commands: Commanded[];
  readonly goals: Goal[];
  readonly orders: OrderSoFar[];
  readonly refusals: RefusalSoFar[];
  ended: RunStory['ended'];
}

type RunStarted = Extract<EngineEvent, { readonly kind: 'run-started' }>;

/** Folds the steps of a day's engine into what became of each order, and why. */
export class DayStories {
  readonly #plannedOrder: (tag: string) => PlannedOrder | undefined;
  readonly #runs = new Map<string, RunSoFar>();
  readonly #byTag = new Map<string, OrderSoFar>();
  readonly #byOrderId = new Map<string, OrderSoFar>();
  /** Tags that were placed, or orders that were changed, by attempt. */
  readonly #attempts = new Map<string, readonly string[]>();
  readonly #quotes = new Map<string, Quote>();
  /** Names of brokers by their identifiers; the account's own has none. */
  readonly #brokers = new Map<string, string>();
  /** The last refusal of the step under way that names no command yet; null where there is none. */
  #refused: RefusalSoFar | null = null;

  constructor(plannedOrder: (tag: string) => PlannedOrder | undefined) {
    this.#plannedOrder = plannedOrder;
  }

  /** Takes a step of the engine. */
  take(event: EngineEvent, effects: readonly Effect[]): void {
    this.#refused = null;
    if (event.kind === 'poll-ended') this.#takePoll(event);
    else if (event.kind === 'attempt-ended') this.#takeAnswer(event);
    else if (event.kind === 'run-started') this.#start(event);
    for (const effect of effects) this.#takeEffect(effect, event.atMs);
  }

  /**
   * The runs, in the order in which they started. `again` is what each decided when it was shown the day again, and `problemOf`
   * why one could not be.
   */
  runs(
    again: (runId: string) => readonly DecidedAgain[],
    problemOf: (runId: string) => string | null,
  ): readonly RunStory[] {
    return [...this.#runs.values()].map((run) => {
      const { runId, strategy } = run.header;
      const decided = again(runId);
      const decisions = run.commands.map((command) => decisionOf(runId, command, decided));
      const decisionAt = (index: number | null): DecidedCommand | null =>
        index === null ? null : (decisions[index] ?? null);
      return {
        ...{ runId, strategy, problem: problemOf(runId), ended: run.ended, decisions },
        orders: run.orders.map((order) => storyOf(runId, order, decisions)),
        refusals: run.refusals.map(({ commandIndex, ...refusal }) => ({
          ...{ runId, ...refusal, decision: decisionAt(commandIndex) },
        })),
      };
    });
  }

  #start({ run: header, broker, carried = [] }: RunStarted): void {
    for (const of of [broker, ...carried.map(({ overnight }) => overnight?.broker)]) {
      if (of !== undefined && of.name !== '') this.#brokers.set(of.brokerId, of.name);
    }
    const run = { header, commands: [], goals: [], orders: [], refusals: [], ended: null };
    this.#runs.set(header.runId, run);
  }

  #takeEffect(effect: Effect, atMs: number): void {
    if (effect.kind === 'record') this.#takeRecord(effect.entry);
    else if (effect.kind === 'attempt') this.#takeSent(effect.attempt, atMs);
    else if (effect.kind === 'notice') this.#takeNotice(effect.notice, atMs);
    else if (effect.kind === 'deliver' && effect.input.kind === 'command-refused') {
      this.#nameCommand(effect.input.commandIndex);
    }
  }

  #takeRecord(record: EngineRecord): void {
    switch (record.kind) {
      case 'command':
        this.#runs.get(record.runId)?.commands.push(record);
        break;
      case 'intent':
        this.#letIn(record);
        break;
      case 'run-ended': {
        const { runId, atMs, how, detail } = record;
        const run = this.#runs.get(runId);
        if (run !== undefined) run.ended = { atMs, how, detail };
        break;
      }
      case 'run-started':
      case 'attempt':
      case 'outcome':
      case 'halt':
        break;
    }
  }

  #letIn({ runId, tag, leg, role, atMs }: Recorded<'intent'>): void {
    const run = this.#runs.get(runId);
    if (run === undefined) return;
    const planned = this.#plannedOrder(tag) ?? null;
    const goal = run.goals.findLast(({ scope }) => isInScope(leg, scope)) ?? null;
    const { underlying = '', symbol = '' } = planned?.order.contract ?? {};
    const prices = [underlying, symbol].flatMap((of) => this.#quotes.get(of) ?? []);
    const steps: StoryStep[] = [{ atMs, step: 'let-in' }];
    const about = { tag, leg, role: role as Role, prices, planned, goal };
    const order = { ...about, steps, orderIds: new Set<string>(), seen: null };
    run.orders.push(order);
    this.#byTag.set(tag, order);
  }

  #takeSent(sent: Attempt, atMs: number): void {
    const { attemptId } = sent;
    if (sent.kind === 'place') {
      const { elements, brokerId } = sent.request;
      const broker = defined({ broker: this.#brokers.get(brokerId) });
      this.#attempts.set(
        attemptId,
        elements.map(({ tag }) => tag),
      );
      for (const { tag, terms } of elements) {
        this.#byTag.get(tag)?.steps.push({ atMs, step: 'sent', what: 'place', terms, ...broker });
      }
    } else if (sent.kind === 'modify') {
      this.#attempts.set(
        attemptId,
        sent.elements.map(({ orderId }) => orderId),
      );
      for (const { orderId, terms } of sent.elements) {
        this.#byOrderId.get(orderId)?.steps.push({ atMs, step: 'sent', what: 'modify', terms });
      }
    } else if (sent.kind === 'cancel') {
      this.#attempts.set(attemptId, sent.orderIds);
      for (const orderId of sent.orderIds) {
        this.#byOrderId.get(orderId)?.steps.push({ atMs, step: 'sent', what: 'cancel' });
      }
    }
  }

  #takeAnswer({ attemptId, result, atMs }: Extract<EngineEvent, { kind: 'attempt-ended' }>): void {
    const keys = this.#attempts.get(attemptId) ?? [];
    this.#attempts.delete(attemptId);
    if (!isOfOrders(result)) return;
    const { kind: what, outcome } = result;
    for (const key of keys) {
      const order = what === 'place' ? this.#byTag.get(key) : this.#byOrderId.get(key);
      const answer = answerTo(key, outcome);
      if (order === undefined || answer === null) continue;
      const { kind, detail } = answer;
      order.steps.push({ atMs, step: 'answered', what, outcome: kind, detail });
      if ('orderId' in answer) this.#name(order, answer.orderId);
    }
  }

  #name(order: OrderSoFar, orderId: string | null): void {
    if (orderId === null) return;
    order.orderIds.add(orderId);
    this.#byOrderId.set(orderId, order);
  }

  #takePoll(event: Extract<EngineEvent, { kind: 'poll-ended' }>): void {
    if (event.outcome.kind !== 'accepted') return;
    if (event.subject === 'quotes') {
      for (const quote of event.outcome.value) this.#quotes.set(quote.symbol, quote);
    } else if (event.subject === 'orders') {
      for (const order of event.outcome.value.changed) this.#see(order, event.atMs);
    } else if (event.subject === 'orders-of-tag') {
      for (const order of event.outcome.value) this.#see(order, event.atMs);
    }
  }

  #see(shown: Order, atMs: number): void {
    const order = this.#byTag.get(shown.tag);
    if (order === undefined) return;
    this.#name(order, shown.orderId);
    const { statusWord: status, filledUnits, filledValuePaise, rejectionReason } = shown;
    const { seen } = order;
    if (seen?.statusWord === status && seen.filledUnits === filledUnits) return;
    const fillUnits = filledUnits - (seen?.filledUnits ?? 0);
    const fillValuePaise = filledValuePaise - (seen?.filledValuePaise ?? 0);
    const fills = { filledUnits, fillUnits, fillValuePaise };
    order.steps.push({ atMs, step: 'seen', status, ...fills, rejection: rejectionReason });
    order.seen = shown;
  }

  #takeNotice(notice: Notice, atMs: number): void {
    const { code, runId } = notice;
    const run = runId === null ? undefined : this.#runs.get(runId);
    if (run === undefined) return;
    if (code === 'square-off-started') {
      const { scope, reason, origin } = notice.facts;
      // The notice is of the step of the command that set it.
      const last = run.commands.at(-1)?.index ?? null;
      const commandIndex = origin === 'strategy' ? last : null;
      run.goals.push({ atMs, scope, reason, origin, commandIndex });
    } else if (code === 'refused') {
      const { leg, why } = notice.facts;
      const about = { code: reasonOf(why), reason: whyNotText(why) };
      this.#refused = { atMs, leg, ...about, commandIndex: null };
      run.refusals.push(this.#refused);
    }
  }

  /** The run hears of a refusal right after people do, and by the number of its command. */
  #nameCommand(commandIndex: number): void {
    if (this.#refused !== null) this.#refused.commandIndex = commandIndex;
    this.#refused = null;
  }
}

function decisionOf(
  runId: string,
  { atMs, index, command }: Commanded,
  decided: readonly DecidedAgain[],
): DecidedCommand {
  const again = decided[index];
  const isSame = again !== undefined && isSameJson(again.command, command);
  const { shown, place } = isSame ? again : { shown: null, place: null };
  return { runId, index, atMs: isSame ? again.atMs : atMs, command, shown, place };
}

function storyOf(
  runId: string,
  { tag, leg, role, planned, goal, orderIds, prices, steps }: OrderSoFar,
  decisions: readonly DecidedCommand[],
): OrderStory {
  const { contract, side = 'buy', quantityUnits = 0 } = planned?.order ?? {};
  return {
    ...{ runId, leg, role, tag, symbol: contract?.symbol ?? '', side, quantityUnits },
    ...{ orderIds: [...orderIds], prices, steps },
    cause: causeOf(planned, goal, decisions),
  };
}

function causeOf(
  planned: PlannedOrder | null,
  goal: Goal | null,
  decisions: readonly DecidedCommand[],
): StoryCause {
  if (planned === null) return { by: 'engine', what: 'unknown' };
  const { origin, commandIndex } = planned;
  const own = commandIndex === null ? undefined : decisions[commandIndex];
  if (own !== undefined) return { by: 'command', decision: own };
  if (origin === 'square-off' && goal !== null) return ofGoal(goal, decisions);
  const isKnown = origin === 'replacement' || origin === 'surplus';
  return { by: 'engine', what: isKnown ? origin : 'unknown' };
}

function ofGoal(goal: Goal, decisions: readonly DecidedCommand[]): StoryCause {
  const { atMs, origin, reason, commandIndex } = goal;
  const own = commandIndex === null ? undefined : decisions[commandIndex];
  return { by: 'square-off', atMs, origin, reason, decision: own ?? null };
}

type OfOrders = Extract<AttemptResult, { readonly kind: 'place' | 'modify' | 'cancel' }>;

function isOfOrders(result: AttemptResult): result is OfOrders {
  return result.kind === 'place' || result.kind === 'modify' || result.kind === 'cancel';
}

type Answer =
  Pick<ElementOutcome, 'kind' | 'detail'> | Extract<ElementOutcome, { kind: 'accepted' }>;

/** What an outcome says of one order. */
function answerTo(key: string, outcome: OfOrders['outcome']): Answer | null {
  if (outcome.kind === 'accepted') return outcome.value.get(key) ?? null;
  return { kind: outcome.kind, detail: describeFailure(outcome) };
}
