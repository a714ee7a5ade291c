import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  aRecord,
  aRun,
  CE,
  each,
  EngineRig,
  filled,
  inputsOf,
  moved,
  noticesOf,
  PE,
  refusalsOf,
  RigProblem,
  RUN,
} from '../../../test/support/engine-rig.ts';
import { type Order } from '../../model/orders/order.ts';
import { type RunPolicies } from '../../model/runs/run-policies.ts';

type Policy = RunPolicies['foreignOrders'];

function aRig(foreignOrders?: Policy): EngineRig {
  const rig = new EngineRig();
  const policies = foreignOrders === undefined ? {} : { foreignOrders };
  rig.step({ kind: 'run-started', run: aRun(), policies });
  return rig;
}

/** An order placed by hand, filled unless told otherwise. */
function byHand(mine: Order, over: Partial<Order> = {}): Order {
  const order = {
    ...mine,
    orderId: 'by-hand',
    tag: '',
    side: 'buy',
    status: 'open',
    filledUnits: 0,
    filledValuePaise: 0,
    ...over,
  } as const;
  return over.status === 'open'
    ? order
    : filled(order, 9_000, over.filledUnits ?? order.quantityUnits);
}

function netUnits(rig: EngineRig): number {
  return rig.engine.view().positions.reduce((sum, position) => sum + position.netUnits, 0);
}

const STOP = aLeg({
  role: 'stop',
  side: 'buy',
  terms: { kind: 'stop', triggerPricePaise: 12_000, limitPricePaise: 12_500 },
});

