import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  aRecord,
  CE,
  each,
  HEDGE,
  inputsOf,
  refusalsOf,
  RigProblem,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';

describe('while the answer for a hedge is awaited', () => {
  it('no short leaves, however often data comes', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg(), aLeg({ leg: 'hedge', contract: HEDGE, side: 'buy' }));
    const [hedge] = rig.sent('place');
    for (let second = 0; second < 4; second += 1) {
      rig.pass(1_000);
      rig.fresh();
    }
    expect(rig.sent('place')).toEqual([]);
    if (hedge === undefined) throw new RigProblem('nothing sent');
    rig.answer(hedge, each(hedge.request.elements.map(({ tag }) => tag)));
    rig.fresh(...hedge.request.elements.map((element) => aRecord(element)));
    expect(rig.sent('place')[0]?.request.elements).toMatchObject([{ side: 'sell' }]);
  });
});

describe('data that was long on its way', () => {
  it('is as old as the poll that asked for it', () => {
    const rig = startedRig();
    const startedAtMs = rig.nowMs;
    rig.pass(16_000);
    const value = { orders: [], changed: [], malformed: [], isUnchanged: false };
    const outcome = { kind: 'accepted', value } as const;
    rig.step({ kind: 'poll-ended', startedAtMs, subject: 'orders', outcome });
    rig.quotes(aQuote(CE));
    rig.place(aLeg());
    rig.pass(5_000);
    expect(rig.sent('place')).toEqual([]);
    expect(refusalsOf(rig.effects)[0]).toContain('Orders have not been seen lately');
  });

  it('does not push out a quote that is newer', () => {
    const rig = startedRig();
    rig.fresh();
    const outcome = {
      kind: 'accepted',
      value: [{ ...aQuote(CE, 50_000), atMs: rig.nowMs - 3_000 }],
    } as const;
    rig.step({ kind: 'poll-ended', startedAtMs: rig.nowMs - 3_500, subject: 'quotes', outcome });
    rig.place(aLeg());
    const [element] = rig.sent('place')[0]?.request.elements ?? [];
    expect(element?.terms).toMatchObject({ kind: 'limit', pricePaise: 9_200 });
  });
});

describe('a failed poll of quotes', () => {
  it('is told to every running run', () => {
    const rig = startedRig();
    const startedAtMs = rig.nowMs;
    rig.step({ kind: 'poll-ended', startedAtMs, subject: 'quotes', outcome: TIMEOUT });
    expect(inputsOf(rig.effects).at(-1)).toMatchObject({
      kind: 'poll-failed',
      subject: 'quotes',
      lastGoodAtMs: null,
    });
  });
});
