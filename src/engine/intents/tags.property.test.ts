import fc from 'fast-check';
import { expect, it } from 'vitest';

import {
  aCalendar,
  aLeg,
  aQuote,
  aRecord,
  aRun,
  at,
  CE,
  DATE,
  each,
  filled,
  PE,
  refusalsOf,
} from '../../../test/support/engine-rig.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { type Order } from '../../model/orders/order.ts';
import { orderTag } from '../../model/orders/tag.ts';
import { type Effect } from '../effect.ts';
import { type EngineLimits } from '../engine-limits.ts';
import { Engine } from '../engine.ts';
import { type EngineEvent } from '../event.ts';

const RUNS = [`straddle@${DATE}/paper`, `straddle@${DATE}/paper/2`];
const FREEZE_UNITS = 1_800;
const LIMITS: Partial<EngineLimits> = {
  messagesPerSecondMax: 1_000,
  ordersPerMinuteMax: null,
  ordersPerRunMax: 10_000,
  legEntriesMax: null,
  duplicateWithinMs: 0,
};

type Unstamped<Event> = Event extends unknown ? Omit<Event, 'atMs'> : never;

/** What is to be named: one number for each run, leg and role, one for each slice of it. */
class Model {
  readonly named: { readonly tag: string; readonly units: number }[] = [];
  readonly #next = new Map<string, number>();

  name(runId: string, { leg, role, quantityUnits }: LegOrder): void {
    const counted = JSON.stringify([runId, leg, role]);
    const occurrence = this.#next.get(counted) ?? 0;
    this.#next.set(counted, occurrence + 1);
    for (let slice = 0; slice * FREEZE_UNITS < quantityUnits; slice += 1) {
      const of = {
        mode: 'paper',
        account: 'default',
        runId,
        leg,
        role,
        occurrence,
        slice,
      } as const;
      const units = Math.min(FREEZE_UNITS, quantityUnits - slice * FREEZE_UNITS);
      this.named.push({ tag: orderTag(of), units });
    }
  }
}

/** A daemon that dies and folds its journal, at a platform that takes and fills everything. */
class World {
  readonly book = new Map<string, Order>();
  readonly sentTags: string[] = [];
  readonly recordedTags: string[] = [];
  #engine = anEngine();
  #nowMs = at('09:20');
  readonly #events: EngineEvent[] = [];

  constructor() {
    for (const runId of RUNS) this.step({ kind: 'run-started', run: aRun({ runId }) });
  }

  get intents(): ReturnType<Engine['view']>['intents'] {
    return this.#engine.view().intents;
  }

  /** Places one order. Returns why it was refused at the door, if it was. */
  place(runId: string, order: LegOrder): string | undefined {
    this.poll();
    const command = { kind: 'place', orders: [order] } as const;
    const effects = this.step({ kind: 'commands-emitted', runId, commands: [command] });
    this.poll();
    return refusalsOf(effects, runId)[0];
  }

