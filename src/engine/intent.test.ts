import { describe, expect, it } from 'vitest';

import { aDesk, planned, shownAs, working } from '../../test/support/desk-rig.ts';
import { leftUnits, openUnits } from './intent.ts';

describe('what an order may still fill', () => {
  it('is all of it while no poll has shown it', () => {
    expect(openUnits(planned(aDesk()))).toBe(75);
  });

  it('is the rest while it works', () => {
    const intent = working(aDesk());
    shownAs(intent, { filledUnits: 25 });
    expect(openUnits(intent)).toBe(50);
  });

  it('is nothing beyond what it was placed for', () => {
    const intent = working(aDesk());
    const order = shownAs(intent, { filledUnits: 100 });
    expect([openUnits(intent), leftUnits(order)]).toEqual([0, 0]);
  });

  it('is what each of two orders under one tag may, and of none that is over', () => {
    const intent = working(aDesk());
    shownAs(intent, { orderId: 'second', filledUnits: 25 });
    expect(openUnits(intent)).toBe(75 + 50);
    shownAs(intent, { orderId: 'second', filledUnits: 25, status: 'cancelled' });
    expect(openUnits(intent)).toBe(75);
  });

  it('is nothing once it is over', () => {
    const intent = planned(aDesk());
    intent.state = 'refused';
    expect(openUnits(intent)).toBe(0);
  });
});
