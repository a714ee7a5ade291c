import { describe, expect, it } from 'vitest';

import { aDesk, held, planned, shownAs, working } from '../../../test/support/desk-rig.ts';
import { aLeg, CE, noticesOf, PE, RUN } from '../../../test/support/engine-rig.ts';
import { type Order, type OrderEvent } from '../../model/orders/order.ts';
import { type Desk } from '../desk.ts';
import { takeForeign } from './take-foreign.ts';

/** An order by hand that buys the call, and what a poll says of it. */
function byHand(
  over: Partial<Order> = {},
  event: Partial<OrderEvent> = {},
): OrderEvent & { readonly order: Order } {
  const made = shownAs(planned(aDesk(), aLeg({ side: 'buy', quantityUnits: 150 })));
  const order = { ...made, tag: '', orderId: 'by-hand', ...over };
  const fill = { fillUnits: order.filledUnits, fillValuePaise: order.filledUnits * 9_000 };
  const seen = { observedAtMs: 0, ageMsMax: 0 };
  return { kind: 'appeared', order, legRef: null, ...fill, seen, ...event };
}

function warned(desk: Desk): readonly string[] {
  return noticesOf(desk.outbox.take(), 'critical');
}

describe('an order by hand that has not filled', () => {
  const MAY = [
    expect.stringMatching(
      /^Order by-hand \(buy 150 .*\) belongs to no run and may close units of leg "ce"/,
    ),
  ];

  it('is told where it may close a leg, and only when it appears', () => {
    const desk = aDesk();
    held(desk, -75);
    takeForeign(desk, [byHand()]);
    expect(warned(desk)).toEqual(MAY);
    takeForeign(desk, [byHand({}, { kind: 'changed' })]);
    takeForeign(desk, [byHand({ status: 'cancelled' })]);
    takeForeign(desk, [byHand({ side: 'sell' })]);
    takeForeign(desk, [byHand({ symbol: PE.symbol, instrumentId: PE.instrumentId })]);
    expect(warned(desk)).toEqual([]);
  });

  it('is not told where it closes what was opened by hand, and is as far as it is more', () => {
    const desk = aDesk();
    held(desk, -75);
    desk.foreign.open(byHand().order, -150);
    takeForeign(desk, [byHand()]);
    expect(warned(desk)).toEqual([]);
    takeForeign(desk, [byHand({ quantityUnits: 151 })]);
    expect(warned(desk)).toHaveLength(1);
  });
});

