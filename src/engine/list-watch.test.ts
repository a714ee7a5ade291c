import { describe, expect, it } from 'vitest';

import { aLeg, noticesOf, startedRig } from '../../test/support/engine-rig.ts';

describe('an order that the list had shown', () => {
  const missing = "missing from the platform's list";

  it('is told once when two lists in a row lack it for five seconds, and keeps its state', () => {
    const rig = startedRig();
    const { orderId } = rig.work(aLeg());
    rig.orders();
    rig.pass(3_000);
    rig.orders();
    expect(noticesOf(rig.effects).filter((message) => message.includes(missing))).toEqual([]);
    rig.pass(3_000);
    rig.orders();
    rig.pass(3_000);
    rig.orders();
    expect(
      noticesOf(rig.effects, 'warning').filter((message) => message.includes(missing)),
    ).toEqual([expect.stringContaining(orderId)]);
    const view = rig.engine.view();
    expect(view.missingOrderIds).toEqual([orderId]);
    expect(view.intents).toMatchObject([{ state: 'accepted', orders: [{ status: 'open' }] }]);
  });

  it('is told also where the lists that lack it are the same bytes each time', () => {
    const rig = startedRig();
    const { orderId } = rig.work(aLeg());
    rig.orders();
    for (let polls = 0; polls < 3; polls += 1) {
      rig.pass(3_000);
      const value = { orders: [], changed: [], malformed: [], isUnchanged: true };
      const outcome = { kind: 'accepted', value } as const;
      rig.step({ kind: 'poll-ended', startedAtMs: rig.nowMs, subject: 'orders', outcome });
    }
    expect(
      noticesOf(rig.effects, 'warning').filter((message) => message.includes(missing)),
    ).toEqual([expect.stringContaining(orderId)]);
  });

  it('is told when it is back', () => {
    const rig = startedRig();
    rig.work(aLeg());
    rig.orders();
    rig.pass(6_000);
    rig.orders();
    rig.show();
    expect(noticesOf(rig.effects, 'info').join()).toContain("in the platform's list again");
    expect(rig.engine.view().missingOrderIds).toEqual([]);
  });

  it('is not missed for one gap, nor where records cannot be read', () => {
    const rig = startedRig();
    rig.work(aLeg());
    for (let polls = 0; polls < 4; polls += 1) {
      const malformed = [{ index: 0, problem: 'odd' }];
      const value = { orders: [], changed: [], malformed, isUnchanged: false };
      const outcome = { kind: 'accepted', value } as const;
      rig.step({ kind: 'poll-ended', startedAtMs: rig.nowMs, subject: 'orders', outcome });
      rig.pass(6_000);
    }
    rig.orders();
    rig.pass(6_000);
    rig.show();
    expect(noticesOf(rig.effects).filter((message) => message.includes(missing))).toEqual([]);
  });
});
