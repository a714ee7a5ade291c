import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRun,
  type EngineRig,
  noticesOf,
  RUN,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';

const reason = 'looked';

function ask(rig: EngineRig, request: OperatorRequest): void {
  rig.step({ kind: 'operator-asked', request });
}

describe('a run that the operator flattened', () => {
  it('stays flat: what it enters afterwards is refused, until the operator resumes', () => {
    const rig = startedRig();
    ask(rig, { action: 'flatten', runId: RUN, reason });
    expect(rig.engine.view().locks).toMatchObject([
      { runId: RUN, protection: 'operator', reason: 'flattened by the operator: looked' },
    ]);
    rig.place(aLeg());
    rig.fresh();
    expect(rig.sent('place')).toEqual([]);
    ask(rig, { action: 'resume', reason });
    expect(rig.engine.view().locks).toEqual([]);
    expect(noticesOf(rig.effects, 'info').at(-1)).toContain('may enter again');
    rig.place(aLeg({ leg: 'again' }));
    rig.fresh();
    expect(rig.sent('place')).toHaveLength(1);
  });

  it('stays flat when the operator resumes without a reason', () => {
    const rig = startedRig();
    ask(rig, { action: 'flatten', runId: RUN, reason });
    ask(rig, { action: 'resume', reason: ' ' });
    expect(rig.engine.view().locks).toMatchObject([{ runId: RUN, protection: 'operator' }]);
  });

  it('says so, and how it ends', () => {
    const rig = startedRig();
    ask(rig, { action: 'flatten', runId: RUN, reason });
    expect(noticesOf(rig.effects, 'info').at(-1)).toMatch(/stays flat until .*resume/);
  });

  it('holds no other run back', () => {
    const rig = startedRig();
    rig.start(aRun({ runId: 'other', strategy: 'other' }));
    ask(rig, { action: 'flatten', runId: 'other', reason });
    rig.place(aLeg());
    rig.fresh();
    expect(rig.sent('place')).toHaveLength(1);
  });

  it('is not locked when it is over already', () => {
    const rig = startedRig();
    rig.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: '' });
    ask(rig, { action: 'flatten', runId: RUN, reason });
    expect(rig.engine.view().locks).toEqual([]);
  });
});
