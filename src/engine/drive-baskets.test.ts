import { expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  filled,
  HEDGE,
  moved,
  PE,
  RigProblem,
  startedRig,
} from '../../test/support/engine-rig.ts';
import { placed, takenAll } from '../../test/support/stop-rig.ts';

const LIMIT = { kind: 'limit', pricePaise: 10_000 } as const;
const HEDGE_LEG = aLeg({ leg: 'hedge', contract: HEDGE, side: 'buy', terms: LIMIT });

it('a basket that is unwound is closed in every leg that holds something, not in the first alone', () => {
  const rig = startedRig();
  rig.fresh();
  rig.place(HEDGE_LEG, aLeg({ terms: LIMIT }), aLeg({ leg: 'pe', contract: PE, terms: LIMIT }));
  rig.show(...takenAll(rig).map((hedge) => filled(aRecord(hedge), 10_000)));
  const [call, put] = takenAll(rig).map((short) => aRecord(short));
  if (call === undefined || put === undefined) throw new RigProblem('no shorts');
  rig.show(filled(call, 10_000), put);
  rig.pass(60_000);
  rig.fresh(...rig.book.values());
  rig.show(moved(put, { status: 'cancelled' }));
  expect(rig.engine.view().squareOffs).toMatchObject([{ scope: ['hedge', 'ce', 'pe'] }]);
  const exits = takenAll(rig);
  expect(exits).toMatchObject([{ symbol: call.symbol, side: 'buy' }]);
  rig.show(...exits.map((exit) => filled(aRecord(exit), 9_000)));
  expect(placed(rig)).toMatchObject([{ symbol: HEDGE.symbol, side: 'sell' }]);
});
