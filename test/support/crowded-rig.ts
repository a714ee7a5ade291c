import { expect } from 'vitest';

import { type Command, type LegOrder } from '../../src/model/orders/command.ts';
import { type Order } from '../../src/model/orders/order.ts';
import {
  aContract,
  aLeg,
  aQuote,
  aRecord,
  aRun,
  type EngineRig,
  filled,
  startedRig,
} from './engine-rig.ts';

/** The other run, B. */
export const OTHER = 'other@2026-11-20/paper';
/** No limit but that of a second. */
export const LIMITS = { duplicateWithinMs: 0, ordersPerMinuteMax: null };
/** What makes a stop of an entry. */
export const STOP = {
  role: 'stop',
  side: 'buy',
  terms: { kind: 'stop', triggerPricePaise: 13_000, limitPricePaise: 13_500 },
} as const;

/** Legs of run A in contracts of their own: the gate has no quarrel with any of them. */
export function legsOf(count: number): readonly LegOrder[] {
  return Array.from({ length: count }, (_, index) =>
    aLeg({
      leg: `a${String(index)}`,
      contract: aContract({ strikePaise: 2_400_000 + 5_000 * index }),
    }),
  );
}

/** The leg of run B. */
export const HELD = aLeg({ leg: 'b', contract: aContract({ strikePaise: 2_000_000 }) });

/** Run B wants something. */
export function command(rig: EngineRig, ...commands: readonly Command[]): void {
  rig.step({ kind: 'commands-emitted', runId: OTHER, commands });
}

/** A poll shows the book, and prices of the legs. */
export function poll(rig: EngineRig, legs: readonly LegOrder[]): void {
  rig.orders(...rig.book.values());
  rig.quotes(...legs.map(({ contract }) => aQuote(contract)));
}

/** What leaves is taken at once, and shown by the next poll. */
export function take(rig: EngineRig): readonly Order[] {
  const taken = rig
    .sent('place')
    .flatMap(({ request }) => request.elements.map((element) => aRecord(element)));
  for (const order of taken) rig.book.set(order.orderId, order);
  rig.settle();
  return taken;
}

/** Places orders of run A and lets them be taken, however long the budget makes them wait. */
export function place(rig: EngineRig, orders: readonly LegOrder[]): readonly Order[] {
  const placed: Order[] = [];
  poll(rig, [...orders, HELD]);
  rig.place(...orders);
  for (let round = 0; placed.length < orders.length && round < 60; round += 1) {
    placed.push(...take(rig));
    rig.pass(1_000);
    poll(rig, [...orders, HELD]);
  }
  expect(placed).toHaveLength(orders.length);
  return placed;
}

/** Run B holds one leg, run A works with many orders. */
export function crowded(
  count: number,
  mode: 'live' | 'paper' = 'paper',
): { readonly rig: EngineRig; readonly legs: readonly LegOrder[] } {
  const rig = startedRig({
    from: '09:30',
    limits: LIMITS,
    mode,
  });
  rig.start(aRun({ runId: OTHER, strategy: 'other', mode }));
  const legs = legsOf(count);
  poll(rig, [...legs, HELD]);
  command(rig, { kind: 'place', orders: [HELD] });
  for (const order of take(rig)) rig.show(filled(order, 10_000));
  return { rig, legs };
}
