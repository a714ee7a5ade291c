import { type EngineLimits } from '../../engine/engine-limits.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { type Order, type Product } from '../../model/orders/order.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { type DrillDayPlan } from '../drill-day-plan.ts';
import { type FaultSwitch } from '../faults/fault-switch.ts';
import { type SeenStep } from '../oracle/seen-step.ts';
import { type SentWrite } from '../oracle/sent-order.ts';
import { type Truth } from '../oracle/truth.ts';
import { type Machine } from '../process/machine.ts';
import { AskedJudge } from './asked-judge.ts';
import { Declared, type DeclaredCommand, wantedFlat } from './declared.ts';
import { CoverJudge, ExitPriceJudge, RoomForExits } from './exit-judges.ts';
import { FlatJudge, type QuoteOf } from './flat-judge.ts';
import { LegsAtExchange } from './legs-at-exchange.ts';
import { boundsOf, Calm, Overdue } from './overdue.ts';
import { ProtectedJudge } from './protected-judge.ts';
import { ReadOrders } from './read-orders.ts';

/** What the judges of positions look at. */
export interface PositionJudgesParts {
  readonly plan: DrillDayPlan;
  readonly machine: Machine;
  readonly truth: Truth;
  readonly faults: FaultSwitch;
  readonly quoteOf: QuoteOf;
  readonly limits: () => Partial<EngineLimits>;
  readonly violate: (invariant: string, detail: string) => void;
}

/** Intraday positions are to be flat from this long before the close; written down here once more. */
const INTRADAY_ENDS_MS = 300_000;

/**
 * Judges positions rather than orders: those at the exchange against what strategies and the operator asked
 * for. It knows what excuses a delay from the plan and the world; of the engine it takes the commands that were
 * given to it, and nothing that it thinks of them.
 */
export class PositionJudges {
  readonly calm: Calm;
  readonly #parts: PositionJudgesParts;
  readonly #declared: Declared;
  readonly #legs: LegsAtExchange;
  readonly #protected: ProtectedJudge;
  readonly #flat: FlatJudge;
  readonly #prices: ExitPriceJudge;
  readonly #asked: AskedJudge;
  readonly #room: RoomForExits;
  readonly #cover: CoverJudge;
  readonly #read: ReadOrders;
  readonly #closeMs: number;
  #isDayEnding = false;
  #hasRead = true;

