import { expect, it } from 'vitest';

import { aLeg, aRecord, noticesOf, RigProblem, startedRig } from '../../test/support/engine-rig.ts';

it('an order of ours that nobody asked for yet is told so that taking it over contradicts nothing', () => {
  const first = startedRig();
  first.fresh();
  first.place(aLeg());
  const element = first.sent('place')[0]?.request.elements[0];
  if (element === undefined) throw new RigProblem('nothing was placed');
  const rig = startedRig();
  rig.fresh(aRecord(element));
  const [told] = noticesOf(rig.effects, 'critical');
  expect(told).toContain(
    'that no run has asked for so far. A run that asks for it under this tag takes it over',
  );
  expect(told).not.toContain('it is not followed and will not be closed');
  rig.place(aLeg());
  expect(noticesOf(rig.effects, 'warning').at(-1)).toContain('its order is taken over');
  expect(noticesOf(rig.effects, 'critical')).toHaveLength(1);
});
