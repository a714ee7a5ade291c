import { type EngineView } from '../../engine/engine-view.ts';
import { type TransportRequest } from '../../ports/transport.ts';
import { fillInvariants } from './invariants/at-fill.ts';
import { endInvariants } from './invariants/at-end.ts';
import { sendInvariants } from './invariants/at-send.ts';
import { foldInvariants, stepInvariants } from './invariants/at-step.ts';
import { type Judge, type OracleFacts, type SeenStep } from './oracle-facts.ts';
import { type ProcessLife } from './process-life.ts';
import { readWrite } from './sent-order.ts';
import { type Violation } from './violation.ts';

const VIOLATIONS_MAX = 20;

/** Holds what happens against the invariants, from the outside. */
export class Oracle {
  readonly violations: Violation[] = [];
  readonly #facts: OracleFacts;
  #view: (() => EngineView) | null = null;

  constructor(facts: OracleFacts) {
    this.#facts = facts;
  }

  /** What is known so far. */
  get facts(): OracleFacts {
    return this.#facts;
  }

  /** A new life of the process begins: what it remembers it has to remember anew. */
  begin(view: () => EngineView): void {
    const { before, shown } = this.#facts;
    this.#view = view;
    before.clear();
    shown.clear();
    this.#facts.hadMalformed = false;
  }

  /** A request is about to leave the process. */
  takeSend(request: TransportRequest): void {
    const { truth, machine } = this.#facts;
    const write = readWrite(request);
    this.#judge(sendInvariants, { facts: this.#facts, request, write });
    if (write === null) return;
    truth.sentAttempts.set(write.kind, (truth.sentAttempts.get(write.kind) ?? 0) + 1);
    if (write.kind !== 'place') return;
    const atMs = machine.nowMs;
    for (const { tag, quantityUnits } of write.orders) {
      const sent = truth.sentTags.get(tag);
      if (sent === undefined) {
        truth.sentTags.set(tag, { count: 1, firstAtMs: atMs, lastAtMs: atMs, quantityUnits });
      } else {
        sent.count += 1;
        sent.lastAtMs = atMs;
      }
    }
  }

  /** The journal has been folded: what it says was judged in the life that wrote it. */
  endRecovery(): void {
    for (const { tag, state } of this.#view?.().intents ?? []) this.#facts.before.set(tag, state);
  }

  /** The engine has made a step in a life that goes on. */
  takeStep(step: SeenStep, life: ProcessLife): void {
    const { alarms, machine } = this.#facts;
    if (life.isRecovering) {
      this.#judge(foldInvariants, { facts: this.#facts, step, view: null, life });
      return;
    }
    for (const effect of step.effects) {
      if (effect.kind === 'notice' && effect.severity === 'critical') {
        alarms.push({ atMs: machine.nowMs, message: effect.message });
      }
    }
    this.lookAtExchange();
    const view = isWorthALook(step) ? (this.#view?.() ?? null) : null;
    this.#judge(stepInvariants, { facts: this.#facts, step, view, life });
    if (view === null) return;
    for (const { tag, state } of view.intents) this.#facts.before.set(tag, state);
  }

  /** Looks at what happened at the exchange since the last look. */
  lookAtExchange(): void {
    const { truth } = this.#facts;
    const orders = truth.takeOrders();
    if (orders.length === 0) return;
    const fills = truth.takeFills();
    for (const fill of fills) this.#facts.naked.take(fill);
    this.#judge(fillInvariants, { facts: this.#facts, orders, fills });
  }

  /** The day is over. */
  takeEnd(view: EngineView | null): void {
    this.lookAtExchange();
    this.#judge(endInvariants, { facts: this.#facts, view });
  }

  /** Adds a violation that somebody else found. */
  violate(invariant: string, detail: string): void {
    if (this.violations.length >= VIOLATIONS_MAX) return;
    this.violations.push({ invariant, atMs: this.#facts.machine.nowMs, detail });
  }

  #judge<Facts>(invariants: Readonly<Record<string, Judge<Facts>>>, facts: Facts): void {
    for (const [name, judge] of Object.entries(invariants)) {
      const detail = judge(facts);
      if (detail !== null) this.violate(name.split(' ', 1)[0] ?? name, detail);
    }
  }
}

function isWorthALook({ event, effects }: SeenStep): boolean {
  if (event.kind === 'poll-ended') {
    if (event.subject === 'orders' && event.outcome.kind === 'accepted') {
      if (event.outcome.value.changed.length > 0) return true;
    }
  } else if (event.kind !== 'time-passed') return true;
  return effects.some(({ kind }) => kind === 'record' || kind === 'notice');
}
