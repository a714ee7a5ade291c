import { describe, expect, it } from 'vitest';

import { aDesk, leftDesk, quoted, shownAs, working } from '../../test/support/desk-rig.ts';
import { aLeg, CE, noticesOf, PE, RigProblem, RUN } from '../../test/support/engine-rig.ts';
import { type OpenBasket } from './basket-book.ts';
import { completeBasket } from './complete-basket.ts';
import { type Desk } from './desk.ts';
import { driveBaskets } from './drive-baskets.ts';
import { type Intent } from './intent.ts';

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
  intent.state = 'accepted';
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
