import { describe, expect, it } from 'vitest';

import {
  aDesk,
  held,
  planned,
  putInto,
  quoted,
  shownAs,
  working,
} from '../../../test/support/desk-rig.ts';
import { aLeg, at, PE, RUN } from '../../../test/support/engine-rig.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { type RunPolicies } from '../../model/runs/run-policies.ts';
import { type Desk } from '../desk.ts';
import { cancelWish, type Intent } from '../intents/intent.ts';
import { type ForeignFill } from '../reconciling/foreign-book.ts';
import { startSquareOff } from './square-off.ts';
import { flattenSurplus, surplusOrderIds, trimExits } from './surplus.ts';

const EXIT = aLeg({ role: 'exit', side: 'buy', terms: { kind: 'limit', pricePaise: 9_000 } });

/** A desk on which an order filled twice what it was to fill, and the leg holds that. */
function twice(order: LegOrder = aLeg()): { readonly desk: Desk; readonly intent: Intent } {
  const desk = aDesk();
  const intent = working(desk, order);
  const filledUnits = order.quantityUnits;
  shownAs(intent, { status: 'completed', filledUnits });
  shownAs(intent, { orderId: 'copy', status: 'completed', filledUnits });
  desk.surplus.add(intent);
  held(desk, (order.side === 'buy' ? 2 : -2) * filledUnits);
  return { desk, intent };
}

function exitsOf(desk: Desk, intent: Intent): readonly Intent[] {
  return intent.surplusTags.flatMap((tag) => desk.intents.byTag(tag) ?? []);
}

describe('what was filled beyond what was asked for', () => {
  it.each(['sell', 'buy'] as const)('is closed by one exit, once: %s', (side) => {
    const { desk, intent } = twice(aLeg({ side, product: 'carry-forward' }));
    flattenSurplus(desk);
    flattenSurplus(desk);
    const order = {
      leg: 'ce',
      role: 'exit',
      side: side === 'buy' ? 'sell' : 'buy',
      quantityUnits: 75,
      terms: { kind: 'marketable', bufferPercent: null },
      product: 'carry-forward',
    };
    expect(exitsOf(desk, intent)).toMatchObject([{ origin: 'surplus', commandIndex: null, order }]);
  });

  it.each<[string, (desk: Desk) => void]>([
    ['while the exchange is closed', (desk) => (desk.nowMs = at('09:14'))],
    ['before the orders are known', (desk) => (desk.awayUntilMs = desk.nowMs)],
    [
      'while its leg is squared off',
      (desk) => {
        startSquareOff(desk, { runId: RUN, scope: ['ce'], reason: 'x', origin: 'operator' });
      },
    ],
    ['where its leg is flat', (desk) => void held(desk, 150)],
    ['where exits close all of it', (desk) => void working(desk, { ...EXIT, quantityUnits: 150 })],
  ])('is left alone %s', (_, change) => {
    const { desk, intent } = twice();
    change(desk);
    flattenSurplus(desk);
    expect(exitsOf(desk, intent)).toEqual([]);
  });

  it('is closed as far as other exits of the leg leave it, and those of others do not count', () => {
    const { desk, intent } = twice();
    const part = working(desk, { ...EXIT, quantityUnits: 150 });
    shownAs(part, { filledUnits: 25 });
    working(desk, { ...EXIT, contract: PE });
    working(desk, { ...EXIT, leg: 'pe' });
    working(desk, { ...EXIT, side: 'sell' });
    flattenSurplus(desk);
    expect(exitsOf(desk, intent)).toMatchObject([{ order: { quantityUnits: 25 } }]);
  });

  it('is tried again after its exit came to nothing, later each time', () => {
    const { desk, intent } = twice();
    flattenSurplus(desk);
    for (const waitMs of [5_000, 10_000, 20_000, 40_000, 80_000, 80_000]) {
      const last = exitsOf(desk, intent).at(-1);
      if (last !== undefined) {
        putInto(last, 'rejected');
        last.endedAtMs = desk.nowMs;
      }
      const before = exitsOf(desk, intent).length;
      desk.wakesAtMs.length = 0;
      flattenSurplus(desk);
      expect(desk.wakesAtMs).toEqual([desk.nowMs + waitMs]);
      expect(exitsOf(desk, intent)).toHaveLength(before);
      desk.nowMs += waitMs;
      flattenSurplus(desk);
      expect(exitsOf(desk, intent)).toHaveLength(before + 1);
    }
  });

  it('is followed to where the market is', () => {
    const { desk, intent } = twice();
    flattenSurplus(desk);
    const [exit] = exitsOf(desk, intent);
    if (exit !== undefined) {
      shownAs(exit);
      exit.pricedAtMs = desk.nowMs;
    }
    desk.nowMs += desk.limits.repriceMs;
    quoted(desk, 12_000);
    flattenSurplus(desk);
    expect(exit?.modify).toMatchObject({ terms: { kind: 'limit', pricePaise: 12_965 } });
  });
});

