import { Agenda } from '../../src/exchange/agenda.ts';
import { sampleInstant, sampleOrder } from '../support/sample-world.ts';
import { type PlaceElement } from '../../src/ports/orders.ts';
import { type Transport } from '../../src/ports/transport.ts';
import { type FaultName } from '../../src/simulator/faults/fault-catalogue.ts';
import { FaultCounts } from '../support/fault-counts.ts';
import { createFaultPlan, type FaultPlan } from '../../src/simulator/faults/fault-plan.ts';
import { FaultyTransport } from '../../src/simulator/faults/faulty-transport.ts';
import { SampleSimulator } from '../support/sample-simulator.ts';
import { type Adapters, connectAdapters } from './adapters.ts';

/** The real adapters against a simulator behind a faulty network, on virtual time that moves as far as answers need. */
export class FaultyWorld {
  readonly sample = new SampleSimulator();
  readonly counts = new FaultCounts();
  readonly transport: FaultyTransport;
  readonly adapters: Adapters;
  readonly agenda = new Agenda();
  #next: { readonly route: string; readonly fault: string } | null = null;

  constructor(plan: FaultPlan = createFaultPlan({ seed: 'calm', rates: {} })) {
    const { simulator } = this.sample;
    this.transport = new FaultyTransport({
      platform: simulator.platform,
      plan,
      agenda: {
        at: (atMs, act) => {
          this.agenda.add(atMs, act);
        },
      },
      clock: { nowMs: () => this.sample.nowMs },
      counts: this.counts,
    });
    this.adapters = connectAdapters({
      transport: this.#marking(this.transport),
      clock: { nowMs: () => this.sample.nowMs },
      credentials: simulator.credentials,
    });
  }

  /** The next request of a route, `POST /place`, meets a fault. */
  next(route: string, fault: string): void {
    this.#next = { route, fault };
  }

  /** Moves time until a promise settles. */
  async settle<Value>(promise: Promise<Value>): Promise<Value> {
    let isSettled = false;
    const settled = promise.finally(() => {
      isSettled = true;
    });
    const isDone = (): boolean => isSettled;
    for (let step = 0; step < 1_000; step += 1) {
      // Continuations of adapters run between two steps of time.
      await drained();
      if (isDone()) return settled;
      this.#step(Infinity);
    }
    throw new Unsettled('Nothing settles within 1,000 steps');
  }

  /** Moves time on, with all that happens until then. */
  pass(durationMs: number): void {
    const untilMs = this.sample.nowMs + durationMs;
    while (this.#step(untilMs)) {
      // Each call does one due thing.
    }
    this.sample.nowMs = untilMs;
    this.sample.simulator.exchange.advanceTo(untilMs);
  }

  /** Places the sample order with changes. */
  place(change: Partial<PlaceElement> = {}): ReturnType<Adapters['orders']['place']> {
    const { brokerId } = this.sample.simulator;
    return this.settle(this.adapters.orders.place({ brokerId, elements: [sampleOrder(change)] }));
  }

  /** How many orders of a tag the platform really has. */
  truth(tag = 'entry-1'): number {
    const orders = this.sample.simulator.exchange.orders();
    return orders.filter((order) => order.tag === tag).length;
  }

  /** How often a fault was felt. */
  felt(name: FaultName): number {
    return this.counts.of(name);
  }

  #step(untilMs: number): boolean {
    const { nextMs } = this.agenda;
    if (nextMs === null || nextMs > untilMs) return false;
    this.sample.nowMs = Math.max(this.sample.nowMs, nextMs);
    return this.agenda.runNext(nextMs);
  }

  #marking(inner: Transport): Transport {
    return {
      send: (request) => {
        const route = `${request.method} ${request.path.split('?')[0] ?? ''}`;
        const next = this.#next;
        if (next === null || !route.startsWith(next.route)) return inner.send(request);
        this.#next = null;
        return inner.send({
          ...request,
          headers: { ...request.headers, 'x-sauda-fault': next.fault },
        });
      },
    };
  }
}

async function drained(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** A test waited for what never came. */
export class Unsettled extends Error {
  override readonly name = 'Unsettled';
}

/** The sample instant at which the world begins. */
export const WORLD_START_MS = sampleInstant('09:20');
