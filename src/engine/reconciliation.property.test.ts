import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { aLeg, aQuote, aRecord, aRun, CE, each, EngineRig } from '../../test/support/engine-rig.ts';
import { ExchangeModel, workingUnits } from '../../test/support/exchange-model.ts';
import { isTerminal, type Order } from '../model/order.ts';
import { type RunPolicies } from '../model/run-policies.ts';
import { type Attempt } from './effect.ts';

type Policy = RunPolicies['foreignOrders'];

const WHATS = [
  'enter',
  'stop',
  'square off',
  'own fill',
  'own fill',
  'foreign order',
  'foreign fill',
  'poll',
  'poll',
  'poll late',
  'poll backwards',
  'poll shrunken',
  'poll malformed',
  'time',
] as const;
const LEGS = ['old', 'young'];
const happenings = fc.array(fc.record({ what: fc.constantFrom(...WHATS), how: fc.nat(99) }), {
  minLength: 4,
  maxLength: 90,
  size: 'max',
});

/** An exchange that takes everything at once, people who trade beside the run, and a list that is not always whole. */
class World {
  readonly rig = new EngineRig({ limits: { duplicateWithinMs: 0, legEntriesMax: 1_000 } });
  readonly model = new ExchangeModel();
  /** The same without what others closed. */
  readonly own = new ExchangeModel();
  readonly #book = new Map<string, Order>();
  readonly #legs = new Map<string, string>();
  #late: readonly Order[] = [];
  #read = 0;

  constructor(foreignOrders: Policy) {
    this.rig.step({ kind: 'run-started', run: aRun(), policies: { foreignOrders } });
  }

  happen(what: (typeof WHATS)[number], how: number): void {
    const leg = LEGS[how % 2] ?? 'old';
    const orders = [...this.#book.values()];
    switch (what) {
      case 'enter':
        this.rig.quotes(aQuote(CE));
        this.rig.place(aLeg({ leg, quantityUnits: 75 * (1 + (how % 3)) }));
        break;
      case 'stop': {
        const terms = { kind: 'limit', pricePaise: 10_000 } as const;
        this.rig.place(aLeg({ leg, role: 'stop', side: 'buy', quantityUnits: 75, terms }));
        break;
      }
      case 'square off':
        this.rig.command({ kind: 'squareOff', legs: [leg], reason: 'told to' });
        break;
      case 'own fill':
      case 'foreign fill':
        this.#fill(how, what === 'own fill');
        break;
      case 'foreign order':
        this.#trade(how);
        break;
      case 'poll':
        this.poll(orders);
        break;
      case 'poll late':
        this.poll(this.#late);
        this.#late = orders;
        break;
      case 'poll backwards':
        this.poll(orders.toReversed());
        break;
      case 'poll shrunken':
        this.poll(orders.filter((_, index) => index % 3 !== how % 3));
        break;
      case 'poll malformed':
        this.poll(orders.slice(1), 1);
        break;
      case 'time':
        this.rig.pass(how * 100);
        break;
    }
    this.#carryOut();
  }

  poll(orders: readonly Order[], malformedCount = 0): void {
    const malformed = Array.from({ length: malformedCount }, () => ({ index: 0, problem: 'odd' }));
    const value = { orders, changed: orders, malformed, isUnchanged: false };
    const outcome = { kind: 'accepted', value } as const;
    const { nowMs } = this.rig;
    this.rig.step({ kind: 'poll-ended', startedAtMs: nowMs, subject: 'orders', outcome });
    const legOf = ({ tag }: Order): string | null => this.#legs.get(tag) ?? null;
    this.model.poll({ orders }, legOf);
    this.own.poll({ orders: orders.filter((order) => legOf(order) !== null) }, legOf);
    this.#carryOut();
  }

  /** Polls until nothing more comes of it. */
  settle(): void {
    for (let rounds = 0; rounds < 4; rounds += 1) {
      this.rig.pass(1_000);
      this.poll([...this.#book.values()]);
    }
  }

  booked(): Record<string, number> {
    const units: Record<string, number> = {};
    for (const { leg, netUnits } of this.rig.engine.view().positions) units[leg] = netUnits;
    return units;
  }

  /** Units that exits of a leg may still fill at the exchange. */
  exitUnits(leg: string): number {
    const ofLeg = [...this.#book.values()].filter(
      ({ tag, extraTags }) => this.#legs.get(tag) === leg && extraTags['role'] !== 'entry',
    );
    return workingUnits(ofLeg);
  }

  #trade(how: number): void {
    const orderId = `hand-${String(this.#book.size)}`;
    const side = how % 4 === 0 ? 'sell' : 'buy';
    const element = {
      tag: '',
      extraTags: {},
      instrumentId: CE.instrumentId,
      symbol: CE.symbol,
      side,
      quantityUnits: 75 * (1 + (how % 4)),
      product: 'intraday',
      terms: { kind: 'limit', pricePaise: 9_000 },
    } as const;
    this.#book.set(orderId, aRecord(element, { orderId, createdAtMs: this.rig.nowMs }));
  }

  #fill(how: number, isOwn: boolean): void {
    const working = [...this.#book.values()].filter(
      ({ tag, status }) => this.#legs.has(tag) === isOwn && !isTerminal(status),
    );
    const order = working[how % Math.max(1, working.length)];
    if (order === undefined) return;
    const left = order.quantityUnits - order.filledUnits;
    const filledUnits = order.filledUnits + (how % 2 === 0 ? left : 75);
    const status = filledUnits === order.quantityUnits ? 'completed' : order.status;
    this.#put(order, { filledUnits, filledValuePaise: filledUnits * 10_000, status });
  }

  #put(order: Order, over: Partial<Order>): void {
    this.#book.set(order.orderId, { ...order, ...over, updatedAtMs: order.updatedAtMs + 1 });
  }

  #carryOut(): void {
    while (this.#read < this.rig.effects.length) {
      const effect = this.rig.effects[this.#read];
      this.#read += 1;
      if (effect?.kind === 'attempt') this.#take(effect.attempt);
    }
  }

  #take(attempt: Attempt): void {
    if (attempt.kind === 'place') {
      const { elements } = attempt.request;
      for (const element of elements) {
        this.#legs.set(element.tag, element.extraTags['leg'] ?? '');
        const record = aRecord(element, { createdAtMs: this.rig.nowMs });
        this.#book.set(record.orderId, record);
      }
      const tags = elements.map(({ tag }) => tag);
      this.rig.answer(attempt, each(tags));
    }
    if (attempt.kind !== 'cancel') return;
    for (const orderId of attempt.orderIds) {
      const order = this.#book.get(orderId);
      if (order !== undefined && !isTerminal(order.status))
        this.#put(order, { status: 'cancelled' });
    }
    this.rig.answer(attempt, each(attempt.orderIds));
  }
}

