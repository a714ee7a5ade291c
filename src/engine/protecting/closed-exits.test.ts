import { expect, it } from 'vitest';

import { aDesk, held, planned, quoted, shownAs, working } from '../../../test/support/desk-rig.ts';
import { RUN } from '../../../test/support/engine-rig.ts';
import { STOP } from '../../../test/support/stop-rig.ts';
import { driveExits } from './drive-exits.ts';

it('a stop of which no order failed yet closes its leg for the price alone', () => {
  const desk = aDesk();
  held(desk, -75);
  quoted(desk, 14_000);
  desk.protections.add({ runId: RUN, commandIndex: 0, order: STOP }, []);
  driveExits(desk);
  expect(desk.squareOffs.active()).toMatchObject([
    { scope: ['ce'], reason: 'it has no stop: the price is through its trigger' },
  ]);
});

it('a stop that was refused by the gate and never sent closes its leg as one of which no order can be made', () => {
  const desk = aDesk();
  held(desk, -75);
  desk.protections.addRefused({ runId: RUN, commandIndex: 0, order: STOP }, 'is odd', true);
  driveExits(desk);
  expect(desk.squareOffs.active()).toMatchObject([
    { reason: 'it has no stop: the stop is odd, and no order can be made of it' },
  ]);
});

it('an exit is over once its leg is flat, or it has closed all that it was to', () => {
  const flat = aDesk();
  flat.protections.add({ runId: RUN, commandIndex: 0, order: STOP }, []);
  driveExits(flat);
  expect(flat.protections.all()).toEqual([]);
  const desk = aDesk();
  held(desk, -150);
  const stop = working(desk, STOP);
  shownAs(stop, { status: 'completed', filledUnits: 75 });
  desk.protections.add({ runId: RUN, commandIndex: 0, order: STOP }, [stop]);
  driveExits(desk);
  expect(desk.protections.all()).toEqual([]);
});

it('an order for a stop that the gate refused is named as not sent, one that the platform did as rejected', () => {
  for (const [state, words] of [
    ['refused', 'was not sent (no lots)'],
    ['rejected', 'was rejected (no lots)'],
  ] as const) {
    const desk = aDesk();
    held(desk, -75);
    const stop = planned(desk, STOP);
    const exit = desk.protections.add({ runId: RUN, commandIndex: 0, order: STOP }, [stop]);
    Object.assign(stop, { state, detail: 'no lots' });
    driveExits(desk);
    expect(exit.problem).toBe(words);
  }
});
