import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { map } from 'rxjs';
import { Agent, request } from 'undici';

import { createOrders } from '../../src/adapters/platform/orders/orders.ts';
import { type Attempt } from '../../src/engine/effect.ts';
import { Engine } from '../../src/engine/engine.ts';
import { type PollResult } from '../../src/engine/event.ts';
import { createRun } from '../../src/host/run.ts';
import { defineStrategy, place, sell, z } from '../../src/index.ts';
import { type Contract } from '../../src/model/contract.ts';
import { type Input } from '../../src/model/input.ts';
import { type Order } from '../../src/model/order.ts';
import { type PlaceRequest } from '../../src/ports/orders.ts';
import { type TransportRequest } from '../../src/ports/transport.ts';
import { loadProfile } from '../../src/settings/profile.ts';
import {
  aCalendar,
  aContract,
  aDay,
  aQuote,
  aRecord,
  aRun,
  at,
  filled,
  RUN,
} from '../support/engine-rig.ts';
import { type BenchRatio, median } from './bench-ratio.ts';

const ORDERS = 10;
const DECISIONS = 300;
const ROUNDS = 9;
/** Run time between two decisions, so that the order budget is full again. */
const APART_MS = 2_000;

const contracts: readonly Contract[] = Array.from({ length: ORDERS }, (_, index) =>
  aContract({ strikePaise: 2_400_000 + index * 5_000 }),
);

/** Sells ten contracts at every open. */
const seller = defineStrategy({
  name: 'straddle',
  params: z.object({}),
  run: ({ session }) =>
    session.pipe(
      map(() =>
        place(
          ...contracts.map((contract, index) =>
            sell(contract, { leg: `leg-${String(index)}`, lots: 1 }),
          ),
        ),
      ),
    ),
});

/**
 * Own CPU from a strategy's decision to the bytes of a batch of ten orders (host, engine, gate, journal entries,
 * tags, checks, JSON), against the CPU that one undici request with that body costs.
 */
export async function decisionToBytesBench(): Promise<readonly BenchRatio[]> {
  const decided: TransportRequest[] = [];
  const orders = createOrders({
    session: {
      login: () => Promise.reject(new TypeError('No login here')),
      send: (sent) => {
        decided.push(sent);
        return Promise.resolve({ kind: 'not-sent', reason: 'measured up to here' });
      },
      scrub: (text) => text,
    },
    profile: loadProfile('openbroker'),
  });
  const server = spawn(process.execPath, [join(import.meta.dirname, 'echo-server.ts')]);
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  const url = `http://127.0.0.1:${port.toString().trim()}/place`;
  const agent = new Agent();
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const desk = new BusyDesk();
    let ownMicros = 0;
    let requestMicros = 0;
    for (let decision = 0; decision < DECISIONS; decision += 1) {
      desk.refresh();
      ownMicros += await cpuMicros(() => orders.place(desk.decide()));
      requestMicros += await cpuMicros(() => post(url, decided.at(-1)?.body ?? '', agent));
      desk.settle();
      decided.length = 0;
    }
    ratios.push(ownMicros / requestMicros);
  }
  await agent.close();
  server.kill();
  return [
    {
      name: 'CPU from decision to the bytes of 10 orders, against one undici request',
      // The first rounds warm the compiler up.
      ratio: median(ratios.slice(ROUNDS / 3)),
      must: 2,
      aim: 0.8,
    },
  ];
}

/** An engine and a run in the middle of a day on which everything fills. */
class BusyDesk {
  readonly #engine = new Engine({
    mode: 'paper',
    account: 'default',
    brokerId: 'broker',
    calendar: aCalendar(aDay()),
    limits: { messagesPerSecondMax: 10, messagesKeptForExits: 0, ordersPerRunMax: 1_000_000 },
  });
  readonly #run = createRun({ strategy: seller, params: {}, header: aRun(), day: aDay() });
  #nowMs = at('09:30');
  #attempt: Extract<Attempt, { kind: 'place' }> | null = null;
  #orders: readonly Order[] = [];

  constructor() {
    this.#engine.step({ kind: 'run-started', atMs: this.#nowMs, run: aRun() });
    this.#run.start(this.#nowMs);
  }

  /** Lets time pass and shows fresh orders and quotes. */
  refresh(): void {
    this.#nowMs += APART_MS;
    this.#show([]);
    const value = contracts.map((contract) => ({ ...aQuote(contract), atMs: this.#nowMs }));
    this.#poll({ subject: 'quotes', outcome: { kind: 'accepted', value } });
  }

  /**
   * What is measured, up to the request that the adapter gets.
   *
   * @throws {RangeError} when it did not become an attempt
   */
  decide(): PlaceRequest {
    const input: Input = { kind: 'session-edge', edge: 'open', atMs: this.#nowMs };
    const commands = this.#run.deliver(input).commands.map(({ command }) => command);
    const event = { kind: 'commands-emitted', atMs: this.#nowMs, runId: RUN, commands } as const;
    for (const effect of this.#engine.step(event)) {
      if (effect.kind !== 'attempt' || effect.attempt.kind !== 'place') continue;
      this.#attempt = effect.attempt;
      return effect.attempt.request;
    }
    throw new RangeError('The decision did not become an attempt');
  }

  /** Has the platform take and fill everything. */
  settle(): void {
    if (this.#attempt === null) return;
    const { attemptId, request: sent } = this.#attempt;
    const answers = sent.elements.map(
      ({ tag }) => [tag, { kind: 'accepted', orderId: `id-${tag}`, detail: '' }] as const,
    );
    const outcome = { kind: 'accepted', value: new Map(answers) } as const;
    this.#engine.step({
      kind: 'attempt-ended',
      atMs: this.#nowMs,
      attemptId,
      result: { kind: 'place', outcome },
    });
    this.#show(sent.elements.map((element) => filled(aRecord(element), 10_000)));
  }

  #show(changed: readonly Order[]): void {
    this.#orders = [...this.#orders, ...changed];
    const isUnchanged = changed.length === 0;
    const value = { orders: this.#orders, changed, malformed: [], isUnchanged };
    this.#poll({ subject: 'orders', outcome: { kind: 'accepted', value } });
  }

  #poll(result: PollResult): void {
    this.#engine.step({
      kind: 'poll-ended',
      atMs: this.#nowMs,
      startedAtMs: this.#nowMs,
      ...result,
    });
  }
}

async function post(url: string, body: string, dispatcher: Agent): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await request(url, { method: 'POST', body, headers, dispatcher });
  await answer.body.text();
}

async function cpuMicros(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
