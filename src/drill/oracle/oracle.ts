import { type EngineView } from '../../engine/engine-view.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { type TransportRequest, type TransportResult } from '../../ports/transport.ts';
import { endInvariants } from '../invariants/at-end.ts';
import { Arrivals, fillInvariants } from '../invariants/at-platform.ts';
import { sendInvariants } from '../invariants/at-send.ts';
import { stepInvariants } from '../invariants/at-step.ts';
import { Logins } from '../invariants/logins.ts';
import { FoldCheck, type FoldedEngine, whatJournalsMustNotHold } from '../invariants/of-journal.ts';
import { PositionJudges, type PositionSources } from '../positions/position-judges.ts';
import { type IoKind, type IoVerdict } from '../process/io-points.ts';
import { SituationWatch } from '../situations/watch-situations.ts';
import { type Judge, type OracleFacts, type Violation } from './oracle-facts.ts';
import { listIn, type SeenStep } from './seen-step.ts';
import { readWrite, type RequestUnderway, type SentWrite } from './sent-order.ts';

const VIOLATIONS_MAX = 20;

// Asked after every event: as lists, which are made once.
const AT_SEND = Object.entries(sendInvariants);
const AT_STEP = Object.entries(stepInvariants);
const AT_FILL = Object.entries(fillInvariants);
const AT_END = Object.entries(endInvariants);

/** Holds what happens against the invariants, from the outside. */
export class Oracle {
  readonly violations: Violation[] = [];
  readonly facts: OracleFacts;
  readonly watch: SituationWatch;
  readonly #positions: PositionJudges;
  readonly #folds = new FoldCheck();
  readonly #arrivals = new Arrivals();
  readonly #logins = new Logins();
  #view: (() => EngineView) | null = null;
  #entries = 0;
  /** Called with the first violation. */
  onFirst: (violation: Violation) => void = () => undefined;

  constructor(facts: OracleFacts, sources: PositionSources) {
    this.facts = facts;
    this.watch = new SituationWatch(facts.machine);
    this.#positions = new PositionJudges(facts, sources, this.violate.bind(this));
  }

  /** A new life of the process begins: what it remembers it has to remember anew. */
  begin(engine: FoldedEngine): void {
    this.#positions.begin(this.#view === null);
    this.#view = engine.view;
    this.watch.begin();
    this.#folds.begin(engine);
    this.#logins.begin();
    this.facts.begin();
  }

  /** The journal is open again: what it holds must lead to where the process stood that died. */
  takeReopened(entries: () => Iterable<JournalEntry>): void {
    this.#check('I15', this.#folds.judge(entries));
  }

  takeDurable(entries: readonly JournalEntry[]): void {
    const { truth, plan, stops } = this.facts;
    const changed = truth.takeDurable(entries);
    for (const entry of entries) if (entry.kind === 'intent') stops.takeIntent(entry);
    this.#check('I29', changed);
    this.#positions.takeDurable(entries);
    this.#folds.takeDurable();
    this.#entries += entries.length;
    const what = whatJournalsMustNotHold(entries, this.#entries, Object.values(plan.secrets));
    if (what !== null) this.violate(what.includes('secret') ? 'I20' : 'I22', what);
  }

  /** Takes what befalls the process at a point of input and output. */
  takeVerdict(kind: IoKind, verdict: IoVerdict): void {
    this.watch.takeVerdict(kind, verdict);
    this.#folds.takeVerdict(kind, verdict);
  }

  takeUnkept(entries: readonly JournalEntry[]): void {
    this.#positions.calm.takeKept(false);
    this.watch.takeUnkept(entries);
  }

  takeBurial(): void {
    this.#positions.calm.end();
  }

  takeDeath(): void {
    this.#folds.takeDeath();
  }

  takeArrival(request: RequestUnderway): void {
    this.#check('I9', this.#arrivals.takeArrival(request, this.facts.machine.nowMs));
  }

  takeSend(request: TransportRequest): void {
    const { facts } = this;
    const { machine } = facts;
    const write = readWrite(request);
    this.#arrivals.takeSend(request, machine.nowMs);
    this.#check('I21', this.#logins.takeSend(request, machine.processClock.nowMs()));
    this.#judge(AT_SEND, { facts, request, write });
    if (write === null) return;
    this.#positions.takeSend(write);
    this.#takeWrite(write);
  }

  #takeWrite({ kind, orders, orderIds }: SentWrite): void {
    const { truth, machine, departures } = this.facts;
    const { nowMs, processOffsetMs: offsetMs } = machine;
    for (let sent = 0; sent < orders.length + orderIds.length; sent += 1) departures.push(nowMs);
    truth.sentAttempts.set(kind, (truth.sentAttempts.get(kind) ?? 0) + 1);
    if (kind !== 'place') return;
    for (const { tag, quantityUnits } of orders) {
      const before = truth.sentTags.get(tag);
      const last = { count: (before?.count ?? 0) + 1, lastAtMs: nowMs, offsetMs };
      truth.sentTags.set(tag, { quantityUnits, ...before, ...last });
    }
  }

