import { expect, it } from 'vitest';

import { aLeg, CE, PE, startedRig } from '../../../test/support/engine-rig.ts';
import { statusOf } from './day-status.ts';

it('shows a protective stop that rests, and an order without an answer', () => {
  const rig = startedRig();
  rig.hold(aLeg());
  const terms = { kind: 'stop', triggerPricePaise: 12_000, limitPricePaise: 12_500 } as const;
  const stop = rig.work(aLeg({ role: 'stop', side: 'buy', terms }));
  rig.place(aLeg({ leg: 'pe', contract: PE }));
  rig.nowMs += 1_000;
  rig.step({ kind: 'restarted', lastAtMs: rig.nowMs - 1_000 });
  const { working, unresolved } = statusOf(rig.engine.view());
  expect(working).toMatchObject([{ tag: stop.tag, role: 'stop', symbol: CE.symbol, terms }]);
  expect(unresolved).toMatchObject([{ leg: 'pe', state: 'unknown' }]);
});
