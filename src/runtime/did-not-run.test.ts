import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  CE,
  type EngineRig,
  RUN,
  startedRig,
} from '../../test/support/engine-rig.ts';
import { didNotRun } from './did-not-run.ts';

const why = (rig: EngineRig, isOver = true): readonly string[] =>
  didNotRun(rig.engine.view(), isOver).map((of) => of.why);

describe('a strategy did not run', () => {
  it('when every entry was refused for want of data', () => {
    const rig = startedRig();
    rig.orders();
    rig.place(aLeg());
    rig.pass(6_000);
    expect(why(rig)).toEqual(['every entry was refused for missing or old data']);
    expect(why(rig, false)).toEqual([]);
    rig.fresh();
    rig.place(aLeg());
    rig.fresh();
    expect(rig.sent('place')).toHaveLength(1);
    expect(why(rig)).toEqual([]);
  });

  it('not when something else refused one, as a limit that it reached', () => {
    const rig = startedRig();
    rig.orders();
    rig.place(aLeg());
    rig.pass(6_000);
    rig.place(aLeg({ quantityUnits: 1 }));
    expect(why(rig)).toEqual([]);
  });

  it('though its exits were refused too, as nothing was held', () => {
    const rig = startedRig();
    rig.orders();
    rig.place(aLeg());
    rig.pass(6_000);
    rig.place(aLeg({ role: 'exit', side: 'buy' }));
    expect(why(rig)).toHaveLength(1);
  });

  it('when it watches prices and none came', () => {
    const rig = startedRig();
    rig.watch({ kind: 'index', underlying: 'NIFTY' });
    rig.pass(60_000);
    expect(why(rig)).toEqual(['no price came for anything that it watches']);
    rig.quotes(aQuote({ symbol: 'NIFTY' }));
    expect(why(rig)).toEqual([]);
  });

  it('when it failed, or was held, before it decided anything', () => {
    const failed = startedRig();
    failed.step({ kind: 'run-ended', runId: RUN, how: 'failed', detail: 'a slip' });
    expect(why(failed, false)).toEqual(['it failed before it decided anything: a slip']);
    const held = startedRig();
    held.step({ kind: 'run-held', runId: RUN, detail: 'changed' });
    expect(why(held, false)).toEqual(['it was held before it decided anything: changed']);
  });

  it('not when it simply wanted nothing', () => {
    const rig = startedRig();
    rig.watch({ kind: 'contract', contract: CE });
    rig.quotes(aQuote(CE));
    expect(why(rig)).toEqual([]);
  });
});
