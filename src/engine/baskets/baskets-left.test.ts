import { describe, expect, it } from 'vitest';

import {
  accept,
  halfSpread,
  HEDGE_LEG,
  later,
  LIMIT,
  SHORT_LEG,
  stateOf,
} from '../../../test/support/basket-rig.ts';
import {
  aLeg,
  filled,
  HEDGE,
  moved,
  PE,
  RigProblem,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { placed } from '../../../test/support/stop-rig.ts';

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

it('is unwound leg by leg: a short that filled in part is bought back before its hedge is sold', () => {
  const { rig, short } = halfSpread();
  later(rig, 60_000);
  rig.show(moved(short, { status: 'cancelled', filledUnits: 25 }));
  const [exit, ...others] = accept(rig);
  expect(exit).toMatchObject({ symbol: short.symbol, side: 'buy', quantityUnits: 25 });
  expect(others).toEqual([]);
  if (exit === undefined) throw new RigProblem('no exit');
  rig.show(filled(exit, 9_000));
  expect(placed(rig)).toMatchObject([{ symbol: HEDGE.symbol, side: 'sell', quantityUnits: 75 }]);
});
