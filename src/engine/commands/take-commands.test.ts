import { expect, it } from 'vitest';

import { aDesk, held, leftDesk, working } from '../../../test/support/desk-rig.ts';
import { refusalsOf, RUN } from '../../../test/support/engine-rig.ts';
import { type Desk } from '../desk.ts';
import { takeCommands } from './take-commands.ts';

function squareOff(desk: Desk, legs: readonly string[] | 'all'): void {
  takeCommands(desk, RUN, [{ kind: 'squareOff', legs, reason: '15:10' }]);
}

it('a square-off closes the legs that there are, and refuses names of others', () => {
  const desk = aDesk();
  held(desk, -75);
  working(desk);
  squareOff(desk, ['typo']);
  expect(desk.squareOffs.active()).toEqual([]);
  squareOff(desk, ['ce', 'typo']);
  expect(desk.squareOffs.active()).toMatchObject([{ scope: ['ce'], origin: 'strategy' }]);
  expect(refusalsOf(leftDesk(desk))).toHaveLength(2);
});

it('a basket is its strategy’s own affair from the moment that it squares off one of its legs', () => {
  const desk = aDesk();
  const group = { intents: [], hedgedAtMs: null };
  working(desk, undefined, { group });
  const plan = { withinMs: 1, otherwise: 'unwind' } as const;
  desk.baskets.add({ runId: RUN, group, plan, isAsked: true });
  squareOff(desk, ['ce']);
  expect(desk.baskets.all()).toMatchObject([{ state: 'given-up' }]);
});