function holds(policy: Policy, check: (world: World) => void): void {
  fc.assert(
    fc.property(happenings, (all) => {
      const world = new World(policy);
      for (const { what, how } of all) {
        world.happen(what, how);
        check(world);
      }
      world.settle();
      check(world);
      for (const leg of LEGS) {
        if (policy === 'alert') continue;
        // What others closed is gone, whether the books have it or not: exits must fit what is left.
        const net = world.model.legs.get(leg) ?? 0;
        const exits = world.exitUnits(leg);
        expect(exits === 0 || (exits * net < 0 && Math.abs(exits) <= Math.abs(net))).toBe(true);
      }
      expect(world.rig.engine.view().halt).toMatchObject({ state: 'active' });
    }),
    { numRuns: 150 },
  );
}

function nonZero(legs: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...legs].filter(([, units]) => units !== 0));
}

function isAs(legs: (world: World) => ReadonlyMap<string, number>): (world: World) => void {
  return (world) => {
    const booked = new Map(Object.entries(world.booked()));
    expect(nonZero(booked)).toEqual(nonZero(legs(world)));
  };
}

describe('whatever polls bring of our orders and of others', () => {
  it('adopted: the ledger is what is left, no exit could flip it, nothing is halted', () => {
    holds(
      'adopt',
      isAs(({ model }) => model.legs),
    );
  });

  it('paused: the ledger is ours alone, and no exit could flip what is left', () => {
    holds(
      'pause-leg',
      isAs(({ own }) => own.legs),
    );
  });

  it('told: the ledger is ours alone', () => {
    holds(
      'alert',
      isAs(({ own }) => own.legs),
    );
  });
});
