import { expect, it } from 'vitest';

import { aRecord, HEDGE, noticesOf } from '../../test/support/engine-rig.ts';
import { UnseenRig } from '../../test/support/unseen-rig.ts';

it('an order of another contract under its tag is neither the entry nor proof that it is not there', () => {
  const rig = new UnseenRig({ absentEntries: 'resend-once' });
  // Absence rests on the list of all orders alone.
  rig.tagLookUp = 'fails';
  const element = rig.send('lost');
  const { symbol, instrumentId } = HEDGE;
  const strange = aRecord({ ...element, symbol, instrumentId }, { orderId: 'strange' });
  rig.show(strange);
  rig.look(300);
  rig.fresh(...rig.book.values());
  expect(rig.stateOf(element.tag)).toBe('unknown');
  expect(rig.sent('place')).toEqual([]);
  expect(noticesOf(rig.effects, 'critical').join()).toContain('strange');
});
