import { describe, expect, it } from 'vitest';

import {
  accept,
  halfSpread,
  HEDGE_LEG,
  hedged,
  later,
  LIMIT,
  SHORT_LEG,
  stateOf,
} from '../../../test/support/basket-rig.ts';
import {
  aLeg,
  aRecord,
  each,
  filled,
  HEDGE,
  moved,
  noticesOf,
  PE,
  RigProblem,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { placed } from '../../../test/support/stop-rig.ts';

describe('a basket', () => {
  it('that is complete in time is left alone', () => {
    const { rig, short } = halfSpread();
    rig.show(filled(short, 10_000));
    expect(stateOf(rig)).toBe('complete');
    later(rig, 120_000);
    expect(rig.sent('cancel')).toEqual([]);
    expect(placed(rig)).toEqual([]);
  });

  it('with hedges is unwound after a minute unless it says otherwise', () => {
    const { rig, short } = halfSpread();
    later(rig, 59_999);
    expect(rig.sent('cancel')).toEqual([]);
    later(rig, 1);
    expect(rig.attempts().at(-1)?.kind).toBe('cancel');
    later(rig, 1_250);
    expect(placed(rig)).toEqual([]);
    rig.show(moved(short, { status: 'cancelled' }));
    expect(placed(rig)).toMatchObject([{ symbol: HEDGE.symbol, side: 'sell' }]);
    expect(stateOf(rig)).toBe('unwound');
    expect(noticesOf(rig.effects, 'critical')[0]).toContain('The basket is unwound');
  });

  it('that fills before its shorts are cancelled is kept, and that is told', () => {
    const { rig, short } = halfSpread();
    later(rig, 60_000);
    rig.show(filled(short, 10_000));
    expect(stateOf(rig)).toBe('complete');
    expect(rig.engine.view().squareOffs).toEqual([]);
    expect(noticesOf(rig.effects, 'critical').at(-1)).toMatch(/^The basket is complete after all/);
  });

  it('is unwound at once when nothing more can come of it', () => {
    const { rig, short } = halfSpread();
    rig.show(moved(short, { status: 'rejected', rejectionReason: 'margin' }));
    expect(placed(rig)).toMatchObject([{ symbol: HEDGE.symbol, side: 'sell' }]);
  });

  it('has its minute from its hedge on, though its short never leaves', () => {
    const rig = startedRig();
    rig.fresh();
    rig.command({ kind: 'place', orders: [HEDGE_LEG, SHORT_LEG] });
    const [attempt] = rig.sent('place');
    const [hedge, ...others] = attempt?.request.elements ?? [];
    if (attempt === undefined || hedge === undefined) throw new RigProblem('no hedge');
    expect(others).toEqual([]);
    rig.answer(attempt, each([hedge.tag]));
    const pending = aRecord(hedge, { status: 'place-pending' });
    rig.show(pending);
    later(rig, 59_999);
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
    later(rig, 1);
    expect(noticesOf(rig.effects, 'critical')).toEqual([
      'The basket is unwound: 2 of 2 orders in legs "hedge", "ce" are not filled',
    ]);
    rig.show(moved(pending, { status: 'open' }));
    expect(placed(rig)).toEqual([]);
    expect(rig.attempts().at(-1)).toMatchObject({ kind: 'cancel' });
  });

  it('that is to be held is left as it is, with an alarm', () => {
    const { rig } = halfSpread({ withinMs: 5_000, otherwise: 'hold' });
    later(rig, 5_000);
    later(rig, 60_000);
    expect(rig.sent('cancel')).toEqual([]);
    expect(noticesOf(rig.effects, 'critical')).toEqual([
      'The basket is not complete: 1 of 2 orders in legs "hedge", "ce" are not filled; left as it is',
    ]);
  });

  it('that is to be completed moves what works through the market', () => {
    const { rig, short } = halfSpread({ withinMs: 5_000, otherwise: 'complete' });
    later(rig, 5_000);
    const [modify] = rig.sent('modify');
    expect(modify?.elements).toMatchObject([{ orderId: short.orderId, terms: { kind: 'limit' } }]);
    later(rig, 5_000);
    expect(stateOf(rig)).toBe('held');
    expect(noticesOf(rig.effects, 'critical')[0]).toContain('asked for twice');
  });

  it('that is to be completed asks once more for what was lost', () => {
    const { rig, short } = halfSpread({ withinMs: 5_000, otherwise: 'complete' });
    rig.show(moved(short, { status: 'rejected', rejectionReason: 'band' }));
    later(rig, 1_250);
    const [again] = accept(rig);
    expect(again).toMatchObject({ symbol: short.symbol, side: 'sell' });
    if (again === undefined) throw new RigProblem('nothing placed again');
    rig.show(filled(again, 9_000));
    expect(stateOf(rig)).toBe('complete');
  });

  it('asks only for what has not filled when it is completed, and counts fills', () => {
    const rig = startedRig();
    rig.fresh();
    const basket = { withinMs: 5_000, otherwise: 'complete' } as const;
    const call = aLeg({ terms: LIMIT, quantityUnits: 225 });
    rig.command({ kind: 'place', orders: [call, aLeg({ leg: 'pe', contract: PE })], basket });
    const [first, second] = accept(rig);
    if (first === undefined || second === undefined) throw new RigProblem('two were not placed');
    rig.show(filled(second, 10_000), filled(first, 10_000, 75));
    later(rig, 4_999);
    rig.show(moved(filled(first, 10_000, 75), { status: 'cancelled', updatedAtMs: 9 }));
    later(rig, 1);
    expect(noticesOf(rig.effects, 'warning')).toEqual([
      'The basket is completed at the market: 1 of 2 orders in legs "ce", "pe" are not filled',
    ]);
    const [again] = accept(rig);
    expect(again).toMatchObject({ symbol: first.symbol, side: 'sell', quantityUnits: 150 });
    if (again === undefined) throw new RigProblem('nothing placed again');
    rig.show(filled(again, 9_000));
    expect(stateOf(rig)).toBe('complete');
  });

  it('that is to be completed is left as it is while an order may exist unseen', () => {
    const rig = startedRig();
    rig.fresh();
    const basket = { withinMs: 5_000, otherwise: 'complete' } as const;
    const orders = [SHORT_LEG, aLeg({ leg: 'pe', contract: PE, terms: LIMIT })];
    rig.command({ kind: 'place', orders, basket });
    const [attempt] = rig.sent('place');
    if (attempt === undefined) throw new RigProblem('nothing was placed');
    rig.answer(attempt, TIMEOUT);
    later(rig, 5_000);
    expect(stateOf(rig)).toBe('held');
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('blocks the others');
    expect(placed(rig)).toEqual([]);
  });

  it('that is to be completed is left as it is though only one of two may exist unseen', () => {
    const rig = startedRig();
    rig.fresh();
    const basket = { withinMs: 5_000, otherwise: 'complete' } as const;
    const orders = [SHORT_LEG, aLeg({ leg: 'pe', contract: PE, terms: LIMIT })];
    rig.command({ kind: 'place', orders, basket });
    const [attempt] = rig.sent('place');
    const [unseen, works] = attempt?.request.elements ?? [];
    if (attempt === undefined || unseen === undefined || works === undefined) {
      throw new RigProblem('two were not placed');
    }
    const answers = new Map([
      [unseen.tag, { kind: 'unknown', detail: '' } as const],
      [works.tag, { kind: 'accepted', orderId: null, detail: '' } as const],
    ]);
    rig.answer(attempt, { kind: 'accepted', value: answers });
    rig.show(aRecord(works));
    later(rig, 5_000);
    expect(stateOf(rig)).toBe('held');
    expect(rig.sent('modify')).toEqual([]);
    expect(placed(rig)).toEqual([]);
  });

  it('that is to be completed does not hasten an order that is being cancelled', () => {
    const { rig, short } = halfSpread({ withinMs: 5_000, otherwise: 'complete' });
    rig.show(moved(short, { status: 'cancel-pending' }));
    later(rig, 4_000);
    rig.step({ kind: 'operator-asked', request: { action: 'halt', state: 'halted', reason: 'r' } });
    later(rig, 1_000);
    expect(rig.sent('modify')).toEqual([]);
  });

  it('is unwound hedge last: what a short may still fill keeps its hedge', () => {
    const { rig, short } = halfSpread();
    later(rig, 60_000);
    rig.show(filled(short, 10_000, 0));
    later(rig, 5_000);
    expect(placed(rig)).toEqual([]);
    expect(rig.engine.view().squareOffs).toEqual([]);
  });

  it('keeps its hedge while its short may stand unseen: it may still fill', () => {
    const rig = hedged();
    const [attempt] = rig.sent('place');
    if (attempt === undefined) throw new RigProblem('no short');
    rig.answer(attempt, TIMEOUT);
    later(rig, 60_000);
    later(rig, 2_000);
    expect(stateOf(rig)).toBe('unwinding');
    expect(placed(rig)).toEqual([]);
    expect(rig.engine.view().squareOffs).toEqual([]);
  });

  it('has no more time for a process that began anew', () => {
    const { rig } = halfSpread();
    later(rig, 30_000);
    rig.step({ kind: 'restarted', lastAtMs: rig.nowMs, neverSent: [] });
    later(rig, 30_000);
    expect(stateOf(rig)).toBe('unwinding');
  });

  it('of shorts alone is a warning after a minute, and stays', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(SHORT_LEG, aLeg({ leg: 'pe', contract: PE, terms: LIMIT }));
    const [call] = accept(rig);
    if (call === undefined) throw new RigProblem('no call');
    rig.show(filled(call, 10_000));
    later(rig, 60_000);
    expect(noticesOf(rig.effects, 'warning').at(-1)).toContain('The basket is not complete');
    expect(rig.sent('cancel')).toEqual([]);
  });

  it('is the strategy’s own affair once that cancels or squares off one of its legs', () => {
    const { rig, short } = halfSpread();
    rig.command({ kind: 'cancel', legs: ['ce'], role: null });
    rig.show(moved(short, { status: 'cancelled' }));
    later(rig, 120_000);
    expect(placed(rig)).toEqual([]);
    expect(stateOf(rig)).toBe('given-up');
  });
});

