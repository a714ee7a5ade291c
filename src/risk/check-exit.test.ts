import { expect, it } from 'vitest';

import { aLeg } from '../../test/support/engine-rig.ts';
import { checkExit } from './check-exit.ts';

it.each([
  ['buy', 0, 'nothing while flat'],
  ['sell', 0, 'nothing while flat'],
  ['buy', 1, 'sell orders'],
  ['sell', -1, 'buy orders'],
  ['buy', 75, 'sell orders'],
] as const)('a %s of a leg that holds %i closes nothing: allowed %s', (side, netUnits, allowed) => {
  const exit = aLeg({ role: 'exit', side });
  const refusal = checkExit(exit, { netUnits, coveredUnits: 0 });
  expect(refusal).toMatchObject({ rule: 'not-held', allowed });
});

it.each([
  ['sell', 1],
  ['buy', -1],
] as const)('a %s of one unit closes %i', (side, netUnits) => {
  const exit = aLeg({ role: 'exit', side, quantityUnits: 1 });
  expect(checkExit(exit, { netUnits, coveredUnits: 0 })).toBeNull();
});
