import { describe, expect, it } from 'vitest';

import { aDesk, held, leftDesk, planned } from '../../../test/support/desk-rig.ts';
import { aLeg, HEDGE, noticesOf, PE, RigProblem, RUN } from '../../../test/support/engine-rig.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { type Desk } from '../desk.ts';
import { type EntryGroup } from '../intents/intent.ts';
import { type OpenBasket } from './basket-book.ts';
import { holdsAnything, legsNamed, watchNaked } from './watch-naked.ts';

const HEDGE_LEG = aLeg({ leg: 'hedge', contract: HEDGE, side: 'buy' });

/**
 * A basket of orders that were planned.
 *
 * @throws {RigProblem} when there is none
 */
function basketOf(desk: Desk, ...orders: readonly LegOrder[]): OpenBasket {
  const group: EntryGroup = { intents: [], hedgedAtMs: null };
  for (const order of orders) planned(desk, order, { group });
  const plan = { withinMs: 60_000, otherwise: 'hold' } as const;
  desk.baskets.add({ runId: RUN, group, plan, isAsked: true });
  const [basket] = desk.baskets.all();
  if (basket === undefined) throw new RigProblem('no basket');
  leftDesk(desk);
  return basket;
}

function watchFor(desk: Desk, basket: OpenBasket, ms: number): readonly string[] {
  watchNaked(desk, basket);
  desk.nowMs += ms;
  watchNaked(desk, basket);
  return noticesOf(leftDesk(desk), 'critical');
}

describe('a short without its hedge', () => {
  it('is critical after ten seconds, counted once though it is of two slices', () => {
    const desk = aDesk();
    const basket = basketOf(desk, aLeg(), aLeg(), HEDGE_LEG);
    held(desk, -150);
    expect(watchFor(desk, basket, 9_999)).toEqual([]);
    expect(watchFor(desk, basket, 1)).toEqual([
      '2 lots short without a hedge for 10 s in legs "ce", "hedge"',
    ]);
    expect(watchFor(desk, basket, 60_000)).toEqual([]);
  });

  it('is none while its hedge is held', () => {
    const desk = aDesk();
    const basket = basketOf(desk, aLeg(), HEDGE_LEG);
    held(desk, -75);
    held(desk, 75, { leg: 'hedge', contract: HEDGE });
    expect(watchFor(desk, basket, 20_000)).toEqual([]);
    expect(basket).toMatchObject({ nakedSinceMs: null, nakedMs: 0 });
  });

  it('is none where the basket never had hedges', () => {
    const desk = aDesk();
    const basket = basketOf(desk, aLeg(), aLeg({ leg: 'pe', contract: PE }));
    held(desk, -75);
    expect(watchFor(desk, basket, 20_000)).toEqual([]);
  });

  it('adds up over its stretches', () => {
    const desk = aDesk();
    const basket = basketOf(desk, aLeg(), HEDGE_LEG);
    held(desk, -75);
    watchFor(desk, basket, 4_000);
    held(desk, 75);
    watchNaked(desk, basket);
    expect(basket).toMatchObject({ nakedSinceMs: null, nakedMs: 4_000 });
    expect(holdsAnything(desk, basket)).toBe(false);
    held(desk, -75);
    watchFor(desk, basket, 1_000);
    held(desk, 75);
    watchNaked(desk, basket);
    expect(basket.nakedMs).toBe(5_000);
  });
});

it('an order that joins its basket counts from then on', () => {
  const desk = aDesk();
  const basket = basketOf(desk, aLeg());
  held(desk, -75, { leg: 'pe', contract: PE });
  expect(holdsAnything(desk, basket)).toBe(false);
  planned(desk, aLeg({ leg: 'pe', contract: PE }), { group: basket.group });
  expect(holdsAnything(desk, basket)).toBe(true);
  expect(legsNamed(basket)).toEqual(['ce', 'pe']);
});