describe('the clock of shorts without their hedges', () => {
  it('runs while shorts exceed hedges, and becomes an alarm', () => {
    const { rig, short } = halfSpread();
    rig.show(filled(short, 10_000));
    expect(rig.engine.view().baskets).toMatchObject([{ isNaked: false, nakedMs: 0 }]);
    rig.place(aLeg({ leg: 'hedge', contract: HEDGE, role: 'exit', side: 'sell' }));
    const [exit] = accept(rig);
    if (exit === undefined) throw new RigProblem('no exit');
    rig.show(filled(exit, 10_000));
    rig.pass(9_999);
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
    rig.pass(1);
    expect(noticesOf(rig.effects, 'critical')).toEqual([
      '1 lot short without a hedge for 10 s in legs "hedge", "ce"',
    ]);
    expect(rig.engine.view().baskets).toMatchObject([{ isNaked: true, nakedMs: 10_000 }]);
    rig.pass(20_000);
    expect(noticesOf(rig.effects, 'critical')).toHaveLength(1);
  });

  it('stops with the hedge back, and goes on from there the next time', () => {
    const { rig, short } = halfSpread();
    rig.show(filled(short, 10_000));
    const trade = (role: 'entry' | 'exit', side: 'buy' | 'sell'): void => {
      rig.place(aLeg({ leg: 'hedge', contract: HEDGE, role, side }));
      const [order] = accept(rig);
      if (order === undefined) throw new RigProblem(`no ${role}`);
      rig.show(filled(order, 10_000));
    };
    trade('exit', 'sell');
    rig.pass(5_000);
    trade('entry', 'buy');
    rig.pass(3_000);
    expect(rig.engine.view().baskets).toMatchObject([{ isNaked: false, nakedMs: 5_000 }]);
    trade('exit', 'sell');
    rig.pass(2_000);
    expect(rig.engine.view().baskets).toMatchObject([{ isNaked: true, nakedMs: 7_000 }]);
  });
});
