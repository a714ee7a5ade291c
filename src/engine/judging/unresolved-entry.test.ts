import { expect, it } from 'vitest';

import { aDesk, planned, putInto, shownAs } from '../../../test/support/desk-rig.ts';
import { aLeg, RUN } from '../../../test/support/engine-rig.ts';
import { type Intent } from '../intents/intent.ts';
import { checkUnresolved } from './check-leg.ts';

const EXIT = aLeg({ role: 'exit', side: 'buy' });

it.each<[Intent['state'], boolean]>([
  ['unknown', true],
  ['absent', true],
  ['waiting', false],
  ['refused', false],
])('an entry of a leg is refused while an earlier one is %s: %s', (state, isRefused) => {
  const desk = aDesk();
  putInto(planned(desk), state);
  expect(checkUnresolved(desk, RUN, aLeg()) !== null).toBe(isRefused);
  expect(checkUnresolved(desk, RUN, EXIT)).toBeNull();
  expect(checkUnresolved(desk, RUN, aLeg({ leg: 'other' }))).toBeNull();
});

it('of several the first is named, and one that a poll has shown is no question', () => {
  const desk = aDesk();
  const [shown, first, second] = [planned(desk), planned(desk), planned(desk)];
  shownAs(shown);
  for (const intent of [shown, first, second]) putInto(intent, 'unknown');
  expect(checkUnresolved(desk, RUN, aLeg())?.what).toContain(first.tag);
});

it('an exit whose fate is open keeps no entry back', () => {
  const desk = aDesk();
  putInto(planned(desk, EXIT), 'unknown');
  expect(checkUnresolved(desk, RUN, aLeg())).toBeNull();
});

it('one that was accepted and that no poll shows is a question once people were alarmed', () => {
  const desk = aDesk();
  const intent = Object.assign(planned(desk), { state: 'accepted' });
  expect(checkUnresolved(desk, RUN, aLeg())).toBeNull();
  intent.isUnresolvedNoticed = true;
  expect(checkUnresolved(desk, RUN, aLeg())?.found).toBe('accepted, and shown by no poll');
});
