import { map } from 'rxjs';

import { type Attempt, type Effect } from '../../src/engine/effect.ts';
import { Engine } from '../../src/engine/engine.ts';
import { type EngineEvent, type PollResult } from '../../src/engine/event.ts';
import { createRun } from '../../src/host/run.ts';
import { defineStrategy, place, sell, z } from '../../src/index.ts';
import { type Contract } from '../../src/model/market/contract.ts';
import { type Order } from '../../src/model/orders/order.ts';
import { type Input } from '../../src/model/runs/input.ts';
import { type PlaceRequest } from '../../src/ports/orders.ts';
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

const ORDERS = 10;
/** So often a leg may be entered in a day by default. */
const ENTRIES_PER_LEG = 10;
/** So many decisions a run may make by default, which allows it 100 lots. */
export const DECISIONS_PER_DESK = 10;
/** Run time between two decisions, so that the order budget is full again. */
const APART_MS = 10_000;

const contracts: readonly Contract[] = Array.from({ length: ORDERS }, (_, index) =>
  aContract({ strikePaise: 2_400_000 + index * 5_000 }),
);

/** Sells ten contracts at every open, under other legs when those before have been entered as often as they may. */
const seller = defineStrategy({
  name: 'straddle',
  params: z.object({}),
  run: ({ session }) =>
    session.pipe(
      map((_, decision) => {
        const series = String(Math.floor(decision / ENTRIES_PER_LEG));
        return place(
          ...contracts.map((contract, index) =>
            sell(contract, { leg: `leg-${series}-${String(index)}`, lots: 1 }),
          ),
        );
      }),
    ),
});

/** An engine and a run in the middle of a day on which everything fills. */
export class BusyDesk {
  readonly #engine = new Engine({
    mode: 'paper',
    account: 'default',
    brokerId: 'broker',
    calendar: aCalendar(aDay()),
    // Ten orders are to leave in one batch; all other limits are the ordinary ones.
    limits: { messagesPerSecondMax: 10, messagesKeptForExits: 0 },
  });
  readonly #run = createRun({ strategy: seller, params: {}, header: aRun(), day: aDay() });
  #nowMs = at('09:30');
  #attempt: Extract<Attempt, { kind: 'place' }> | null = null;
  #orders: readonly Order[] = [];
  /** The last decision as the engine was told it, and what it made of that. */
  event: EngineEvent | null = null;
  effects: readonly Effect[] = [];

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
    this.event = { kind: 'commands-emitted', atMs: this.#nowMs, runId: RUN, commands };
    this.effects = this.#engine.step(this.event);
    for (const effect of this.effects) {
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