describe('units that an order by hand filled', () => {
  it.each([
    [75, -75, 0, 0],
    [75, -150, -75, 0],
    [150, -75, 0, 75],
    [1, -75, -74, 0],
    [76, -75, 0, 1],
    [75, 75, 75, 75],
  ])('%i close what a leg holds, %i, up to flat', (filledUnits, ...[before, after, theirs]) => {
    const desk = aDesk();
    const line = held(desk, before);
    const adopted = takeForeign(desk, [byHand({ filledUnits })]);
    expect(line.position.netUnits).toBe(after);
    expect(desk.foreign.netUnitsIn(byHand().order)).toBe(theirs);
    const taken = Math.abs(after - before);
    expect(adopted.map(({ fillUnits, fillValuePaise }) => [fillUnits, fillValuePaise])).toEqual(
      taken === 0 ? [] : [[taken, taken * 9_000]],
    );
  });

  it('first close what was opened by hand', () => {
    const desk = aDesk();
    const line = held(desk, -75);
    desk.foreign.open(byHand().order, -50);
    const adopted = takeForeign(desk, [byHand({ filledUnits: 75 })]);
    expect([line.position.netUnits, desk.foreign.netUnitsIn(byHand().order)]).toEqual([-50, 0]);
    expect(adopted).toMatchObject([{ fillUnits: 25, fillValuePaise: 225_000 }]);
  });

  it('go to the leg of the tag first, then to the oldest', () => {
    const desk = aDesk();
    const legs = ['one', 'two', 'three'];
    const lines = legs.map((leg) => held(desk, -75, { leg }));
    const { tag } = planned(desk, aLeg({ leg: 'two' }));
    const adopted = takeForeign(desk, [byHand({ tag, filledUnits: 150 })]);
    expect(lines.map(({ position }) => position.netUnits)).toEqual([0, 0, -75]);
    expect(adopted.map(({ legRef }) => legRef)).toEqual(
      ['two', 'one'].map((leg) => ({ runId: RUN, leg, role: 'exit' })),
    );
    takeForeign(desk, [byHand({ orderId: 'more', filledUnits: 25 })]);
    expect(lines.map(({ position }) => position.netUnits)).toEqual([0, 0, -50]);
  });

  it('that were sold close what is held long, each share at its part of the value', () => {
    const desk = aDesk();
    const lines = ['one', 'two'].map((leg) => held(desk, 75, { leg }));
    const sold = { side: 'sell', filledUnits: 151 } as const;
    desk.foreign.open(byHand().order, 1);
    const adopted = takeForeign(desk, [byHand(sold, { fillValuePaise: 1_000_001 })]);
    expect(lines.map(({ position }) => position.netUnits)).toEqual([0, 0]);
    expect(desk.foreign.netUnitsIn(byHand().order)).toBe(0);
    expect(adopted.map(({ fillValuePaise }) => fillValuePaise)).toEqual([496_689, 496_689]);
  });

  it('go to a leg in its own words of the contract', () => {
    const desk = aDesk();
    held(desk, -75);
    const [fill] = takeForeign(desk, [byHand({ symbol: 'RENAMED', filledUnits: 75 })]);
    expect(fill?.order).toMatchObject({ symbol: CE.symbol, instrumentId: CE.instrumentId });
  });

  it('are left alone under a tag of ours that no book knows', () => {
    const desk = aDesk();
    const line = held(desk, -75);
    const { tag } = planned(aDesk());
    expect(takeForeign(desk, [byHand({ tag, filledUnits: 75 })])).toEqual([]);
    expect(line.position.netUnits).toBe(-75);
  });

  it('are told of, once more where they fill against an entry that still works', () => {
    const desk = aDesk();
    working(desk, aLeg());
    const others = [
      working(desk, aLeg({ leg: 'pe', contract: PE })),
      working(desk, aLeg({ leg: 'long', side: 'buy' })),
      working(desk, aLeg({ leg: 'exit', role: 'exit' })),
    ];
    shownAs(working(desk, aLeg({ leg: 'over' })), { status: 'completed', filledUnits: 75 });
    takeForeign(desk, [byHand({ filledUnits: 75 })]);
    expect(others).toHaveLength(3);
    expect(warned(desk)).toEqual([
      expect.stringMatching(/fills against an entry of leg "ce" that still works/),
    ]);
    held(desk, -75, { leg: 'flat' });
    takeForeign(desk, [byHand({ orderId: 'second', filledUnits: 75 }, { fillUnits: 75 })]);
    expect(warned(desk).filter((line) => line.includes('still works'))).toEqual([]);
  });

  it('are not told of against an entry at another broker', () => {
    const desk = aDesk();
    working(desk, aLeg());
    takeForeign(desk, [byHand({ filledUnits: 75, brokerId: 'there' })]);
    expect(warned(desk)).toEqual([]);
  });

  it.each([
    ['one that fills one unit', { quantityUnits: 1 }, 1],
    ['one under another symbol', { contract: { ...CE, symbol: 'RENAMED' } }, 1],
    ['one under another identifier', { contract: { ...CE, instrumentId: 'x' } }, 1],
  ])('are told of against %s', (_, over, times) => {
    const desk = aDesk();
    working(desk, aLeg(over));
    takeForeign(desk, [byHand({ filledUnits: 75 })]);
    expect(warned(desk)).toHaveLength(times);
  });
});