describe('a close by hand that is adopted', () => {
  it('is taken off the leg, and the run sees it as a fill of the leg', () => {
    const rig = aRig();
    rig.show(byHand(rig.hold(aLeg())));
    expect(rig.engine.view().positions).toMatchObject([
      { leg: 'ce', netUnits: 0, realisedPaise: 75_000 },
    ]);
    expect(inputsOf(rig.effects).at(-1)).toMatchObject({
      kind: 'orders-observed',
      events: [
        { legRef: { runId: RUN, leg: 'ce', role: 'exit' }, fillUnits: 75, fillValuePaise: 675_000 },
      ],
    });
  });

  it.each([{ symbol: 'renamed' }, { instrumentId: 'renumbered' }])(
    'is known by one name of its contract alone: %o',
    (over) => {
      const rig = aRig();
      rig.show(byHand(rig.hold(aLeg()), over));
      expect(netUnits(rig)).toBe(0);
    },
  );

  it('never takes a leg past flat: what is more stays foreign', () => {
    const rig = aRig();
    rig.show(byHand(rig.hold(aLeg()), { quantityUnits: 150 }));
    expect(netUnits(rig)).toBe(0);
    rig.command({ kind: 'squareOff', legs: 'all', reason: 'end' });
    expect(rig.sent('place')).toEqual([]);
  });

  it('counts fills that arrive later on an order that was seen working', () => {
    const rig = aRig();
    const hand = byHand(rig.hold(aLeg()), { status: 'open' });
    rig.show(hand);
    expect(noticesOf(rig.effects, 'critical').join()).toContain('may close units of leg "ce"');
    expect(netUnits(rig)).toBe(-75);
    rig.show(filled(hand, 9_000));
    expect(netUnits(rig)).toBe(0);
  });

  it('is known by the tag of the leg, too, when it carries that', () => {
    const rig = aRig();
    const mine = rig.hold(aLeg());
    rig.show(byHand(mine, { tag: mine.tag }));
    expect(netUnits(rig)).toBe(0);
    expect(rig.engine.view().intents.map((intent) => intent.filledUnits)).toEqual([75]);
  });

  it('closes the oldest leg of the contract first, except that its tag names another', () => {
    const nets = (isTagged: boolean): readonly number[] => {
      const rig = aRig();
      rig.hold(aLeg({ leg: 'old' }));
      rig.pass(2_000);
      const young = rig.hold(aLeg({ leg: 'young' }));
      rig.show(byHand(young, isTagged ? { tag: young.tag } : {}));
      return rig.engine.view().positions.map((position) => position.netUnits);
    };
    expect(nets(false)).toEqual([0, -75]);
    expect(nets(true)).toEqual([-75, 0]);
  });

  it('is measured by what the same poll shows of our own orders', () => {
    const rig = aRig();
    const mine = rig.work(aLeg());
    rig.orders(byHand(mine), filled(mine, 10_000));
    expect(netUnits(rig)).toBe(0);
  });

  it('does not touch what was not held when it filled', () => {
    const rig = aRig();
    const mine = rig.work(aLeg({ contract: PE, leg: 'pe' }));
    const { instrumentId, symbol } = CE;
    rig.show(byHand(mine, { instrumentId, symbol }));
    rig.hold(aLeg());
    expect(netUnits(rig)).toBe(-75);
  });

  it('cancels an exit that works when nothing is left to close', () => {
    const rig = aRig();
    const entry = rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.show(byHand(entry));
    expect(rig.sent('cancel').flatMap(({ orderIds }) => orderIds)).toEqual([stop.orderId]);
    rig.show(moved(stop, { status: 'cancelled' }));
    expect(rig.sent('place')).toEqual([]);
  });

  it.each(['sell', 'buy'] as const)(
    'lets an exit of a leg that was entered by a %s work while it closes no more than is left',
    (side) => {
      const rig = aRig();
      const back = side === 'sell' ? 'buy' : 'sell';
      const entry = rig.hold(aLeg({ side, quantityUnits: 150 }));
      rig.work(aLeg({ role: 'target', side: back, terms: { kind: 'limit', pricePaise: 10_000 } }));
      rig.show(byHand(entry, { side: back, quantityUnits: 75 }));
      expect(Math.abs(netUnits(rig))).toBe(75);
      expect(rig.sent('cancel')).toEqual([]);
    },
  );

  it('asks for an exit anew over what is left, under the same terms', () => {
    const rig = aRig();
    const entry = rig.hold(aLeg({ quantityUnits: 150 }));
    const stop = rig.work({ ...STOP, quantityUnits: 150 });
    rig.show(byHand(entry, { quantityUnits: 75 }));
    rig.sent('place');
    rig.show(moved(stop, { status: 'cancelled' }));
    const elements = rig.sent('place').flatMap(({ request }) => request.elements);
    expect(elements).toMatchObject([{ side: 'buy', quantityUnits: 75, terms: stop.terms }]);
  });

  it('lets a square-off under way close no more than is left', () => {
    const rig = aRig();
    const entry = rig.hold(aLeg({ quantityUnits: 150 }));
    rig.command({ kind: 'squareOff', legs: 'all', reason: 'end' });
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (attempt === undefined || element === undefined) throw new RigProblem('no exit');
    rig.answer(attempt, each([element.tag]));
    const exit = aRecord(element);
    rig.show(exit);
    rig.show(byHand(entry, { quantityUnits: 75 }));
    expect(rig.sent('cancel')).toHaveLength(1);
    rig.show(moved(exit, { status: 'cancelled' }));
    rig.pass(1_000);
    const anew = rig.sent('place').flatMap(({ request }) => request.elements);
    expect(anew.map(({ quantityUnits }) => quantityUnits)).toEqual([75]);
  });

  it('follows a price that the platform corrects', () => {
    const rig = aRig();
    const hand = byHand(rig.hold(aLeg()));
    rig.show(hand);
    rig.show(moved(hand, { filledValuePaise: 75 * 9_100 }));
    expect(rig.engine.view().positions).toMatchObject([{ netUnits: 0, realisedPaise: 67_500 }]);
  });
});

