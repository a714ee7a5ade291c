import { expect, it } from 'vitest';

import { aDesk, held, shownAs, working } from '../../test/support/desk-rig.ts';
import { aLeg, at } from '../../test/support/engine-rig.ts';
import { closeIntraday } from './close-intraday.ts';
import { type Desk } from './desk.ts';

/** A desk just before the close. */
function lateDesk(): Desk {
  const desk = aDesk({ limits: { intradayEndsBeforeCloseMs: 600_000 } });
  desk.nowMs = at('15:30');
  return desk;
}

function scopes(desk: Desk): readonly unknown[] {
  closeIntraday(desk);
  return desk.squareOffs.active().map(({ scope }) => scope);
}

it('a leg that holds something intraday is squared off before the close', () => {
  const desk = lateDesk();
  shownAs(working(desk), { status: 'completed', filledUnits: 75 });
  held(desk, -75);
  expect(scopes(desk)).toEqual([['ce']]);
});

it('a flat leg is squared off while one of its orders still works, though another is over', () => {
  const desk = lateDesk();
  shownAs(working(desk), { status: 'cancelled' });
  working(desk);
  expect(scopes(desk)).toEqual([['ce']]);
});

it('a flat leg of which nothing works is left alone, and so is what is carried forward', () => {
  const desk = lateDesk();
  shownAs(working(desk), { status: 'cancelled' });
  working(desk, aLeg({ leg: 'carried', product: 'carry-forward' }));
  expect(scopes(desk)).toEqual([]);
});
