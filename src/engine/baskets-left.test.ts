import { describe, expect, it } from 'vitest';

import {
  type EngineRig,
  aLeg,
  aRecord,
  each,
  filled,
  HEDGE,
  moved,
  PE,
  RigProblem,
  startedRig,
} from '../../test/support/engine-rig.ts';
import { type Basket } from '../model/command.ts';
import { type Order } from '../model/order.ts';
import { type PlaceElement } from '../ports/orders.ts';

const LIMIT = { kind: 'limit', pricePaise: 10_000 } as const;
const HEDGE_LEG = aLeg({ leg: 'hedge', contract: HEDGE, side: 'buy', terms: LIMIT });
const SHORT_LEG = aLeg({ terms: LIMIT });

function placed(rig: EngineRig): readonly PlaceElement[] {
  return rig.sent('place').flatMap(({ request }) => request.elements);
}

/** Has what was just placed accepted and shown; returns the records. */
function accept(rig: EngineRig): readonly Order[] {
  const attempts = rig.sent('place');
  const elements = attempts.flatMap(({ request }) => request.elements);
  for (const attempt of attempts) {
    rig.answer(attempt, each(attempt.request.elements.map(({ tag }) => tag)));
  }
  const records = elements.map((element) => aRecord(element));
  rig.show(...records);
  return records;
}

/**
 * A hedge that is filled, and a short that has just left.
 *
 * @throws {RigProblem} when the hedge was not placed
 */
function hedged(basket?: Basket): EngineRig {
  const rig = startedRig();
  rig.fresh();
  const orders = [HEDGE_LEG, SHORT_LEG];
  rig.command(basket === undefined ? { kind: 'place', orders } : { kind: 'place', orders, basket });
  const [hedge] = accept(rig);
  if (hedge === undefined) throw new RigProblem('no hedge');
  rig.show(filled(hedge, 10_000));
  return rig;
}

/**
 * A hedge that is filled and a short that works.
 *
 * @throws {RigProblem} when one of them was not placed
 */
function halfSpread(basket?: Basket): { readonly rig: EngineRig; readonly short: Order } {
  const rig = hedged(basket);
  const [short] = accept(rig);
  if (short === undefined) throw new RigProblem('no short');
  return { rig, short };
}

function later(rig: EngineRig, ms: number): void {
  rig.pass(ms);
  rig.fresh(...rig.book.values());
}

function stateOf(rig: EngineRig): string | undefined {
  return rig.engine.view().baskets[0]?.state;
}

describe('a basket', () => {
  it('keeps its hedge while one of its shorts still works', () => {
    const rig = startedRig();
    rig.fresh();
    const second = aLeg({ leg: 'pe', contract: PE, terms: LIMIT });
    rig.place(HEDGE_LEG, SHORT_LEG, second);
    const [hedge] = accept(rig);
    if (hedge === undefined) throw new RigProblem('no hedge');
    rig.show(filled(hedge, 10_000));
    const [short] = accept(rig);
    if (short === undefined) throw new RigProblem('no short');
    later(rig, 60_000);
    rig.show(moved(short, { status: 'cancelled' }));
    later(rig, 1_250);
    expect(stateOf(rig)).toBe('unwinding');
    expect(placed(rig)).toEqual([]);
  });

  it('is left to a square-off of its legs, and forgotten once they are flat', () => {
    const { rig, short } = halfSpread();
    rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
    expect(stateOf(rig)).toBe('given-up');
    rig.show(moved(short, { status: 'cancelled' }));
    const [exit] = accept(rig);
    if (exit === undefined) throw new RigProblem('no exit');
    expect(rig.engine.view().baskets).toHaveLength(1);
    rig.show(filled(exit, 10_000));
    rig.pass(1_000);
    expect(rig.engine.view().baskets).toEqual([]);
  });

  it('has its time from when its first order left, not from when it was asked for', () => {
    const rig = startedRig();
    const basket = { withinMs: 5_000, otherwise: 'hold' } as const;
    rig.command({ kind: 'place', orders: [HEDGE_LEG, SHORT_LEG], basket });
    rig.pass(4_000);
    expect(rig.engine.view().baskets).toMatchObject([{ state: 'open', dueMs: null }]);
    rig.fresh();
    accept(rig);
    const dueMs = rig.nowMs + 5_000;
    expect(rig.engine.view().baskets).toMatchObject([{ state: 'open', dueMs }]);
    rig.pass(4_999);
    expect(stateOf(rig)).toBe('open');
    rig.pass(1);
    expect(rig.engine.view().baskets).toMatchObject([{ state: 'held', dueMs: null }]);
  });
});

it('is unwound leg by leg: a short that filled in part is bought back beside its hedge', () => {
  const { rig, short } = halfSpread();
  later(rig, 60_000);
  rig.show(moved(short, { status: 'cancelled', filledUnits: 25 }));
  const exits = placed(rig).map(({ symbol, side, quantityUnits }) => ({
    symbol,
    side,
    quantityUnits,
  }));
  expect(exits).toEqual([
    { symbol: short.symbol, side: 'buy', quantityUnits: 25 },
    { symbol: HEDGE.symbol, side: 'sell', quantityUnits: 75 },
  ]);
});
