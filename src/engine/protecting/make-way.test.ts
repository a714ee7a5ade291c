import { describe, expect, it } from 'vitest';

import { aDesk, held, leftDesk, planned, working } from '../../../test/support/desk-rig.ts';
import { aLeg, CE, PE, refusalsOf, RUN } from '../../../test/support/engine-rig.ts';
import { STOP } from '../../../test/support/stop-rig.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { type Desk } from '../desk.ts';
import { cancelWish, type Intent } from '../intents/intent.ts';
import { makeWay } from './make-way.ts';
import { type StandingExit } from './protection-book.ts';

const REF = { runId: RUN, commandIndex: 0 };
const TARGET = aLeg({
  role: 'target',
  side: 'buy',
  terms: { kind: 'limit', pricePaise: 5_000 },
});

function holding(netUnits: number): Desk {
  const desk = aDesk();
  held(desk, netUnits);
  return desk;
}

/** An exit that rests at the platform. */
function resting(desk: Desk, order: LegOrder): { exit: StandingExit; intent: Intent } {
  const intent = working(desk, order);
  return { exit: desk.protections.add({ ...REF, order }, [intent]), intent };
}

/** A stop without an order. */
function bare(desk: Desk, order: LegOrder = STOP): StandingExit {
  return desk.protections.add({ ...REF, order }, []);
}

function isCancelled({ intent }: { readonly intent: Intent }): boolean {
  return intent.cancel !== null;
}

describe('a stop without an order', () => {
  it.each([
    [-75, 'buy'],
    [75, 'sell'],
    [-1, 'buy'],
    [1, 'sell'],
  ] as const)('takes the units of a target that rests: %i held', (netUnits, side) => {
    const desk = holding(netUnits);
    const quantityUnits = Math.abs(netUnits);
    const target = resting(desk, { ...TARGET, side, quantityUnits });
    makeWay(desk, bare(desk, { ...STOP, side, quantityUnits }));
    expect(isCancelled(target)).toBe(true);
    expect(desk.protections.all()).not.toContain(target.exit);
    expect(refusalsOf(leftDesk(desk))).toEqual([
      expect.stringMatching(/^Cancelled: the stop of leg "ce" needs the units of its target order/),
    ]);
  });

  it('takes no more than it needs, the youngest first', () => {
    const desk = holding(-225);
    const targets = [0, 1, 2].map(() => resting(desk, TARGET));
    makeWay(desk, bare(desk, { ...STOP, quantityUnits: 150 }));
    expect(targets.map(isCancelled)).toEqual([false, true, true]);
  });

  it.each<[string, (desk: Desk) => void]>([
    ['the target', () => undefined],
    ['a target in another contract', (desk) => void resting(desk, { ...TARGET, contract: PE })],
    ['another entry', (desk) => void working(desk, aLeg())],
    ['another order for the stop', (desk) => void working(desk, STOP)],
    [
      'a target that is being cancelled',
      (desk) => {
        working(desk, TARGET).cancel = cancelWish();
      },
    ],
  ])('takes nothing where there is room beside %s', (_, more) => {
    const desk = holding(-150);
    const target = resting(desk, TARGET);
    more(desk);
    makeWay(desk, bare(desk));
    expect(isCancelled(target)).toBe(false);
  });

  it('takes nothing from another stop', () => {
    const desk = holding(-75);
    const target = resting(desk, TARGET);
    const stop = bare(desk);
    const other = resting(desk, STOP);
    makeWay(desk, stop);
    expect([target, other].map(isCancelled)).toEqual([true, false]);
  });

  it('takes nothing from another contract or leg, nor for what is not its side', () => {
    const desk = holding(-75);
    held(desk, -75, { contract: PE });
    const others = [
      resting(desk, { ...TARGET, contract: PE }),
      resting(desk, { ...TARGET, leg: 'pe' }),
    ];
    makeWay(desk, bare(desk));
    expect(others.map(isCancelled)).toEqual([false, false]);
    const target = resting(desk, TARGET);
    makeWay(desk, bare(desk, { ...STOP, side: 'sell' }));
    expect(isCancelled(target)).toBe(false);
  });

  it('takes nothing for a leg that is flat, nor for what is not a stop', () => {
    const flat = aDesk();
    const target = resting(flat, TARGET);
    makeWay(flat, bare(flat));
    const desk = holding(-75);
    const other = resting(desk, TARGET);
    makeWay(desk, bare(desk, { ...STOP, role: 'exit' }));
    expect([target, other].map(isCancelled)).toEqual([false, false]);
  });

  it('waits for an exit that is about to fill, and looks again when it should have', () => {
    const desk = holding(-75);
    const order = { ...TARGET, role: 'exit', terms: { kind: 'market', referencePricePaise: 1 } };
    const exit = resting(desk, order as LegOrder);
    const stop = bare(desk);
    makeWay(desk, stop);
    expect(isCancelled(exit)).toBe(false);
    expect(desk.wakesAtMs).toEqual([desk.nowMs + desk.limits.repriceMs]);
    desk.nowMs += desk.limits.repriceMs;
    makeWay(desk, stop);
    expect(isCancelled(exit)).toBe(true);
  });

  it('drops one that has not left without a word of a cancel', () => {
    const desk = holding(-75);
    const intent = planned(desk, TARGET);
    desk.protections.add({ ...REF, order: TARGET }, [intent]);
    makeWay(desk, bare(desk));
    expect(intent.state).toBe('refused');
    expect(refusalsOf(leftDesk(desk))).toEqual([expect.stringMatching(/^Not sent: the stop/)]);
  });
});

it('a stop that its order covers takes nothing', () => {
  const desk = holding(-75);
  const target = resting(desk, TARGET);
  const stop = resting(desk, STOP);
  makeWay(desk, stop.exit);
  expect(isCancelled(target)).toBe(false);
  expect(desk.ledger.netUnits(RUN, 'ce', CE.symbol)).toBe(-75);
});
