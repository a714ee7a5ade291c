import fc from 'fast-check';

import { type Attempt, type Effect } from '../../src/engine/effect.ts';
import { type LegOrder } from '../../src/model/orders/command.ts';
import { isTerminal } from '../../src/model/orders/order-machine.ts';
import { type Order } from '../../src/model/orders/order.ts';
import { type Stage } from '../../src/model/runs/stage.ts';
import { type ElementOutcome, type PlaceElement } from '../../src/ports/orders.ts';
import { aLeg, aQuote, aRecord, aRun, CE, EngineRig, HEDGE, PE, TIMEOUT } from './engine-rig.ts';
import { ListedOrders } from './listed-orders.ts';

/** One thing that happens, and a number that decides how. */
export interface Happening {
  readonly what: keyof typeof WEIGHTS;
  readonly how: number;
}

/** What may happen, and how often beside the others. */
const WEIGHTS = {
  'time passes': 8,
  'attempt is answered': 12,
  'orders are polled': 12,
  'orders are polled late': 3,
  'quotes are polled': 8,
  'poll fails': 1,
  'order fills': 8,
  'order is rejected': 1,
  'strategy enters': 6,
  'strategy enters a spread': 3,
  'strategy stops': 5,
  'strategy exits': 5,
  'strategy modifies': 3,
  'strategy cancels': 1,
  'strategy squares off': 1,
} as const;

/** Happenings of a busy day with a bad connection. */
export const busyDay: fc.Arbitrary<readonly Happening[]> = fc.array(
  fc.record({
    what: fc.oneof(
      ...Object.entries(WEIGHTS).map(([what, weight]) => ({
        // Object.entries forgets the names of the keys.
        arbitrary: fc.constant(what as keyof typeof WEIGHTS),
        weight,
      })),
    ),
    how: fc.nat(999),
  }),
  { minLength: 40, maxLength: 240 },
);

const LEGS: readonly LegOrder[] = [
  aLeg({ leg: 'ce', contract: CE }),
  aLeg({ leg: 'pe', contract: PE, quantityUnits: 150 }),
  aLeg({ leg: 'long', contract: HEDGE, side: 'buy', quantityUnits: 3750 }),
];

const ACCEPTED: ElementOutcome = { kind: 'accepted', orderId: null, detail: '' };
const CANCELLED: Partial<Order> = { status: 'cancelled' };

function exitOf(leg: LegOrder, isStop: boolean): LegOrder {
  return {
    ...leg,
    role: isStop ? 'stop' : 'exit',
    side: leg.side === 'buy' ? 'sell' : 'buy',
    quantityUnits: 75,
    terms: isStop ? { kind: 'limit', pricePaise: 4_000 } : leg.terms,
  };
}

/**
 * An engine and a platform that takes, loses, delays and refuses as it is told, with the truth about what the
 * platform holds. Answers and polls arrive when they are made to.
 */
export class EngineWorld {
  readonly rig = new EngineRig();
  /** What the platform holds. */
  readonly book = new Map<string, Order>();
  /** What was sent, and when. */
  readonly sent: { readonly atMs: number; readonly attempt: Attempt }[] = [];
  readonly placed: PlaceElement[] = [];
  /** Tags of orders whose attempt had no answer. */
  readonly doubtful = new Set<string>();
  /** When entries left, with the age of the data that they rest on. */
  readonly entries: { readonly ordersAgeMs: number; readonly quotesAgeMs: number }[] = [];
  readonly #listed = new ListedOrders();
  #pending: Attempt[] = [];
  #snapshot: { readonly atMs: number; readonly orders: readonly Order[] } | null = null;
  #ordersGoodAtMs = -Infinity;
  #quotesGoodAtMs = -Infinity;
  #read = 0;

  /** @param stage - of its run */
  constructor(stage: Stage = 'full') {
    this.rig.step({ kind: 'run-started', run: aRun(), policies: { stage } });
    this.#carryOut();
  }

  happen({ what, how }: Happening): void {
    this.#ways[what](how, LEGS[how % LEGS.length] ?? aLeg());
    this.#carryOut();
  }

