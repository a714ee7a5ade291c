import { describe, expect, it } from 'vitest';

import { aLeg, aQuote, CE, PE, startedRig } from '../../../test/support/engine-rig.ts';
import { type OrdersObservation } from '../../ports/orders.ts';

const ODD = [{ index: 1, problem: 'odd' }];

/** Orders that leave when the only poll for a while is this one. */
function sentOn(
  role: 'entry' | 'exit',
  over: { readonly isShrunken?: true; readonly malformed?: OrdersObservation['malformed'] },
): number {
  const rig = startedRig();
  const mine = rig.hold(aLeg());
  rig.pass(16_000);
  const { isShrunken = false, malformed = [] } = over;
  const orders = isShrunken ? [] : [mine];
  const value = { orders, changed: [], malformed, isUnchanged: false };
  const outcome = { kind: 'accepted', value } as const;
  rig.step({ kind: 'poll-ended', startedAtMs: rig.nowMs, subject: 'orders', outcome });
  rig.quotes(aQuote(CE), aQuote(PE));
  rig.place(role === 'entry' ? aLeg({ leg: 'pe', contract: PE }) : aLeg({ role, side: 'buy' }));
  return rig.sent('place').length;
}

describe('a list of orders that is not clean', () => {
  it('carries no entry', () => {
    expect(sentOn('entry', {})).toBe(1);
    expect(sentOn('entry', { malformed: ODD })).toBe(0);
    expect(sentOn('entry', { isShrunken: true })).toBe(0);
  });

  it('stops no exit', () => {
    expect(sentOn('exit', { malformed: ODD })).toBe(1);
    expect(sentOn('exit', { isShrunken: true })).toBe(1);
  });
});
