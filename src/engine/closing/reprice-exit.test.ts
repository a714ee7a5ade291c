import { describe, expect, it } from 'vitest';

import { aDesk, quoted, shownAs, working } from '../../../test/support/desk-rig.ts';
import {
  aLeg,
  aQuote,
  aRecord,
  CE,
  each,
  filled,
  moved,
  RigProblem,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type Order } from '../../model/orders/order.ts';
import { type Desk } from '../desk.ts';
import { type Attempt } from '../effect.ts';
import { cancelWish, type Intent } from '../intents/intent.ts';
import { movedBy, repriceExit } from './reprice-exit.ts';

/**
 * An exit at 108.05 that rests, and its move after a quote of 120.
 *
 * @throws {RigProblem} when something else was sent
 */
function withMove(options: Parameters<typeof startedRig>[0] = {}): {
  readonly rig: ReturnType<typeof startedRig>;
  readonly order: Order;
  readonly modify: Extract<Attempt, { readonly kind: 'modify' }>;
} {
  const rig = startedRig(options);
  rig.hold(aLeg());
  rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
  const [exit] = rig.sent('place');
  const [element] = exit?.request.elements ?? [];
  if (exit === undefined || element === undefined) throw new RigProblem('nothing sent');
  rig.answer(exit, each([element.tag]));
  const order = aRecord(element);
  rig.show(order);
  rig.pass(5_000);
  expect(rig.sent('modify')).toEqual([]);
  rig.quotes(aQuote(CE, 12_000));
  const [modify] = rig.sent('modify');
  if (modify === undefined) throw new RigProblem('nothing sent');
  return { rig, order, modify };
}

/** The same, and the move did not leave: the disk is full. */
function withUnsentMove(): { readonly rig: ReturnType<typeof startedRig>; readonly order: Order } {
  const { rig, order, modify } = withMove();
  rig.answer(modify, {
    kind: 'rejected',
    rejection: { form: 'not-sent', reason: 'The disk is full', isTransient: true },
  });
  return { rig, order };
}

describe('an exit that does not fill', () => {
  it('moves to where the market is', () => {
    const { order, modify } = withMove();
    expect(modify.elements).toEqual([
      { orderId: order.orderId, terms: { kind: 'limit', pricePaise: 12_965 } },
    ]);
  });

  it('is cancelled when it has been modified 25 times, and the rest placed anew', () => {
    const { rig, order, modify } = withMove({ limits: { modificationsMax: 1 } });
    rig.answer(modify, each([order.orderId]));
    const changed = moved(order, { terms: { kind: 'limit', pricePaise: 12_965 } });
    rig.show(changed);
    rig.pass(5_000);
    rig.quotes(aQuote(CE, 14_000));
    rig.pass(1);
    expect(rig.sent('cancel')[0]?.orderIds).toEqual([order.orderId]);
    rig.show(moved(changed, { status: 'cancelled' }));
    expect(rig.sent('place')[0]?.request.elements).toMatchObject([
      { quantityUnits: 75, terms: { kind: 'limit', pricePaise: 15_125 } },
    ]);
  });

  it('is cancelled when its new price is rejected, and the rest placed anew', () => {
    const { rig, order, modify } = withMove();
    rig.answer(modify, each([order.orderId], { kind: 'rejected', detail: 'modified 3 times' }));
    rig.pass(5_000);
    rig.quotes(aQuote(CE, 12_000));
    rig.pass(1);
    expect(rig.sent('cancel')[0]?.orderIds).toEqual([order.orderId]);
    expect(rig.attempts().filter(({ kind }) => kind === 'modify')).toHaveLength(1);
    rig.show(moved(order, { status: 'cancelled' }));
    expect(rig.sent('place')[0]?.request.elements).toMatchObject([
      { quantityUnits: 75, terms: { kind: 'limit', pricePaise: 12_965 } },
    ]);
  });
});

describe('a move of an exit that could not leave', () => {
  it('goes to where the market is when it can leave at last', () => {
    const { rig } = withUnsentMove();
    rig.quotes(aQuote(CE, 14_000));
    rig.pass(4_000);
    expect(rig.sent('modify').at(-1)?.elements).toMatchObject([
      { terms: { kind: 'limit', pricePaise: 15_125 } },
    ]);
  });

  it('is not made on a copy that shows up later', () => {
    const { rig, order } = withUnsentMove();
    rig.show(filled(order, 10_000));
    rig.sent('modify');
    rig.pass(3_600_000);
    rig.orders(filled(order, 10_000), { ...order, orderId: 'copy' });
    expect(rig.sent('modify')).toEqual([]);
  });
});

