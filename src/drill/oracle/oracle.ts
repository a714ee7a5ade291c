import { type EngineView } from '../../engine/engine-view.ts';
import { type Order } from '../../model/orders/order.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { type TransportRequest, type TransportResult } from '../../ports/transport.ts';
import { answerInvariants } from '../invariants/at-answer.ts';
import { endInvariants, quietDayInvariants } from '../invariants/at-end.ts';
import { Arrivals, fillInvariants, type RequestUnderway } from '../invariants/at-platform.ts';
import { sendInvariants } from '../invariants/at-send.ts';
import { stepInvariants } from '../invariants/at-step.ts';
import { Logins } from '../invariants/logins.ts';
import { FoldCheck, type FoldedEngine, whatJournalsMustNotHold } from '../invariants/of-journal.ts';
import { oneByOneSendInvariants } from '../invariants/one-by-one.ts';
import { isIn } from '../positions/declared.ts';
import { type PositionJudges } from '../positions/position-judges.ts';
import { type IoKind, type IoVerdict } from '../process/io-points.ts';
import { type Situation } from '../situations/situations.ts';
import { type SituationWatch } from '../situations/watch-situations.ts';
import { type Judge, type OracleFacts, type Violation } from './oracle-facts.ts';
import { type SeenStep } from './seen-step.ts';
import { readWrite } from './sent-order.ts';
import { type TrueFill } from './truth.ts';

const VIOLATIONS_MAX = 20;

// Asked after every event: as lists, which are made once.
const ONE_BY_ONE = Object.entries(oneByOneSendInvariants);
const AT_SEND = Object.entries(sendInvariants);
const AT_STEP = Object.entries(stepInvariants);
const AT_ANSWER = Object.entries(answerInvariants);
const AT_FILL = Object.entries(fillInvariants);
const AT_END = Object.entries(endInvariants);
const QUIET_DAY = Object.entries(quietDayInvariants);

/** Holds what happens against the invariants, from the outside. */
export class Oracle {
  readonly violations: Violation[] = [];
  readonly #facts: OracleFacts;
  readonly #watch: SituationWatch;
  readonly #folds = new FoldCheck();
  readonly #arrivals = new Arrivals();
  readonly #logins = new Logins();
  #positions: PositionJudges | null = null;
  #view: (() => EngineView) | null = null;
  #entries = 0;
  #onFirst: (violation: Violation) => void = () => undefined;

  constructor(facts: OracleFacts, watch: SituationWatch) {
    this.#facts = facts;
    this.#watch = watch;
  }

  tellFirst(to: (violation: Violation) => void): void {
    this.#onFirst = to;
  }

  judgePositions(judges: PositionJudges): void {
    this.#positions = judges;
  }

  get facts(): OracleFacts {
    return this.#facts;
  }

  /** A new life of the process begins: what it remembers it has to remember anew. */
  begin(engine: FoldedEngine): void {
    const { before, shown } = this.#facts;
    this.#positions?.begin(this.#view === null);
    this.#view = engine.view;
    this.#watch.begin();
    this.#folds.begin(engine);
    before.clear();
    shown.clear();
    this.#facts.memory.begin();
    this.#logins.begin();
    this.#facts.flaws = { isFailed: false, malformedToldAtMs: -Infinity };
    this.#facts.cleanPolls.begin();
  }

  /** The journal is open again: what it holds must lead to where the process stood that died. */
  takeReopened(entries: () => Iterable<JournalEntry>): void {
    const difference = this.#folds.judge(entries);
    if (difference !== null) this.violate('I15', difference);
  }

