import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  aRecord,
  aRun,
  CE,
  each,
  EngineRig,
  noticesOf,
} from '../../../test/support/engine-rig.ts';
import { ExchangeModel, workingUnits } from '../../../test/support/exchange-model.ts';
import { isTerminal } from '../../model/orders/order-machine.ts';
import { type Order } from '../../model/orders/order.ts';
import { type RunPolicies } from '../../model/runs/run-policies.ts';
import { type Attempt } from '../effect.ts';

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

  readonly #policy: Policy;

  constructor(foreignOrders: Policy) {
    this.#policy = foreignOrders;
    this.rig.step({ kind: 'run-started', run: aRun(), policies: { foreignOrders } });
  }

  happen(what: (typeof WHATS)[number], how: number): void {
    this.#ways[what](how, LEGS[how % 2] ?? 'old');
    this.#carryOut();
  }

  readonly #ways: Record<(typeof WHATS)[number], (how: number, leg: string) => void> = {
    enter: (how, leg) => {
      this.rig.quotes(aQuote(CE));
      this.rig.place(aLeg({ leg, quantityUnits: 75 * (1 + (how % 3)) }));
    },
    stop: (_, leg) => {
      const terms = { kind: 'limit', pricePaise: 10_000 } as const;
      this.rig.place(aLeg({ leg, role: 'stop', side: 'buy', quantityUnits: 75, terms }));
    },
    'square off': (_, leg) =>
      this.rig.command({ kind: 'squareOff', legs: [leg], reason: 'told to' }),
    'own fill': (how) => {
      this.#fill(how, true);
    },
    'foreign fill': (how) => {
      this.#fill(how, false);
    },
    'foreign order': (how) => {
      this.#trade(how);
    },
    poll: () => {
      this.poll(this.#list());
    },
    'poll late': () => {
      this.poll(this.#late);
      this.#late = this.#list();
    },
    'poll backwards': () => {
      this.poll(this.#list().toReversed());
    },
    'poll shrunken': (how) => {
      this.poll(this.#list().filter((_, index) => index % 3 !== how % 3));
    },
    'poll malformed': () => {
      this.poll(this.#list().slice(1), 1);
    },
    time: (how) => this.rig.pass(how * 100),
  };

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
      this.poll(this.#list());
    }
  }

  /** What the ledger says, flat legs left out. */
  booked(): Record<string, number> {
    const { positions } = this.rig.engine.view();
    return withoutFlat(positions.map(({ leg, netUnits }) => [leg, netUnits]));
  }

  /** What it should say. */
  due(): Record<string, number> {
    return withoutFlat([...(this.#policy === 'adopt' ? this.model : this.own).legs]);
  }

  /** What exits may close: with others' closes taken off, but for a run that is only told of them. */
  left(): Record<string, number> {
    return withoutFlat([...(this.#policy === 'alert' ? this.own : this.model).legs]);
  }

  /** Units that exits of a leg may still fill at the exchange. */
  exitUnits(leg: string): number {
    const ofLeg = [...this.#book.values()].filter(
      ({ tag, extraTags }) => this.#legs.get(tag) === leg && extraTags['role'] !== 'entry',
    );
    return workingUnits(ofLeg);
  }

  #list(): readonly Order[] {
    return [...this.#book.values()];
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
      if (order !== undefined && !isTerminal(order.status)) {
        this.#put(order, { status: 'cancelled' });
      }
    }
    this.rig.answer(attempt, each(attempt.orderIds));
  }
}

function withoutFlat(legs: readonly (readonly [string, number])[]): Record<string, number> {
  return Object.fromEntries(legs.filter(([, units]) => units !== 0));
}

/** Whether working exits are at most what is left of a leg, on its closing side. */
function isCovered(exitUnits: number, netUnits: number): boolean {
  return exitUnits === 0 || (exitUnits * netUnits < 0 && Math.abs(exitUnits) <= Math.abs(netUnits));
}

function live(policy: Policy, look: (world: World) => void, end: (world: World) => void): void {
  const day = fc.property(happenings, (all) => {
    const world = new World(policy);
    for (const { what, how } of all) {
      world.happen(what, how);
      look(world);
    }
    world.settle();
    end(world);
  });
  fc.assert(day, { numRuns: 150 });
}

const POLICIES: readonly Policy[] = ['adopt', 'pause-leg', 'alert'];

describe.each(POLICIES)(
  'with the policy %s, whatever polls bring of ours and of others',
  (policy) => {
    it('the ledger is at every moment what the polls so far come to', () => {
      const look = (world: World): void => {
        expect(world.booked()).toEqual(world.due());
      };
      live(policy, look, look);
    });

    it('the recount finds nothing', () => {
      live(
        policy,
        () => undefined,
        ({ rig }) => {
          expect(rig.engine.view().halt).toMatchObject({ state: 'active' });
        },
      );
    });

    it('no exit could flip what is left of a leg', () => {
      live(
        policy,
        () => undefined,
        (world) => {
          const left = world.left();
          const uncovered = LEGS.filter((leg) => !isCovered(world.exitUnits(leg), left[leg] ?? 0));
          expect(uncovered).toEqual([]);
        },
      );
    });
  },
);

it('who is only told of what others close is told of it', () => {
  let closes = 0;
  live(
    'alert',
    () => undefined,
    ({ rig, own, model }) => {
      const isClosed = LEGS.some((leg) => (own.legs.get(leg) ?? 0) !== (model.legs.get(leg) ?? 0));
      closes += Number(isClosed);
      expect(isClosed && noticesOf(rig.effects, 'critical').length === 0).toBe(false);
    },
  );
  expect(closes).toBeGreaterThan(20);
});