describe('a close by hand that pauses the leg', () => {
  const paused = (over: Partial<Order> = {}, quantityUnits = 75): EngineRig => {
    const rig = aRig('pause-leg');
    rig.show(byHand(rig.hold(aLeg({ quantityUnits })), over));
    rig.quotes(aQuote(CE), aQuote(PE));
    return rig;
  };

  it('leaves the position as it was, says so, and shows it', () => {
    const rig = paused();
    expect(netUnits(rig)).toBe(-75);
    expect(rig.engine.view().pausedLegs).toMatchObject([{ runId: RUN, leg: 'ce' }]);
    expect(noticesOf(rig.effects, 'critical').join()).toContain('the leg is paused');
  });

  it('sends nothing for it: no entry, no exit, no modify, no square-off', () => {
    const rig = paused();
    rig.place(aLeg());
    rig.place(aLeg({ role: 'exit', side: 'buy' }));
    rig.command({
      kind: 'modify',
      leg: 'ce',
      role: 'entry',
      terms: { kind: 'limit', pricePaise: 5 },
    });
    rig.command({ kind: 'squareOff', legs: 'all', reason: 'end' });
    rig.pass(5_000);
    expect(rig.sent('place')).toEqual([]);
    expect(rig.sent('modify')).toEqual([]);
    expect(refusalsOf(rig.effects)).toHaveLength(3);
    expect(refusalsOf(rig.effects).join()).toContain('Leg "ce" is paused');
  });

  it('does not let the day end as if it were flat', () => {
    const rig = paused();
    rig.to('15:36');
    rig.pass(61_000);
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('is paused: flatten or release');
    expect(rig.engine.view().squareOffs).toHaveLength(1);
  });

  it('cancels an exit that would open the other way', () => {
    const rig = aRig('pause-leg');
    const entry = rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.show(byHand(entry));
    expect(rig.sent('cancel').flatMap(({ orderIds }) => orderIds)).toEqual([stop.orderId]);
  });

  it('ends when the operator flattens: what was closed by hand is not closed again', () => {
    const rig = paused({ quantityUnits: 75 }, 150);
    rig.step({
      kind: 'operator-asked',
      request: { action: 'flatten', runId: RUN, reason: 'enough' },
    });
    const elements = rig.sent('place').flatMap(({ request }) => request.elements);
    expect(elements).toMatchObject([{ side: 'buy', quantityUnits: 75 }]);
    expect(rig.engine.view().pausedLegs).toEqual([]);
  });
});

describe('a pause that the operator releases', () => {
  it('takes what was closed by hand off the leg, shows it to the run, and lets it go on', () => {
    const rig = aRig('pause-leg');
    rig.show(byHand(rig.hold(aLeg({ quantityUnits: 150 })), { quantityUnits: 75 }));
    const request = { action: 'release', runId: RUN, how: 'adopt', reason: 'seen' } as const;
    rig.step({ kind: 'operator-asked', request });
    expect(rig.engine.view().pausedLegs).toEqual([]);
    expect(netUnits(rig)).toBe(-75);
    expect(noticesOf(rig.effects, 'info')).toContain(
      'Leg "ce" is released: 75 units that others closed are taken off it',
    );
    expect(inputsOf(rig.effects).at(-1)).toMatchObject({
      events: [{ legRef: { leg: 'ce' }, fillUnits: 75 }],
    });
    rig.place(aLeg({ role: 'exit', side: 'buy' }));
    expect(rig.sent('place')).toHaveLength(1);
  });
});

describe('a close by hand that is told only', () => {
  it('changes nothing but is critical', () => {
    const rig = aRig('alert');
    rig.show(byHand(rig.hold(aLeg())));
    expect(netUnits(rig)).toBe(-75);
    expect(noticesOf(rig.effects, 'critical')).toEqual([
      expect.stringContaining('an exit would open the opposite position'),
    ]);
    expect(rig.engine.view().pausedLegs).toEqual([]);
  });
});

describe('an order with a tag of our form that no intent has', () => {
  it('is a critical alarm at the poll that shows it, and nobody adopts it', () => {
    const rig = aRig();
    const mine = rig.hold(aLeg());
    rig.show(byHand(mine, { tag: 'spaaaaaaaaaaaaaaaa' }));
    expect(noticesOf(rig.effects, 'critical').join()).toContain('that no run has asked for');
    expect(netUnits(rig)).toBe(-75);
  });
});
