import { describe, expect, it } from 'vitest';

import { aDesk, held, planned, shownAs, working } from '../../test/support/desk-rig.ts';
import { aLeg, PE, RUN } from '../../test/support/engine-rig.ts';
import { type RunPolicies } from '../model/run-policies.ts';
import { type Desk } from './desk.ts';
import { type ForeignFill } from './foreign-book.ts';
import { cancelWish, type Intent } from './intent.ts';
import { trimExits } from './trim-exits.ts';

const EXIT = aLeg({ role: 'exit', side: 'buy', terms: { kind: 'limit', pricePaise: 9_000 } });

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