describe('an exit that another copy of it has filled', () => {
  /** A short call; an exit that is one too many, and others. */
  function exits(heldUnits: number): {
    readonly desk: Desk;
    readonly doubled: Intent;
    readonly others: readonly Intent[];
  } {
    const desk = aDesk();
    if (heldUnits !== 0) held(desk, heldUnits);
    const doubled = working(desk, EXIT);
    desk.surplus.add(doubled);
    return { desk, doubled, others: [working(desk, EXIT), working(desk, EXIT)] };
  }

  it.each([
    [-225, [false, false]],
    [-224, [false, true]],
    [-150, [false, true]],
    [-149, [true, true]],
    [-75, [true, true]],
    [-1, [true, true]],
    [0, [true, true]],
    [75, [true, true]],
  ])('leaves others as far as %i units are held, the oldest first', (heldUnits, cancelled) => {
    const { desk, doubled, others } = exits(heldUnits);
    flattenSurplus(desk);
    expect(others.map(({ cancel }) => cancel !== null)).toEqual(cancelled);
    expect(doubled.cancel).toBeNull();
  });

  it('counts itself as far as it is still to fill', () => {
    const { desk, doubled, others } = exits(-150);
    shownAs(doubled, { filledUnits: 75, status: 'completed' });
    flattenSurplus(desk);
    expect(others.map(({ cancel }) => cancel)).toEqual([null, null]);
  });

  it('takes the last unit from another where nothing is held, and of two of its own counts one', () => {
    const desk = aDesk();
    const doubled = working(desk, EXIT);
    shownAs(doubled, { filledUnits: 75, status: 'completed' });
    desk.surplus.add(doubled);
    const other = working(desk, EXIT);
    shownAs(other, { filledUnits: 74 });
    flattenSurplus(desk);
    expect(other.cancel).not.toBeNull();
    const long = exits(0);
    held(long.desk, -225);
    shownAs(long.doubled, { orderId: 'copy' });
    flattenSurplus(long.desk);
    expect(long.others.map(({ cancel }) => cancel)).toEqual([null, null]);
  });

  it('leaves others that sell as far as there is something long', () => {
    const desk = aDesk();
    held(desk, 150);
    const [doubled, other] = [0, 1].map(() => working(desk, { ...EXIT, side: 'sell' }));
    if (doubled !== undefined) desk.surplus.add(doubled);
    flattenSurplus(desk);
    expect(other?.cancel).toBeNull();
  });

  it('leaves the other side, other contracts, entries and what is over', () => {
    const { desk } = exits(-225);
    const others = [
      working(desk, { ...EXIT, side: 'sell' }),
      working(desk, { ...EXIT, contract: PE }),
      working(desk, { ...EXIT, role: 'entry' }),
    ];
    shownAs(working(desk, EXIT), { status: 'cancelled' });
    flattenSurplus(desk);
    expect(others.map(({ cancel }) => cancel)).toEqual([null, null, null]);
  });
});

it('of the working orders under one tag, what was asked for stays, the first seen first', () => {
  const intent = working(aDesk(), aLeg({ quantityUnits: 150 }));
  expect(surplusOrderIds(intent)).toEqual([]);
  shownAs(intent, { orderId: 'small', quantityUnits: 75 });
  expect(surplusOrderIds(intent)).toEqual(['small']);
  shownAs(intent, { filledUnits: 75, status: 'cancelled' });
  expect(surplusOrderIds(intent)).toEqual([]);
  intent.wantedUnits = 0;
  expect(surplusOrderIds(intent)).toEqual(['small']);
});

