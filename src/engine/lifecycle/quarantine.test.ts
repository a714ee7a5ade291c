import { expect, it } from 'vitest';

import {
  aLeg,
  aRun,
  EngineRig,
  noticesOf,
  RUN,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type RunPolicies } from '../../model/runs/run-policies.ts';

const HELD = {
  kind: 'run-held',
  runId: RUN,
  detail: 'its code had not returned for 30 s',
  isQuarantined: true,
} as const;

function quarantined(policies: Partial<RunPolicies> = {}): EngineRig {
  const rig = new EngineRig();
  rig.step({ kind: 'run-started', run: aRun(), policies });
  rig.fresh();
  rig.hold(aLeg());
  rig.step(HELD);
  rig.fresh();
  return rig;
}

it('squares off what a quarantined run holds, and says how it runs again', () => {
  const rig = quarantined();
  expect(rig.sent('place').map(({ request }) => request.elements[0]?.side)).toEqual(['buy']);
  expect(rig.engine.view().runs).toMatchObject([{ state: 'held', isQuarantined: true }]);
  const [told] = noticesOf(rig.effects, 'critical');
  expect(told).toContain('everything of it is squared off');
  expect(told).toContain(`sauda release ${RUN} --how adopt`);
});

it('leaves its legs open where its policy says so, and takes no entry of it', () => {
  const rig = quarantined({ quarantine: 'hold' });
  rig.place(aLeg({ leg: 'other' }));
  rig.fresh();
  expect(rig.sent('place')).toEqual([]);
  expect(rig.engine.view().positions).toMatchObject([{ netUnits: -75 }]);
  expect(noticesOf(rig.effects, 'critical')[0]).toContain('its legs stay open behind the stops');
});

it('leaves other runs alone', () => {
  const rig = startedRig();
  rig.start(aRun({ runId: 'other', strategy: 'other' }));
  rig.step({ ...HELD, runId: 'other' });
  rig.place(aLeg());
  rig.fresh();
  expect(rig.sent('place')).toHaveLength(1);
});

it('lets it go on when its quarantine is over', () => {
  const rig = quarantined();
  const reason = 'its source changed';
  rig.step({
    kind: 'operator-asked',
    request: { action: 'release', runId: RUN, how: 'adopt', reason },
  });
  expect(rig.engine.view().runs).toMatchObject([{ state: 'running', isQuarantined: false }]);
});
