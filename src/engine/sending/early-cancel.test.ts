import { expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  each,
  type EngineRig,
  moved,
  RigProblem,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { STOP } from '../../../test/support/stop-rig.ts';
import { type Order } from '../../model/orders/order.ts';

const TOO_EARLY = { kind: 'rejected', detail: 'Order is Place Pending' } as const;

/**
 * A leg that is squared off while its stop is on its way: the cancel of the stop is refused.
 *
 * @throws {RigProblem} when one of them was not sent
 */
function refusedCancel(): { readonly rig: EngineRig; readonly stop: Order } {
  const rig = startedRig();
  rig.hold(aLeg());
  rig.place(STOP);
  const [placing] = rig.sent('place');
  const [element] = placing?.request.elements ?? [];
  if (placing === undefined || element === undefined) throw new RigProblem('no stop');
  rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
  const stop = aRecord(element);
  rig.answer(placing, each([element.tag], { kind: 'accepted', orderId: stop.orderId, detail: '' }));
  const [cancel] = rig.sent('cancel');
  if (cancel === undefined) throw new RigProblem('no cancel');
  rig.answer(cancel, each([stop.orderId], TOO_EARLY));
  return { rig, stop };
}

it('a cancel that came before its order had arrived is sent again when a poll shows the order', () => {
  const { rig, stop } = refusedCancel();
  rig.pass(1_000);
  rig.show(moved(stop, { status: 'place-pending' }));
  expect(rig.sent('cancel')).toEqual([]);
  rig.pass(1_000);
  rig.show(moved(stop, { status: 'trigger-pending' }));
  expect(rig.sent('cancel')).toMatchObject([{ orderIds: [stop.orderId] }]);
});

it('a second one, refused though its order is there, is repeated after ten seconds', () => {
  const { rig, stop } = refusedCancel();
  rig.show(moved(stop, { status: 'trigger-pending' }));
  const [again] = rig.sent('cancel');
  if (again === undefined) throw new RigProblem('no second cancel');
  rig.answer(again, each([stop.orderId], TOO_EARLY));
  rig.pass(9_999);
  rig.show(...rig.book.values());
  expect(rig.sent('cancel')).toEqual([]);
  rig.pass(1);
  expect(rig.sent('cancel')).toMatchObject([{ orderIds: [stop.orderId] }]);
});