  readonly #ways: Record<Happening['what'], (how: number, leg: LegOrder) => void> = {
    'time passes': (how) => this.rig.pass(how % 10 === 0 ? how * 20 : how),
    'attempt is answered': (how) => {
      this.answer(how);
    },
    'orders are polled': () => {
      this.poll({ atMs: this.rig.nowMs, orders: [...this.book.values()] });
    },
    'orders are polled late': () => {
      if (this.#snapshot !== null) this.poll(this.#snapshot);
      this.#snapshot = { atMs: this.rig.nowMs, orders: [...this.book.values()] };
    },
    'quotes are polled': (how) => {
      this.#quotesGoodAtMs = this.rig.nowMs;
      this.rig.quotes(...[CE, PE, HEDGE].map((contract) => aQuote(contract, 5_000 + how * 5)));
    },
    'poll fails': (how) =>
      this.rig.step({
        kind: 'poll-ended',
        startedAtMs: this.rig.nowMs,
        subject: how % 2 === 0 ? 'orders' : 'quotes',
        outcome: TIMEOUT,
      }),
    'order fills': (how) => {
      this.fill(how);
    },
    'order is rejected': (how) => {
      this.#change(how, { status: 'rejected' });
    },
    'strategy enters': (how, leg) =>
      this.rig.place({ ...leg, quantityUnits: how % 5 === 0 ? 76 : leg.quantityUnits }),
    'strategy enters a spread': () => this.rig.place(...LEGS),
    'strategy stops': (_, leg) => this.rig.place(exitOf(leg, true)),
    'strategy exits': (_, leg) => this.rig.place(exitOf(leg, false)),
    'strategy modifies': (how, { leg }) => {
      const terms = { kind: 'limit', pricePaise: 5 * (how + 1) } as const;
      this.rig.command({ kind: 'modify', leg, role: 'stop', terms });
    },
    'strategy cancels': (how, { leg }) =>
      this.rig.command({ kind: 'cancel', legs: how % 2 === 0 ? 'all' : [leg], role: null }),
    'strategy squares off': (how, { leg }) => {
      const legs = how % 2 === 0 ? 'all' : [leg];
      this.rig.command({ kind: 'squareOff', legs, reason: 'told to' });
    },
  };

  /** Answers an attempt under way; `how` decides which, and how it fares. */
  answer(how: number): void {
    const attempt = this.#pending[how % Math.max(1, this.#pending.length)];
    if (attempt === undefined) return;
    this.#pending = this.#pending.filter((other) => other !== attempt);
    if (how % 12 === 3) {
      if (attempt.kind === 'place') {
        for (const { tag } of attempt.request.elements) this.doubtful.add(tag);
      }
      // Half of what has no answer was taken all the same.
      this.#take(attempt, how % 2 === 0 ? 'accepted' : 'lost');
      this.rig.answer(attempt, TIMEOUT);
      return;
    }
    this.rig.answer(attempt, { kind: 'accepted', value: this.#take(attempt, 'accepted', how) });
  }

  poll(snapshot: { readonly atMs: number; readonly orders: readonly Order[] }): void {
    const { orders, atMs } = snapshot;
    this.#ordersGoodAtMs = Math.max(this.#ordersGoodAtMs, atMs);
    const outcome = { kind: 'accepted', value: this.#listed.observe(orders) } as const;
    this.rig.step({ kind: 'poll-ended', startedAtMs: atMs, subject: 'orders', outcome });
    this.#carryOut();
  }

  fill(how: number): void {
    const working = this.#working();
    const order = working[how % Math.max(1, working.length)];
    if (order === undefined) return;
    const leftUnits = order.quantityUnits - order.filledUnits;
    const units = how % 2 === 0 ? leftUnits : Math.min(75, leftUnits);
    const filledUnits = order.filledUnits + units;
    this.#put(order, {
      filledUnits,
      filledValuePaise: order.filledValuePaise + units * 10_000,
      status: filledUnits === order.quantityUnits ? 'completed' : order.status,
    });
  }

  /** From here on the platform answers at once and fills everything. */
  heal(seconds: number): void {
    for (let second = 0; second < seconds; second += 1) {
      this.rig.nowMs += 1_000;
      for (let count = 0; this.#pending.length > 0 && count < 100; count += 1) this.answer(0);
      for (const [index] of this.#working().entries()) this.fill(index * 2);
      this.happen({ what: 'orders are polled', how: 0 });
      this.happen({ what: 'quotes are polled', how: 1_000 });
    }
  }

  /** Units that the platform has of a leg: filled entries less filled exits, and exits that may still fill. */
  truth(leg: string): { readonly openUnits: number; readonly exitUnits: number } {
    let openUnits = 0;
    let exitUnits = 0;
    for (const order of this.book.values()) {
      if (order.extraTags['leg'] !== leg) continue;
      const isExit = order.extraTags['role'] !== 'entry';
      openUnits += isExit ? -order.filledUnits : order.filledUnits;
      if (isExit && !isTerminal(order.status)) exitUnits += order.quantityUnits - order.filledUnits;
    }
    return { openUnits, exitUnits };
  }

  #working(): readonly Order[] {
    return [...this.book.values()].filter(({ status }) => !isTerminal(status));
  }

  #change(how: number, over: Partial<Order>): void {
    const working = this.#working().filter(({ filledUnits }) => filledUnits === 0);
    const order = working[how % Math.max(1, working.length)];
    if (order !== undefined) this.#put(order, over);
  }

  #put(order: Order, over: Partial<Order>): void {
    this.book.set(order.orderId, { ...order, ...over, updatedAtMs: order.updatedAtMs + 1 });
  }