describe('a price that the platform corrects', () => {
  it('is corrected in every share by its units', () => {
    const desk = aDesk();
    const lines = ['one', 'two'].map((leg) => held(desk, -50, { leg }));
    takeForeign(desk, [byHand({ filledUnits: 75 })]);
    const before = lines.map(({ position }) => position.cashPaise);
    const event = { kind: 'changed', fillUnits: 0, fillValuePaise: 300 } as const;
    const adopted = takeForeign(desk, [byHand({ filledUnits: 75 }, event)]);
    expect(adopted.map(({ fillUnits, fillValuePaise }) => [fillUnits, fillValuePaise])).toEqual([
      [0, 200],
      [0, 100],
    ]);
    expect(lines.map(({ position }) => position.cashPaise)).toEqual(
      before.map((paise, share) => paise - (share === 0 ? 200 : 100)),
    );
  });

  it('is corrected once for a leg that took two fills', () => {
    const desk = aDesk();
    held(desk, -75);
    takeForeign(desk, [byHand({ filledUnits: 50 })]);
    const more = { kind: 'filled', fillUnits: 25, fillValuePaise: 225_000 } as const;
    takeForeign(desk, [byHand({ filledUnits: 75 }, more)]);
    const event = { kind: 'changed', fillUnits: 0, fillValuePaise: 300 } as const;
    expect(takeForeign(desk, [byHand({ filledUnits: 75 }, event)])).toMatchObject([
      { fillValuePaise: 300 },
    ]);
  });
});

describe('what an order by hand fills of several legs', () => {
  it('is none of a leg of which all may be closed already', () => {
    const desk = aDesk({ policies: { foreignOrders: 'adopt' } });
    const [first, second] = [held(desk, -75), held(desk, -75, { leg: 'second' })];
    const fill = byHand({ status: 'completed', filledUnits: 75 });
    const legRef = { runId: RUN, leg: 'ce', role: 'exit' } as const;
    desk.foreign.suspect(first, { ...fill, legRef, kind: 'filled' });
    const adopted = takeForeign(desk, [fill]);
    expect(adopted.map(({ legRef: { leg }, fillUnits }) => [leg, fillUnits])).toEqual([
      ['second', 75],
    ]);
    expect(second.position.netUnits).toBe(0);
  });

  it('ends with the last unit, to the single one', () => {
    const desk = aDesk({ policies: { foreignOrders: 'adopt' } });
    held(desk, -75);
    held(desk, -75, { leg: 'second' });
    const adopted = takeForeign(desk, [byHand({ status: 'completed', filledUnits: 76 })]);
    expect(adopted.map(({ fillUnits }) => fillUnits)).toEqual([75, 1]);
    const exact = aDesk({ policies: { foreignOrders: 'adopt' } });
    held(exact, -75);
    held(exact, -75, { leg: 'second' });
    expect(takeForeign(exact, [byHand({ status: 'completed', filledUnits: 75 })])).toHaveLength(1);
  });
});

describe('a price of an order by hand that is corrected later', () => {
  const corrected = (order: Order): OrderEvent =>
    byHand({ ...order }, { kind: 'changed', fillUnits: 0, fillValuePaise: 1_500 });

  it('is corrected in each share by its units', () => {
    const desk = aDesk();
    const lines = [held(desk, -75), held(desk, -75, { leg: 'second' })];
    const fill = byHand({ status: 'completed', filledUnits: 150 });
    takeForeign(desk, [fill]);
    const before = lines.map(({ position }) => position);
    const adopted = takeForeign(desk, [corrected(fill.order)]);
    expect(adopted.map(({ fillUnits, fillValuePaise }) => [fillUnits, fillValuePaise])).toEqual([
      [0, 750],
      [0, 750],
    ]);
    expect(lines.map(({ position }) => position)).not.toEqual(before);
  });

  it('corrects nothing of an order that closed nothing', () => {
    const desk = aDesk();
    held(desk, -75);
    expect(takeForeign(desk, [corrected(byHand({ filledUnits: 75 }).order)])).toEqual([]);
  });
});

it('an order by hand pauses the leg that it closed, or alarms, where its run wants that', () => {
  for (const foreignOrders of ['pause-leg', 'alert'] as const) {
    const desk = aDesk({ policies: { foreignOrders } });
    const line = held(desk, -75);
    expect(takeForeign(desk, [byHand({ status: 'completed', filledUnits: 75 })])).toEqual([]);
    expect(desk.foreign.suspectedUnits(line)).toBe(75);
    expect(desk.foreign.paused()).toHaveLength(foreignOrders === 'pause-leg' ? 1 : 0);
    expect(warned(desk)).toHaveLength(1);
  }
});
