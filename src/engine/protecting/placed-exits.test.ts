import { describe, expect, it } from 'vitest';

import {
  aLeg,
  filled,
  refusalsOf,
  RigProblem,
  RUN,
  startedRig,
} from '../../../test/support/engine-rig.ts';

const TERMS = { kind: 'stop', triggerPricePaise: 13_000, limitPricePaise: 13_500 } as const;
const STOP = aLeg({ role: 'stop', side: 'buy', terms: TERMS });

describe('exits that a strategy places', () => {
  it('may cover what is held once, and no more', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.work(STOP);
    rig.place({ ...STOP, role: 'target', terms: { kind: 'limit', pricePaise: 5_000 } });
    expect(rig.sent('place')).toEqual([]);
    expect(refusalsOf(rig.effects)[0]).toContain('allowed 0 units (-75 held, 75 covered');
  });

  it('may not open a position', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(STOP);
    rig.hold(aLeg());
    rig.place({ ...STOP, side: 'sell', terms: { kind: 'limit', pricePaise: 5_000 } });
    expect(rig.sent('place')).toEqual([]);
    expect(refusalsOf(rig.effects)[0]).toContain('closes nothing');
    expect(refusalsOf(rig.effects)[1]).toContain('sell 75 against -75 units held');
  });

  it('are looked at again when they leave', () => {
    const rig = startedRig({ limits: { messagesPerSecondMax: 1, messagesKeptForExits: 0 } });
    const entry = rig.hold(aLeg({ quantityUnits: 150 }));
    rig.pass(2_000);
    const half = aLeg({ role: 'exit', side: 'buy' });
    rig.place(half, half);
    const [first] = rig.sent('place');
    const [element] = first?.request.elements ?? [];
    if (first === undefined || element === undefined) throw new RigProblem('nothing sent');
    // Somebody closes the other half by hand: its fill comes back under the tag of the entry's own leg.
    rig.show(entry, {
      ...filled(entry, 9_000),
      orderId: 'by-hand',
      side: 'buy',
      quantityUnits: 75,
    });
    rig.pass(1_000);
    expect(rig.sent('place')).toEqual([]);
    expect(refusalsOf(rig.effects, RUN).at(-1)).toContain('closes nothing');
  });

  it('share what is left to close: of two that wait, one leaves when half was closed meanwhile', () => {
    const rig = startedRig({ limits: { messagesPerSecondMax: 4, messagesKeptForExits: 0 } });
    const entry = rig.hold(aLeg({ quantityUnits: 150 }));
    rig.pass(2_000);
    const others = ['a', 'b', 'c', 'd'].map((leg) => aLeg({ leg }));
    rig.fresh(entry);
    rig.place(...others);
    rig.place(aLeg({ role: 'exit', side: 'buy' }), aLeg({ role: 'exit', side: 'buy' }));
    rig.show({ ...filled(entry, 9_000, 75), orderId: 'by-hand', side: 'buy', updatedAtMs: 9 });
    expect(rig.engine.view().positions).toMatchObject([{ netUnits: -75 }]);
    rig.sent('place');
    rig.settle();
    rig.pass(1_000);
    expect(rig.sent('place').flatMap(({ request }) => request.elements)).toHaveLength(1);
    expect(refusalsOf(rig.effects).at(-1)).toContain('exceeds what is open');
  });
});
