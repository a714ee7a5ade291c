import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  filled,
  PE,
  REFUSED,
  refusalsOf,
  RigProblem,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { type Order } from '../../model/orders/order.ts';

/** What the platform shows of an entry that was sent and filled after the state was copied. */
function sentBefore(order: LegOrder): Order {
  const before = startedRig({ mode: 'live' });
  return filled({ ...before.work(order), createdAtMs: before.nowMs }, 10_000);
}

/** A program that goes on from an older copy of its state: it decides the entry again, before or after it has seen the orders. */
function decidedAgain(shown: Order, order: LegOrder, sees: 'first' | 'later') {
  const rig = startedRig({ mode: 'live' });
  if (sees === 'first') rig.fresh(shown);
  rig.place(order);
  rig.fresh(shown);
  return { rig, view: rig.engine.view(), refused: refusalsOf(rig.effects) };
}

describe.each(['first', 'later'] as const)(
  'an entry that is decided again where the orders are seen %s',
  (sees) => {
    it('is the one that is there', () => {
      const { rig, view } = decidedAgain(sentBefore(aLeg()), aLeg(), sees);
      expect(rig.attempts()).toEqual([]);
      expect(view.positions).toMatchObject([{ leg: 'ce', netUnits: -75 }]);
      expect(view.orphans).toEqual([]);
    });

    it.each<readonly [string, LegOrder]>([
      ['another contract', aLeg({ contract: PE })],
      ['the other side', aLeg({ side: 'buy' })],
      ...(sees === 'first'
        ? [['another quantity', aLeg({ quantityUnits: 150 })] satisfies [string, LegOrder]]
        : []),
    ])('in %s is not sent beside what is there, which is shown in no book', (_, other) => {
      const shown = sentBefore(aLeg());
      const { rig, view, refused } = decidedAgain(shown, other, sees);
      expect(rig.attempts()).toEqual([]);
      expect(view.positions).toEqual([]);
      expect(view.orphans).toMatchObject([{ symbol: shown.symbol, netUnits: -75 }]);
      expect(refused).toEqual([expect.stringMatching(/^Tag .* belongs to another order of today/)]);
    });
  },
);

describe('an exit that has not left yet', () => {
  it('leaves, though another order of today has its tag: its position is open', () => {
    const rig = startedRig({ mode: 'live' });
    rig.hold(aLeg());
    rig.place(aLeg({ role: 'exit', side: 'buy' }));
    const [exit] = rig.sent('place');
    const [element] = exit?.request.elements ?? [];
    if (exit === undefined || element === undefined) throw new RigProblem('no exit was placed');
    const { rejection } = REFUSED;
    rig.answer(exit, { kind: 'rejected', rejection: { ...rejection, isTransient: true } });
    rig.show(aRecord({ ...element, symbol: PE.symbol, instrumentId: PE.instrumentId }));
    rig.pass(5_000);
    expect(rig.sent('place').flatMap(({ request }) => request.elements)).toMatchObject([
      { tag: element.tag, side: 'buy' },
    ]);
  });
});