  constructor(parts: PositionJudgesParts) {
    const { truth, quoteOf, plan } = parts;
    this.#parts = parts;
    this.calm = new Calm(parts.faults, parts.machine);
    const overdue = new Overdue(this.calm);
    this.#legs = new LegsAtExchange(truth);
    const bounds = boundsOf(plan);
    this.#read = new ReadOrders(truth);
    this.#protected = new ProtectedJudge(this.#legs, overdue, bounds.unprotectedMs);
    this.#flat = new FlatJudge({
      truth,
      legs: this.#legs,
      overdue,
      quoteOf,
      bounds,
      read: this.#read,
    });
    this.#asked = new AskedJudge(truth, this.#legs, overdue);
    this.#room = new RoomForExits(truth);
    this.#cover = new CoverJudge({
      ...{ truth, read: this.#read, isOneGoal: this.#flat.isOneGoal.bind(this.#flat) },
    });
    this.#declared = new Declared({
      onCommand: this.#takeCommand.bind(this),
      onIntent: this.#legs.takeIntent.bind(this.#legs),
      onRequest: this.#takeRequest.bind(this),
    });
    this.#prices = new ExitPriceJudge({
      truth,
      declared: this.#declared,
      quoteOf,
      stepMs: plan.priceStepMs,
    });
    this.#closeMs = plan.day.sessions.at(-1)?.endMs ?? -Infinity;
  }

  begin(isFirst: boolean): void {
    this.calm.begin();
    this.#declared.begin();
    this.#legs.begin(this.#parts.machine.nowMs);
    this.#hasRead = isFirst;
  }

  end(): void {
    this.calm.end();
  }

  takeDurable(entries: readonly JournalEntry[]): void {
    this.calm.takeKept(true);
    this.#declared.takeDurable();
    for (const entry of entries) if (entry.kind === 'intent') this.#legs.takeIntent(entry);
  }

  takeStep(step: SeenStep): void {
    const { event } = step;
    const { nowMs } = this.#parts.machine;
    this.calm.takeStep(step);
    this.#legs.takeStep(step, nowMs);
    this.#room.takeStep(step);
    this.#read.takeStep(step);
    this.#declared.takeStep(step, nowMs);
    const lost = this.#asked.takeStep(step);
    if (lost !== null) this.#parts.violate('I35', lost);
    if (event.kind === 'poll-ended' && event.outcome.kind === 'accepted') {
      if (event.subject === 'quotes') this.#prices.takeQuotes(event.outcome.value, nowMs);
      if (event.subject === 'orders') this.#hasRead = true;
    }
    if (event.kind === 'run-ended' && event.how === 'failed') {
      this.#add(event.runId, 'its run failed');
    }
  }

  takeOrders(orders: readonly Order[]): void {
    this.#asked.takeOrders(orders);
  }

  takeSend(write: SentWrite): void {
    const { machine, violate } = this.#parts;
    const crowd = this.#room.takeSend(write, machine.nowMs, this.#parts.limits());
    if (crowd !== null) violate('I34', crowd);
    const bare = this.#cover.takeSend(write);
    if (bare !== null) violate('I38', bare);
    if (write.kind === 'place' && !this.#hasRead) {
      violate('I37', 'An order left after a restart before the orders were read');
    }
    const what = this.#prices.look(write, machine.nowMs);
    if (what !== null) violate('I33', what);
  }

  look(): void {
    const { machine, violate, plan } = this.#parts;
    const { nowMs } = machine;
    const isOpen = plan.day.sessions.some(
      ({ startMs, endMs }) => nowMs >= startMs && nowMs < endMs,
    );
    if (!isOpen) return;
    if (!this.#isDayEnding && nowMs >= this.#closeMs - INTRADAY_ENDS_MS) {
      this.#isDayEnding = true;
      for (const runId of this.#legs.runs()) this.#add(runId, 'intraday positions end', 'intraday');
    }
    this.#lookAtProtections(nowMs);
    for (const what of this.#flat.look(nowMs)) violate('I32', what);
    const isGoal = this.#flat.isGoal.bind(this.#flat);
    for (const what of this.#asked.look(nowMs, isGoal)) violate('I35', what);
  }

  #lookAtProtections(nowMs: number): void {
    const { truth, violate } = this.#parts;
    for (const held of truth.holdings.values()) {
      const { runId, leg, symbol, netUnits } = held;
      if (netUnits === 0) this.#protected.takeFlat(held);
      const isOthers = truth.meddledSymbols.has(symbol) || this.#flat.isGoal(runId, leg);
      const what = this.#protected.look(isOthers ? { ...held, netUnits: 0 } : held, nowMs);
      if (what !== null) violate('I31', what);
    }
  }

  lookAtEnd(): void {
    const what = this.#asked.lookAtEnd();
    if (what !== null) this.#parts.violate('I35', what);
  }

  #takeCommand(declared: DeclaredCommand): void {
    this.#protected.takeCommand(declared);
    this.#flat.takeCommand(declared);
    this.#asked.takeCommand(declared);
  }

  #takeRequest(request: OperatorRequest): void {
    const wanted = wantedFlat(request);
    if (wanted === null) return;
    const runs = wanted.runId === null ? [...this.#legs.runs()] : [wanted.runId];
    for (const runId of runs) this.#add(runId, 'the operator flattens');
  }

  #add(runId: string, why: string, product?: Product): void {
    const legs = this.#legs.namesOf(runId).filter((leg) => {
      return product === undefined || this.#legs.hasProduct(runId, leg, product);
    });
    this.#flat.add({ runId, scope: legs, sinceMs: this.#parts.machine.nowMs, why });
  }
}
