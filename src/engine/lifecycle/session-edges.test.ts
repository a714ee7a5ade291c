import { expect, it } from 'vitest';

import {
  at,
  type EngineRig,
  inputsOf,
  startedRig,
  wakeOf,
} from '../../../test/support/engine-rig.ts';

function edgesOf(rig: EngineRig): readonly string[] {
  return inputsOf(rig.effects).flatMap((input) =>
    input.kind === 'session-edge' ? [`${input.edge} @${String(input.atMs - at('15:40'))}`] : [],
  );
}

it('wakes at the close, whatever else is due, so that a run is told of it on the millisecond', () => {
  const rig = startedRig({ from: '15:39' });
  rig.nowMs = at('15:40') - 300;
  const woken = wakeOf(rig.step({ kind: 'time-passed' }));
  expect(woken).toBe(at('15:40'));
  rig.to('15:40');
  expect(edgesOf(rig)).toEqual(['open @-60000', 'close @0']);
});
