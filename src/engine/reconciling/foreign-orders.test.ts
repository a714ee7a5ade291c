import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  CE,
  each,
  type EngineRig,
  filled,
  inputsOf,
  noticesOf,
  PE,
  RigProblem,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type PlaceElement } from '../../ports/orders.ts';

function placed(rig: EngineRig): PlaceElement {
  rig.fresh();
  rig.place(aLeg());
  const [attempt] = rig.sent('place');
  const [element] = attempt?.request.elements ?? [];
  if (attempt === undefined || element === undefined) throw new RigProblem('nothing sent');
  rig.answer(attempt, each([element.tag]));
  return element;
}

describe('a record with the tag of another order', () => {
  it('in another contract becomes no position and is an alarm', () => {
    const rig = startedRig();
    const element = placed(rig);
    const other = { symbol: PE.symbol, instrumentId: PE.instrumentId };
    rig.orders(filled(aRecord({ ...element, ...other }), 10_000));
    expect(rig.engine.view().positions).toEqual([]);
    expect(inputsOf(rig.effects).map(({ kind }) => kind)).not.toContain('orders-observed');
    expect(noticesOf(rig.effects, 'critical').join()).toContain(`carries the tag ${element.tag}`);
    rig.command({ kind: 'squareOff', legs: 'all', reason: 'end' });
    rig.pass(1_000);
    expect(rig.sent('place')).toEqual([]);
  });

  it('that an earlier process sent becomes no position when it fills later', () => {
    const { tag, ...element } = placed(startedRig());
    const rig = startedRig();
    const earlier = aRecord({ ...element, tag, symbol: PE.symbol, instrumentId: PE.instrumentId });
    rig.fresh(earlier);
    rig.place(aLeg());
    rig.orders(filled(earlier, 10_000));
    expect(rig.engine.view().positions).toEqual([]);
  });

  it('is the order itself where only the spelling of the symbol differs', () => {
    const rig = startedRig();
    const element = placed(rig);
    rig.orders(filled(aRecord({ ...element, symbol: `NSE:${CE.symbol}` }), 10_000));
    expect(rig.engine.view().positions).toMatchObject([{ leg: 'ce', netUnits: -75 }]);
  });
});

describe('an order of somebody else in a contract that a leg holds, adopted', () => {
  const alarmsFor = (side: 'buy' | 'sell'): readonly string[] => {
    const rig = startedRig();
    const mine = rig.hold(aLeg());
    rig.show({ ...mine, orderId: 'theirs', tag: '', side });
    return noticesOf(rig.effects, 'critical');
  };

  it('is an alarm when it may close the position', () => {
    expect(alarmsFor('buy')).toEqual([
      expect.stringContaining('they are taken off the leg, which has 0 units now'),
    ]);
  });

  it('is none when it may not', () => {
    expect(alarmsFor('sell')).toEqual([]);
  });
});

describe('an order of somebody else that closes what somebody else opened', () => {
  const afterOpening = (): EngineRig => {
    const rig = startedRig();
    const mine = rig.hold(aLeg());
    rig.show({ ...mine, orderId: 'opens', tag: '' });
    rig.show({ ...mine, orderId: 'closes', tag: '', side: 'buy' });
    return rig;
  };

  it('is not taken off the leg, and is no alarm', () => {
    const rig = afterOpening();
    expect(rig.engine.view().positions).toMatchObject([{ leg: 'ce', netUnits: -75 }]);
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
  });

  it('is no alarm either while it works', () => {
    const rig = startedRig();
    const mine = rig.hold(aLeg());
    rig.show({ ...mine, orderId: 'opens', tag: '' });
    const works = { status: 'open', filledUnits: 0, filledValuePaise: 0 } as const;
    rig.show({ ...mine, ...works, orderId: 'closes', tag: '', side: 'buy' });
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
  });

  it('leaves the next one to close the leg', () => {
    const rig = afterOpening();
    const [order] = rig.engine.view().orders;
    if (order === undefined) throw new RigProblem('nothing held');
    rig.show({ ...order, orderId: 'closes more', tag: '', side: 'buy' });
    expect(noticesOf(rig.effects, 'critical')).toEqual([
      expect.stringContaining('they are taken off the leg, which has 0 units now'),
    ]);
  });
});