  poll(): void {
    this.#nowMs += 1_000;
    const orders = [...this.book.values()];
    const value = { orders, changed: orders, malformed: [], isUnchanged: false };
    const good = { kind: 'poll-ended', startedAtMs: this.#nowMs } as const;
    this.step({ ...good, subject: 'orders', outcome: { kind: 'accepted', value } });
    const quotes = [CE, PE].map((contract) => ({ ...aQuote(contract), atMs: this.#nowMs }));
    this.step({ ...good, subject: 'quotes', outcome: { kind: 'accepted', value: quotes } });
  }

  restart(): void {
    const lastAtMs = this.#nowMs;
    this.#engine = anEngine();
    for (const event of this.#events) this.#engine.step(event);
    this.#nowMs += 5_000;
    this.step({ kind: 'restarted', lastAtMs });
    this.poll();
  }

  step(event: Unstamped<EngineEvent>): readonly Effect[] {
    const stamped: EngineEvent = { ...event, atMs: this.#nowMs };
    this.#events.push(stamped);
    const effects = this.#engine.step(stamped);
    for (const effect of effects) this.#carryOut(effect);
    return effects;
  }

  #carryOut(effect: Effect): void {
    if (effect.kind === 'record' && effect.entry.kind === 'intent') {
      this.recordedTags.push(effect.entry.tag);
    }
    if (effect.kind !== 'attempt' || effect.attempt.kind !== 'place') return;
    const { attemptId, request } = effect.attempt;
    const tags = request.elements.map(({ tag }) => tag);
    this.sentTags.push(...tags);
    for (const element of request.elements) {
      const record = aRecord(element);
      const isEntry = element.extraTags['role'] === 'entry';
      this.book.set(record.orderId, isEntry ? filled(record, 10_000) : record);
    }
    const result = { kind: 'place', outcome: each(tags) } as const;
    this.step({ kind: 'attempt-ended', attemptId, result });
  }
}

function anEngine(): Engine {
  const who = { mode: 'paper', account: 'default', brokerId: 'broker' } as const;
  return new Engine({ ...who, calendar: aCalendar(), limits: LIMITS });
}

const LIMIT = { kind: 'limit', pricePaise: 9_900 } as const;
const STOP = { kind: 'stop', triggerPricePaise: 13_000, limitPricePaise: 13_500 } as const;
const orders = fc
  .record({
    leg: fc.constantFrom('ce', 'ce 2', 'wing'),
    // No stop: one that is refused is placed for what is held, under a number of its own.
    role: fc.constantFrom('entry', 'entry', 'exit', 'target'),
    quantityUnits: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(0.5)).map((n) => 75 * n),
  })
  .map(({ role, ...more }): LegOrder => {
    if (role === 'entry') return aLeg(more);
    return aLeg({ ...more, role, side: 'buy', terms: role === 'exit' ? STOP : LIMIT });
  });
const steps = fc.record({
  runId: fc.constantFrom(...RUNS),
  order: orders,
  isRestarted: fc.nat(4).map((of) => of === 0),
});

it('tags count the orders of a run, leg and role and their slices, over restarts', () => {
  let restarts = 0;
  let slices = 0;
  let refusals = 0;
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 12, size: 'max' }), (all) => {
      const world = new World();
      const model = new Model();
      for (const { runId, order, isRestarted } of all) {
        if (isRestarted) world.restart();
        restarts += Number(isRestarted);
        const refusal = world.place(runId, order);
        // What was refused at the door takes no number.
        if (refusal === undefined) model.name(runId, order);
        else refusals += 1;
        const intents = world.intents.map(({ tag, quantityUnits: units }) => ({ tag, units }));
        expect(intents).toEqual(model.named);
      }
      slices += model.named.length;
      // One decision is one record and one request, whatever was folded.
      const tags = model.named.map(({ tag }) => tag);
      expect(world.recordedTags).toEqual(tags);
      expect(world.sentTags.toSorted()).toEqual(tags.toSorted());
    }),
    { numRuns: 60 },
  );
  // The days were not idle.
  expect(Math.min(restarts, slices, refusals)).toBeGreaterThan(50);
});

type Planned = World['intents'][number];

const decisions = fc.array(
  fc.record({
    leg: fc.constantFrom('ce', 'wing'),
    quantityUnits: fc.constantFrom(75, 75, 75, 2_025),
    contract: fc.constantFrom(CE, CE, CE, PE),
    side: fc.constantFrom('sell', 'sell', 'sell', 'buy'),
  }),
  { minLength: 1, maxLength: 4, size: 'max' },
);

it('without its journal nothing is sent again: the same is taken over, other terms are refused', () => {
  const seen = { accepted: 0, refused: 0 };
  const [runId = ''] = RUNS;
  fc.assert(
    fc.property(decisions, decisions, (before, after) => {
      const lost = new World();
      for (const over of before) lost.place(runId, aLeg(over));
      const world = new World();
      for (const [id, order] of lost.book) world.book.set(id, order);
      world.poll();
      for (const over of after) {
        // Once somebody else's order has a tag of ours, the account takes no more risk.
        expect(world.place(runId, aLeg(over)) ?? 'halted').toMatch(/halted|belongs to another/);
      }
      const known = new Map([...lost.book.values()].map((order) => [order.tag, order]));
      const dueOf = ({ tag, symbol, side, quantityUnits }: Planned): 'accepted' | 'refused' => {
        const of = known.get(tag);
        if (of === undefined) return 'accepted';
        const isSame =
          of.symbol === symbol && of.side === side && of.quantityUnits === quantityUnits;
        return isSame ? 'accepted' : 'refused';
      };
      for (const intent of world.intents) {
        const slices = world.intents.filter(
          ({ plannedAtMs }) => plannedAtMs === intent.plannedAtMs,
        );
        const isWhole = slices.every((slice) => dueOf(slice) === 'accepted');
        const isKnown = known.has(intent.tag);
        // Slices stand or fall together.
        expect(world.sentTags.includes(intent.tag)).toBe(!isKnown && isWhole);
        expect(intent.state).toBe(isKnown ? dueOf(intent) : isWhole ? 'accepted' : 'refused');
        if (isKnown) seen[dueOf(intent)] += 1;
      }
    }),
  );
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(20);
});
