import { describe, expect, it } from 'vitest';

import {
  aDesk,
  leftDesk,
  putInto,
  quoted,
  shownAs,
  working,
} from '../../../test/support/desk-rig.ts';
import {
  aLeg,
  aRecord,
  CE,
  filled,
  HEDGE,
  moved,
  noticesOf,
  PE,
  RigProblem,
  RUN,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { placed, takenAll } from '../../../test/support/stop-rig.ts';
import { type Desk } from '../desk.ts';
import { type Intent } from '../intents/intent.ts';
import { type OpenBasket } from './basket-book.ts';
import { completeBasket, driveBaskets } from './drive-baskets.ts';

const LIMIT = { kind: 'limit', pricePaise: 10_000 } as const;
const HEDGE_LEG = aLeg({ leg: 'hedge', contract: HEDGE, side: 'buy', terms: LIMIT });

it('a basket that is unwound is closed in every leg that holds something, not in the first alone', () => {
  const rig = startedRig();
  rig.fresh();
  rig.place(HEDGE_LEG, aLeg({ terms: LIMIT }), aLeg({ leg: 'pe', contract: PE, terms: LIMIT }));
  rig.show(...takenAll(rig).map((hedge) => filled(aRecord(hedge), 10_000)));
  const [call, put] = takenAll(rig).map((short) => aRecord(short));
  if (call === undefined || put === undefined) throw new RigProblem('no shorts');
  rig.show(filled(call, 10_000), put);
  rig.pass(60_000);
  rig.fresh(...rig.book.values());
  rig.show(moved(put, { status: 'cancelled' }));
  expect(rig.engine.view().squareOffs).toMatchObject([{ scope: ['hedge', 'ce', 'pe'] }]);
  const exits = takenAll(rig);
  expect(exits).toMatchObject([{ symbol: call.symbol, side: 'buy' }]);
  rig.show(...exits.map((exit) => filled(aRecord(exit), 9_000)));
  expect(placed(rig)).toMatchObject([{ symbol: HEDGE.symbol, side: 'sell' }]);
});

/**
 * A basket of two shorts that work.
 *
 * @throws {RigProblem} when there is no basket
 */
function basketOf(
  desk: Desk,
  otherwise: OpenBasket['plan']['otherwise'] = 'complete',
): { readonly basket: OpenBasket; readonly call: Intent; readonly put: Intent } {
  const group = { intents: [] as Intent[], hedgedAtMs: null };
  const call = working(desk, aLeg(), { group });
  const put = working(desk, aLeg({ leg: 'pe', contract: PE }), { group });
  desk.baskets.add({ runId: RUN, group, plan: { withinMs: 60_000, otherwise }, isAsked: true });
  const [basket] = desk.baskets.all();
  if (basket === undefined) throw new RigProblem('no basket');
  leftDesk(desk);
  return { basket, call, put };
}

function over(intent: Intent, filledUnits = 0): void {
  shownAs(intent, { status: filledUnits === 75 ? 'completed' : 'cancelled', filledUnits });
  putInto(intent, 'accepted');
}

describe('a basket that is completed', () => {
  it('prices what works through the market', () => {
    const desk = aDesk();
    const { basket, call } = basketOf(desk);
    quoted(desk, 10_000, CE, PE);
    completeBasket(desk, basket);
    expect(call.modify?.terms).toMatchObject({ kind: 'limit' });
  });

  it('leaves what works as it is, without a word, where there is no price', () => {
    const desk = aDesk();
    const { basket, call } = basketOf(desk);
    completeBasket(desk, basket);
    expect(call.modify).toBeNull();
    expect(noticesOf(leftDesk(desk))).toEqual([]);
  });
});

describe('a basket', () => {
  it('is given up where one of its legs is being squared off', () => {
    const desk = aDesk();
    const { basket, call } = basketOf(desk);
    over(call, 75);
    desk.squareOffs.add({
      runId: RUN,
      scope: ['ce'],
      reason: '',
      origin: 'strategy',
      startedAtMs: desk.nowMs,
      isTold: true,
      isOverdueNoticed: false,
    });
    driveBaskets(desk);
    expect(basket.state).toBe('given-up');
    expect(noticesOf(leftDesk(desk))).toEqual([]);
  });

  it('is given up, without an alarm, where nothing of it filled and nothing more can', () => {
    const desk = aDesk();
    const { basket, call, put } = basketOf(desk);
    for (const intent of [call, put]) over(intent);
    desk.intents.sweep(desk.nowMs);
    driveBaskets(desk);
    expect(basket.state).toBe('given-up');
    expect(noticesOf(leftDesk(desk))).toEqual([]);
  });

  it('that is unwound says so once', () => {
    const desk = aDesk();
    const { basket, call } = basketOf(desk, 'unwind');
    over(call, 75);
    driveBaskets(desk);
    desk.nowMs += 60_000;
    const told: string[] = [];
    for (let look = 0; look < 3; look += 1) {
      driveBaskets(desk);
      told.push(...noticesOf(leftDesk(desk), 'critical'));
    }
    expect(basket.state).toBe('unwinding');
    expect(told.filter((one) => one.startsWith('The basket is unwound'))).toHaveLength(1);
  });
});