  /** Lets the platform do what was asked, and says what it answers. */
  #take(attempt: Attempt, fate: 'accepted' | 'lost', how = 0): Map<string, ElementOutcome> {
    if (fate === 'lost') return new Map();
    if (attempt.kind === 'place') return this.#takeOrders(attempt.request.elements, how);
    if (attempt.kind === 'cancel') {
      const cancels = attempt.orderIds.map((orderId) => [orderId, CANCELLED] as const);
      return this.#takeChanges(cancels);
    }
    if (attempt.kind !== 'modify') return new Map();
    return this.#takeChanges(attempt.elements.map(({ orderId, terms }) => [orderId, { terms }]));
  }

  #takeOrders(elements: readonly PlaceElement[], how: number): Map<string, ElementOutcome> {
    const answers = new Map<string, ElementOutcome>();
    for (const [index, element] of elements.entries()) {
      const isRefused = (how + index) % 11 === 5;
      answers.set(element.tag, isRefused ? { kind: 'rejected', detail: 'margin' } : ACCEPTED);
      if (!isRefused) this.book.set(`id-${element.tag}`, aRecord(element));
    }
    return answers;
  }

  #takeChanges(
    changes: readonly (readonly [orderId: string, over: Partial<Order>])[],
  ): Map<string, ElementOutcome> {
    for (const [orderId, over] of changes) {
      const order = this.book.get(orderId);
      if (order !== undefined && !isTerminal(order.status)) this.#put(order, over);
    }
    return new Map(changes.map(([orderId]) => [orderId, ACCEPTED]));
  }

  #carryOut(): void {
    const fresh: readonly Effect[] = this.rig.effects.slice(this.#read);
    this.#read = this.rig.effects.length;
    for (const effect of fresh) {
      if (effect.kind !== 'attempt') continue;
      const { attempt } = effect;
      this.#pending.push(attempt);
      this.sent.push({ atMs: this.rig.nowMs, attempt });
      if (attempt.kind !== 'place') continue;
      this.placed.push(...attempt.request.elements);
      for (const { extraTags } of attempt.request.elements) {
        if (extraTags['role'] !== 'entry') continue;
        this.entries.push({
          ordersAgeMs: this.rig.nowMs - this.#ordersGoodAtMs,
          quotesAgeMs: this.rig.nowMs - this.#quotesGoodAtMs,
        });
      }
    }
  }
}