  takeHeard(request: TransportRequest, result: TransportResult): void {
    this.#logins.takeHeard(request, result, this.facts.machine.processClock.nowMs());
  }

  takeStep(step: SeenStep): void {
    const { facts } = this;
    const { machine, departures, tally } = facts;
    this.#folds.takeStep();
    tally.take(step);
    this.#positions.takeStep(step);
    this.#takeAlarms(step);
    this.lookAtExchange();
    const view = isWorthALook(step) ? (this.#view?.() ?? null) : null;
    if (step.event.kind === 'restarted' && view !== null) facts.takeRestart(view);
    facts.takeStep(step);
    this.#judge(AT_STEP, { facts, step, view });
    forgetBefore(departures, machine.nowMs - 1_000);
    this.watch.takeStep(step, view, departures.length);
    if (view !== null) facts.takeStates(view);
  }

  #takeAlarms({ effects }: SeenStep): void {
    const { alarms, machine } = this.facts;
    for (const effect of effects) {
      if (effect.kind !== 'notice' || effect.notice.severity !== 'critical') continue;
      const { notice } = effect;
      alarms.push({ atMs: machine.nowMs, notice });
      if (notice.code === 'not-flat') this.facts.missedExits += 1;
    }
  }

  lookAtExchange(): void {
    const { facts } = this;
    const orders = facts.truth.takeOrders();
    if (orders.length > 0) {
      const fills = facts.truth.takeFills();
      this.#positions.takeOrders(orders);
      for (const order of orders) facts.stops.takeOrder(order);
      for (const fill of fills) {
        facts.naked.takeFill(fill);
        facts.stops.takeFill(fill);
      }
      this.#judge(AT_FILL, { facts, orders, fills });
    }
    this.#positions.look();
  }

  takeEnd(view: EngineView | null): void {
    this.lookAtExchange();
    this.#judge(AT_END, { facts: this.facts, view });
    this.#positions.lookAtEnd();
  }

  violate(invariant: string, detail: string): void {
    if (this.violations.length >= VIOLATIONS_MAX) return;
    const violation = { invariant, atMs: this.facts.machine.nowMs, detail };
    this.violations.push(violation);
    if (this.violations.length === 1) this.onFirst(violation);
  }

  #judge<Facts>(invariants: readonly (readonly [string, Judge<Facts>])[], facts: Facts): void {
    for (const [name, judge] of invariants) {
      const detail = judge(facts);
      if (detail !== null) this.violate(name.split(' ', 1)[0] ?? name, detail);
    }
  }

  #check(invariant: string, detail: string | null): void {
    if (detail !== null) this.violate(invariant, detail);
  }
}

function forgetBefore(timesMs: number[], untilMs: number): void {
  while ((timesMs[0] ?? Infinity) <= untilMs) timesMs.shift();
}

function isWorthALook(step: SeenStep): boolean {
  const { kind } = step.event;
  if (kind !== 'poll-ended' && kind !== 'time-passed') return true;
  if ((listIn(step)?.changed.length ?? 0) > 0) return true;
  return step.effects.some((effect) => effect.kind === 'record' || effect.kind === 'notice');
}