it('an entry that filled twice cancels no exit of its leg: they close part of it', () => {
  const { desk } = twice();
  const exit = working(desk, EXIT);
  const second = working(desk, aLeg({ role: 'exit', side: 'sell' }));
  flattenSurplus(desk);
  expect([exit, second].map(({ cancel }) => cancel)).toEqual([null, null]);
});

/** A leg of which others have closed some: what is left, and of that what they may have closed, too. */
function touched(
  netUnits: number,
  over: { readonly suspectedUnits?: number; readonly policies?: Partial<RunPolicies> } = {},
): Desk {
  const { suspectedUnits = 0, policies = {} } = over;
  const desk = aDesk({ policies });
  const line = held(desk, netUnits);
  const order = shownAs(planned(desk, EXIT), { tag: '' });
  for (const intent of desk.intents.live()) shownAs(intent, { status: 'cancelled' });
  const seen = { observedAtMs: 0, ageMsMax: 0 };
  const legRef = { runId: RUN, leg: 'ce', role: 'exit' } as const;
  const fill: ForeignFill = {
    kind: 'filled',
    order,
    legRef,
    fillUnits: suspectedUnits,
    fillValuePaise: 0,
    seen,
  };
  desk.foreign.suspect(line, fill);
  return desk;
}

function cancelled(...intents: readonly Intent[]): readonly boolean[] {
  return intents.map(({ cancel }) => cancel !== null);
}

describe('exits of a leg of which others have closed some', () => {
  it.each([
    [-225, 0, [false, false, false]],
    [-150, 0, [false, false, true]],
    [-149, 0, [false, true, true]],
    [-75, 0, [false, true, true]],
    [-225, 75, [false, false, true]],
    [-75, 150, [true, true, true]],
  ])('are cut to what is left of %i, %i of them in doubt, the youngest first', (...row) => {
    const [netUnits, suspectedUnits, wanted] = row;
    const desk = touched(netUnits, { suspectedUnits });
    const exits = [0, 1, 2].map(() => working(desk, EXIT));
    trimExits(desk);
    expect(cancelled(...exits)).toEqual(wanted);
  });

  it('count by what they may still fill', () => {
    const desk = touched(-75);
    const [first, second] = [working(desk, EXIT), working(desk, EXIT)];
    shownAs(first, { filledUnits: 75, status: 'completed' });
    trimExits(desk);
    expect(cancelled(first, second)).toEqual([false, false]);
  });

  it('go where they would enlarge it, long and short', () => {
    for (const [netUnits, side] of [
      [75, 'buy'],
      [1, 'buy'],
      [-75, 'sell'],
    ] as const) {
      const desk = touched(netUnits);
      const exit = working(desk, { ...EXIT, side });
      const right = working(desk, {
        ...EXIT,
        side: netUnits > 0 ? 'sell' : 'buy',
        quantityUnits: 1,
      });
      trimExits(desk);
      expect(cancelled(exit, right)).toEqual([true, false]);
    }
  });

  it('stay where the run only wants to know', () => {
    const desk = touched(-1, { policies: { foreignOrders: 'alert' } });
    const exit = working(desk, EXIT);
    trimExits(desk);
    expect(cancelled(exit)).toEqual([false]);
  });

  it('are those at work of its contract alone', () => {
    const desk = touched(-1);
    const going = working(desk, EXIT);
    going.cancel = { ...cancelWish(), tries: 2 };
    const others = [
      planned(desk, EXIT),
      working(desk, { ...EXIT, contract: PE }),
      working(desk, aLeg({ side: 'buy' })),
      working(desk, { ...EXIT, leg: 'pe' }),
    ];
    trimExits(desk);
    expect(cancelled(...others)).toEqual([false, false, false, false]);
    expect(others[0]?.state).toBe('waiting');
    expect(going.cancel.tries).toBe(2);
  });
});

it('exits that open more are not counted among those that close', () => {
  const desk = touched(-75);
  working(desk, aLeg({ role: 'exit', side: 'sell' }));
  const exit = working(desk, EXIT);
  trimExits(desk);
  expect(exit.cancel).toBeNull();
});

it('an exit that would open more makes no room for one that closes too much', () => {
  const desk = touched(-75);
  const closing = [working(desk, EXIT), working(desk, EXIT)];
  const opening = working(desk, aLeg({ role: 'exit', side: 'sell' }));
  trimExits(desk);
  expect(cancelled(...closing, opening)).toEqual([false, true, true]);
});