describe('what an exit of the engine is to be changed to', () => {
  const EXIT = aLeg({ role: 'exit', side: 'buy', terms: { kind: 'limit', pricePaise: 10_805 } });
  /** Where an ask of 120.05 leads. */
  const THERE = { kind: 'limit', pricePaise: 12_965 } as const;
  const WISH = { terms: EXIT.terms, commandIndex: null, unknownAtMs: null } as Intent['modify'];

  /** One that has rested long enough, with the market elsewhere. */
  function due(): { readonly desk: Desk; readonly exit: Intent } {
    const desk = aDesk();
    const exit = working(desk, EXIT, { origin: 'square-off' });
    desk.nowMs += desk.limits.repriceMs;
    quoted(desk, 12_000);
    return { desk, exit };
  }

  it('is where the market is, once it has rested long enough and not before', () => {
    const { desk, exit } = due();
    desk.nowMs -= 1;
    repriceExit(desk, exit);
    expect([exit.modify, desk.wakesAtMs]).toEqual([null, [desk.nowMs + 1]]);
    desk.nowMs += 1;
    repriceExit(desk, exit);
    expect(exit.modify).toEqual({ terms: THERE, commandIndex: null, unknownAtMs: null });
    expect(desk.wakesAtMs).toHaveLength(1);
  });

  it.each<[string, (scene: ReturnType<typeof due>) => void]>([
    [
      'no poll shows to work',
      ({ exit }) => {
        exit.orders.clear();
      },
    ],
    [
      'was never sent',
      ({ exit }) => {
        exit.pricedAtMs = null;
      },
    ],
    [
      'is being cancelled',
      ({ exit }) => {
        exit.cancel = cancelWish();
      },
    ],
    [
      'is being changed',
      ({ exit }) => {
        exit.modifyUnderWay = THERE;
      },
    ],
    [
      'has a quote that is too old',
      ({ desk, exit }) => {
        desk.nowMs += desk.limits.quoteAgeMsMax + 1;
        exit.pricedAtMs = 0;
      },
    ],
  ])('is nothing for one that %s', (_, change) => {
    const scene = due();
    change(scene);
    repriceExit(scene.desk, scene.exit);
    expect(scene.exit.modify).toBeNull();
  });

  it('waits for the price to leave a band, once it rests where the market is', () => {
    const { desk, exit } = due();
    expect(movedBy(desk, exit)).toBe('each');
    quoted(desk, 10_000);
    // Asks of 100.05 to 100.09 lead to 108.05, one of 100.10 to 108.10.
    const band = { symbol: CE.symbol, side: 'buy', fromPaise: 10_005, toPaise: 10_009 };
    expect(movedBy(desk, exit)).toEqual(band);
    desk.nowMs -= 1;
    expect(movedBy(desk, exit)).toBe('none');
    desk.nowMs += 1 + desk.limits.quoteAgeMsMax + 1;
    expect(movedBy(desk, exit)).toBe('each');
    exit.modify = WISH;
    expect(movedBy(desk, exit)).toBe('each');
    exit.cancel = cancelWish();
    expect(movedBy(desk, exit)).toBe('none');
  });

  it('is nothing without any quote, and is something at the greatest age of one', () => {
    const bare = aDesk();
    const exit = working(bare, EXIT);
    bare.nowMs += bare.limits.repriceMs;
    repriceExit(bare, exit);
    expect(exit.modify).toBeNull();
    const aged = due();
    aged.desk.nowMs += aged.desk.limits.quoteAgeMsMax;
    repriceExit(aged.desk, aged.exit);
    expect(aged.exit.modify).toMatchObject({ terms: THERE });
  });

  it('is left to the run where that asked for other terms', () => {
    const { desk, exit } = due();
    const asked = { terms: THERE, commandIndex: 3, unknownAtMs: null };
    exit.modify = asked;
    repriceExit(desk, exit);
    expect(exit.modify).toBe(asked);
  });

  it('follows the market at once while a wish could not leave, and keeps what is not known of it', () => {
    const { desk, exit } = due();
    exit.pricedAtMs = desk.nowMs;
    exit.modify = WISH && { ...WISH, unknownAtMs: 7 };
    repriceExit(desk, exit);
    expect(exit.modify).toEqual({ terms: THERE, commandIndex: null, unknownAtMs: 7 });
  });

  it('is nothing any more where the market has come back to it', () => {
    const { desk, exit } = due();
    exit.modify = WISH;
    for (const [orderId, order] of exit.orders) {
      exit.orders.set(orderId, { ...order, terms: THERE });
    }
    repriceExit(desk, exit);
    expect(exit.modify).toBeNull();
    shownAs(exit, { orderId: 'copy' });
    repriceExit(desk, exit);
    expect(exit.modify).toMatchObject({ terms: THERE });
  });
});
