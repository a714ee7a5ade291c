import { type EngineLimits } from '../../engine/engine-limits.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { type Order } from '../../model/orders/order.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { type FaultSwitch } from '../faults/fault-switch.ts';
import { type OracleFacts } from '../oracle/oracle-facts.ts';
import { type SeenStep } from '../oracle/seen-step.ts';
import { type SentWrite } from '../oracle/sent-order.ts';
import { AskedJudge } from './asked-judge.ts';
import { Declared, type DeclaredCommand } from './declared.ts';
import { RoomForExits, uncoveringIn, wrongPriceIn } from './exit-judges.ts';
import { FlatJudge } from './flat-judge.ts';
import { type Ground, type QuoteOf } from './ground.ts';
import { LegsAtExchange } from './legs-at-exchange.ts';
import { boundsOf, Calm, Overdue } from './overdue.ts';
import { ProtectedJudge } from './protected-judge.ts';
import { WhatWasRead } from './what-was-read.ts';

/** What the judges of positions look at beside the facts of the oracle. */
export interface PositionSources {
  readonly faults: FaultSwitch;
  readonly quoteOf: QuoteOf;
  readonly limits: () => Partial<EngineLimits>;
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
  readonly #facts: OracleFacts;
  readonly #limits: PositionSources['limits'];
  readonly #on: Ground;
  readonly #protected: ProtectedJudge;
  readonly #flat: FlatJudge;
  readonly #asked: AskedJudge;
  readonly #room: RoomForExits;
  #isDayEnding = false;

  constructor(
    facts: OracleFacts,
    { faults, quoteOf, limits }: PositionSources,
    violate: Ground['violate'],
  ) {
    const { plan, truth, machine } = facts;
    this.#facts = facts;
    this.#limits = limits;
    this.calm = new Calm(faults, machine);
    const legs = new LegsAtExchange(truth);
    this.#on = {
      ...{ machine, truth, legs, quoteOf, violate, priceStepMs: plan.priceStepMs },
      read: new WhatWasRead(truth),
      declared: new Declared({
        onCommand: this.#takeCommand.bind(this),
        onIntent: legs.takeIntent.bind(legs),
        onRequest: this.#takeRequest.bind(this),
      }),
      overdue: new Overdue(this.calm),
      bounds: boundsOf(plan),
    };
    this.#protected = new ProtectedJudge(this.#on);
    this.#flat = new FlatJudge(this.#on);
    this.#asked = new AskedJudge(this.#on, this.#flat.isGoal.bind(this.#flat));
    this.#room = new RoomForExits(truth);
  }

  begin(isFirst: boolean): void {
    const { declared, legs, machine, read } = this.#on;
    this.calm.begin();
    declared.begin();
    legs.begin(machine.nowMs);
    read.hasReadOrders = isFirst;
  }

  takeDurable(entries: readonly JournalEntry[]): void {
    this.calm.takeKept(true);
    this.#on.declared.takeDurable();
    for (const entry of entries) if (entry.kind === 'intent') this.#on.legs.takeIntent(entry);
  }

  takeStep(step: SeenStep): void {
    const { machine, legs, read, declared } = this.#on;
    this.calm.takeStep(step);
    legs.takeStep(step, machine.nowMs);
    this.#room.takeStep(step);
    read.takeStep(step, machine.nowMs);
    declared.takeStep(step, machine.nowMs);
    this.#asked.takeStep(step);
    const { event } = step;
    if (event.kind === 'run-ended' && event.how === 'failed') {
      this.#wantFlat([event.runId], 'its run failed');
    }
  }

  takeOrders(orders: readonly Order[]): void {
    this.#asked.takeOrders(orders);
  }

  takeSend(write: SentWrite): void {
    const { machine, read } = this.#on;
    const isEarly = write.kind === 'place' && !read.hasReadOrders;
    const found = {
      I34: this.#room.crowdedBy(write, machine.nowMs, this.#limits()),
      I38: uncoveringIn(write, this.#on, this.#flat.isOneGoal.bind(this.#flat)),
      I37: isEarly ? 'An order left after a restart before the orders were read' : null,
      I33: wrongPriceIn(write, this.#on),
    };
    for (const [invariant, what] of Object.entries(found)) {
      if (what !== null) this.#on.violate(invariant, what);
    }
  }

  look(): void {
    const { machine, truth, legs } = this.#on;
    const { nowMs } = machine;
    const { sessions } = this.#facts.plan.day;
    if (!sessions.some(({ startMs, endMs }) => nowMs >= startMs && nowMs < endMs)) return;
    if (!this.#isDayEnding && nowMs >= this.#facts.closeMs - INTRADAY_ENDS_MS) {
      this.#isDayEnding = true;
      this.#wantFlat(legs.runs(), 'intraday positions end', (runId, leg) => {
        return legs.hasProduct(runId, leg, 'intraday');
      });
    }
    for (const held of truth.holdings.values()) {
      const isGoal = this.#flat.isGoal(held.runId, held.leg);
      this.#protected.look(held, isGoal || truth.meddledSymbols.has(held.symbol));
    }
    this.#flat.look();
    this.#asked.look();
  }

  lookAtEnd(): void {
    this.#asked.lookAtEnd();
  }

  #takeCommand(declared: DeclaredCommand): void {
    this.#protected.takeCommand(declared);
    this.#flat.takeCommand(declared);
    this.#asked.takeCommand(declared);
  }

  /** An operator who flattens, or releases a run to be flattened, wants all of it flat. */
  #takeRequest(request: OperatorRequest): void {
    const isRelease = request.action === 'release' && request.how === 'flatten';
    if (request.action !== 'flatten' && !isRelease) return;
    const runs = request.runId === null ? this.#on.legs.runs() : [request.runId];
    this.#wantFlat(runs, 'the operator flattens');
  }

  #wantFlat(
    runs: readonly string[],
    why: string,
    isMeant: (runId: string, leg: string) => boolean = () => true,
  ): void {
    for (const runId of runs) {
      const legs = this.#on.legs.namesOf(runId).filter((leg) => isMeant(runId, leg));
      this.#flat.add(runId, legs, { sinceMs: this.#on.machine.nowMs, why });
    }
  }
}
