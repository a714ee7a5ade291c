import { expect, it } from 'vitest';

import { aLeg, RUN } from '../../../test/support/engine-rig.ts';
import { SquareOffBook } from '../closing/square-off-book.ts';
import { type Intent } from '../intents/intent.ts';
import { isInTheWay } from './exits-to-come.ts';

it.each<[string, Pick<Intent, 'order' | 'origin'>, boolean]>([
  ['a stop', { order: aLeg({ role: 'stop' }), origin: 'command' }, true],
  ['a target', { order: aLeg({ role: 'target' }), origin: 'command' }, true],
  ['an entry', { order: aLeg(), origin: 'command' }, false],
  ['the exit that closes it', { order: aLeg({ role: 'exit' }), origin: 'square-off' }, false],
  [
    'a stop of another leg',
    { order: aLeg({ role: 'stop', leg: 'other' }), origin: 'command' },
    false,
  ],
])('of a leg that is to be closed, %s is in the way: %s', (_, intent, isIt) => {
  const squareOffs = new SquareOffBook();
  const { leg } = aLeg();
  const told = { startedAtMs: 0, isTold: true, isOverdueNoticed: false };
  squareOffs.add({ runId: RUN, scope: [leg], reason: '15:10', origin: 'strategy', ...told });
  expect(isInTheWay({ squareOffs }, { runId: RUN, ...intent })).toBe(isIt);
});