  takeDurable(entries: readonly JournalEntry[]): void {
    const { truth, plan } = this.#facts;
    const changed = truth.takeDurable(entries);
    for (const entry of entries) if (entry.kind === 'intent') this.#facts.stops.takeIntent(entry);
    if (changed !== null) this.violate('I29', changed);
    this.#positions?.takeDurable(entries);
    this.#folds.takeDurable();
    this.#entries += entries.length;
    const what = whatJournalsMustNotHold(entries, this.#entries, Object.values(plan.secrets));
    if (what !== null) this.violate(what.includes('secret') ? 'I20' : 'I22', what);
  }

  /** Takes what befalls the process at a point of input and output. */
  takeVerdict(kind: IoKind, verdict: IoVerdict): void {
    this.#watch.takeVerdict(kind, verdict);
    this.#folds.takeVerdict(kind, verdict);
  }

  takeUnkept(entries: readonly JournalEntry[]): void {
    this.#positions?.calm.takeKept(false);
    this.#watch.takeUnkept(entries);
  }

  takeBurial(): void {
    this.#positions?.end();
  }

  takeDeath(): void {
    this.#folds.takeDeath();
  }

  takeArrival(request: RequestUnderway): void {
    const what = this.#arrivals.takeArrival(request, this.#facts.machine.nowMs);
    if (what !== null) this.violate('I9', what);
  }

  takeSend(request: TransportRequest): void {
    const { truth, machine, departures } = this.#facts;
    const write = readWrite(request);
    this.#arrivals.takeSend(request, machine.nowMs);
    const hammered = this.#logins.takeSend(request, machine.processClock.nowMs());
    if (hammered !== null) this.violate('I21', hammered);
    this.#judge(ONE_BY_ONE, { facts: this.#facts, request, write });
    this.#judge(AT_SEND, { facts: this.#facts, request, write });
    if (write === null) return;
    this.#positions?.takeSend(write);
    for (let sent = 0; sent < write.orders.length + write.orderIds.length; sent += 1) {
      departures.push(machine.nowMs);
    }
    truth.sentAttempts.set(write.kind, (truth.sentAttempts.get(write.kind) ?? 0) + 1);
    if (write.kind !== 'place') return;
    const atMs = machine.nowMs;
    for (const { tag, quantityUnits } of write.orders) {
      const sent = truth.sentTags.get(tag);
      if (sent === undefined) {
        const offsetMs = machine.processOffsetMs;
        const times = { firstAtMs: atMs, lastAtMs: atMs, offsetMs };
        truth.sentTags.set(tag, { count: 1, ...times, quantityUnits });
      } else {
        sent.count += 1;
        sent.lastAtMs = atMs;
        sent.offsetMs = machine.processOffsetMs;
      }
    }
  }

  takeHeard(request: TransportRequest, result: TransportResult): void {
    this.#logins.takeHeard(request, result, this.#facts.machine.processClock.nowMs());
  }

  takeStep(step: SeenStep): void {
    const { machine, departures } = this.#facts;
    this.#folds.takeStep();
    this.#facts.tally.take(step);
    this.#positions?.takeStep(step);
    this.#takeAlarms(step);
    this.lookAtExchange();
    const view = isWorthALook(step) ? (this.#view?.() ?? null) : null;
    if (step.event.kind === 'restarted' && view !== null) this.#remember(view);
    this.#facts.memory.take(step, machine.nowMs);
    takeHedges(this.#facts, step);
    this.#judge(AT_STEP, { facts: this.#facts, step, view });
    this.#judge(AT_ANSWER, { facts: this.#facts, step, view });
    forgetBefore(departures, machine.nowMs - 1_000);
    this.#watch.takeStep(step, { view, messages: departures.length });
    if (view !== null) this.#rememberStates(view);
  }

  #rememberStates({ intents }: EngineView): void {
    const { before, memory, machine } = this.#facts;
    for (const { tag, state } of intents) {
      if (state !== 'sending' && before.get(tag) === 'sending') {
        memory.answeredAtMs.set(tag, machine.nowMs);
      }
      before.set(tag, state);
    }
  }

  #remember({ intents, runs }: EngineView): void {
    const { before, shown, memory } = this.#facts;
    for (const { runId, state } of runs) if (state === 'held') memory.heldRuns.add(runId);
    for (const { tag, state, runId, orders } of intents) {
      before.set(tag, state);
      for (const { orderId, filledUnits } of orders) {
        if (filledUnits > 0) shown.set(`${runId}\n${orderId}`, filledUnits);
      }
    }
  }

  #takeAlarms({ effects }: SeenStep): void {
    const { alarms, machine, missedExits } = this.#facts;
    for (const effect of effects) {
      if (effect.kind !== 'notice' || effect.notice.severity !== 'critical') continue;
      const { notice } = effect;
      alarms.push({ atMs: machine.nowMs, notice });
      if (notice.code === 'not-flat') missedExits.count += 1;
    }
  }

  lookAtExchange(): void {
    const { truth } = this.#facts;
    const orders = truth.takeOrders();
    if (orders.length > 0) this.#takeChanged(orders);
    this.#positions?.look();
  }

  #takeChanged(orders: readonly Order[]): void {
    const { truth } = this.#facts;
    const fills = truth.takeFills();
    this.#positions?.takeOrders(orders);
    this.#takeExposure(orders, fills);
    this.#judge(AT_FILL, { facts: this.#facts, orders, fills });
  }

  #takeExposure(orders: readonly Order[], fills: readonly TrueFill[]): void {
    const { naked, stops } = this.#facts;
    for (const order of orders) stops.takeOrder(order);
    for (const fill of fills) {
      naked.take(fill);
      stops.takeFill({ ...fill, symbol: fill.order.symbol });
    }
  }

  takeEnd(view: EngineView | null): void {
    this.lookAtExchange();
    this.#judge(AT_END, { facts: this.#facts, view });
    this.#judge(QUIET_DAY, { facts: this.#facts, view });
    this.#positions?.lookAtEnd();
  }

  reach(name: Situation): void {
    this.#watch.situations.reach(name);
  }

  violate(invariant: string, detail: string): void {
    if (this.violations.length >= VIOLATIONS_MAX) return;
    const violation = { invariant, atMs: this.#facts.machine.nowMs, detail };
    this.violations.push(violation);
    if (this.violations.length === 1) this.#onFirst(violation);
  }

  #judge<Facts>(invariants: readonly (readonly [string, Judge<Facts>])[], facts: Facts): void {
    for (const [name, judge] of invariants) {
      const detail = judge(facts);
      if (detail !== null) this.violate(name.split(' ', 1)[0] ?? name, detail);
    }
  }
}

function takeHedges({ naked, memory }: OracleFacts, { event }: SeenStep): void {
  if (event.kind !== 'commands-emitted') return;
  const { runId } = event;
  for (const command of event.commands) {
    if (command.kind === 'squareOff') naked.takeClose(runId, (leg) => isIn(command.legs, leg));
    if (command.kind !== 'place') continue;
    for (const { leg, role, side } of command.orders) {
      if (role !== 'entry') naked.takeClose(runId, (other) => other === leg);
      else if (side === 'sell') {
        naked.takeHedges(runId, leg, memory.hedgesOf.get(`${runId}\n${leg}`) ?? []);
      }
    }
  }
}

function forgetBefore(timesMs: number[], untilMs: number): void {
  while ((timesMs[0] ?? Infinity) <= untilMs) timesMs.shift();
}

function isWorthALook({ event, effects }: SeenStep): boolean {
  if (event.kind === 'poll-ended') {
    if (event.subject === 'orders' && event.outcome.kind === 'accepted') {
      if (event.outcome.value.changed.length > 0) return true;
    }
  } else if (event.kind !== 'time-passed') return true;
  return effects.some(({ kind }) => kind === 'record' || kind === 'notice');
}
