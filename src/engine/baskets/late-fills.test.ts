import { expect, it } from 'vitest';

import { accept, halfSpread, later, LIMIT } from '../../../test/support/basket-rig.ts';
import {
  aLeg,
  filled,
  noticesOf,
  PE,
  RigProblem,
  startedRig,
} from '../../../test/support/engine-rig.ts';

it('says of a leg that fills after its basket was held when it did, and what stands beside it', () => {
  const { rig, short } = halfSpread({ withinMs: 5_000, otherwise: 'hold' });
  later(rig, 5_000);
  later(rig, 3_600_000);
  expect(noticesOf(rig.effects, 'warning')).toEqual([]);
  rig.show(filled(short, 10_000));
  later(rig, 1_000);
  const late = noticesOf(rig.effects, 'warning');
  expect(late).toEqual([
    expect.stringMatching(
      /^Leg "ce" filled late: its last fill was seen at \d\d:\d\d:\d\d, 1 h 0 min after the orders of its basket left, beside "hedge"$/,
    ),
  ]);
});

it('says that it stands alone where the rest was closed by then', () => {
  const rig = startedRig();
  rig.fresh();
  rig.place(aLeg({ terms: LIMIT }), aLeg({ leg: 'pe', contract: PE, terms: LIMIT }));
  const [call, put] = accept(rig);
  if (call === undefined || put === undefined) throw new RigProblem('two were not placed');
  rig.show(filled(put, 10_000));
  later(rig, 60_000);
  rig.place(aLeg({ leg: 'pe', contract: PE, side: 'buy', role: 'exit', terms: LIMIT }));
  const [exit] = accept(rig);
  if (exit === undefined) throw new RigProblem('no exit');
  rig.show(filled(exit, 9_000));
  rig.show(filled(call, 10_000));
  expect(noticesOf(rig.effects, 'warning').at(-1)).toMatch(
    /^Leg "ce" filled late: .* 1 min after the orders of its basket left; it stands alone: the other legs are flat$/,
  );
});
