import { describe, expect, it } from 'vitest';

import { aDesk, planned, putInto, shownAs, working } from '../../../test/support/desk-rig.ts';
import { fallenLeg, type Intent, isFallen, leftUnits, openUnits } from './intent.ts';

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
    putInto(intent, 'refused');
    expect(openUnits(intent)).toBe(0);
  });
});

describe('a leg that others of its command lean on', () => {
  it.each<[Intent['state'], boolean]>([
    ['waiting', false],
    ['sending', false],
    ['accepted', false],
    ['rejected', true],
    ['refused', true],
    ['unknown', true],
    ['absent', true],
  ])('that is %s has fallen: %s', (state, expected) => {
    const intent = Object.assign(planned(aDesk()), { state, detail: 'why' });
    expect(isFallen(intent)).toBe(expected);
  });

  it('is named with its state and why', () => {
    const intent = Object.assign(planned(aDesk()), { state: 'refused', detail: 'no margin' });
    expect(fallenLeg(intent)).toBe('leg "ce" of the same command is refused: no margin');
  });

  it.each([
    ['rejected', 0, true],
    ['rejected', 25, true],
    ['cancelled', 0, true],
    ['cancelled', 25, false],
    ['open', 0, false],
    ['completed', 75, false],
  ] as const)('whose order is %s with %i units filled has fallen: %s', (...row) => {
    const [status, filledUnits, expected] = row;
    const intent = planned(aDesk());
    shownAs(intent, { status, filledUnits });
    expect(isFallen(intent)).toBe(expected);
  });

  it('that no poll shows has fallen once people were alarmed about it', () => {
    const intent = Object.assign(planned(aDesk()), { state: 'accepted' });
    intent.isUnresolvedNoticed = true;
    expect(isFallen(intent)).toBe(true);
    expect(fallenLeg(intent)).toContain('is not shown by any poll');
    shownAs(intent);
    expect(isFallen(intent)).toBe(false);
  });
});
