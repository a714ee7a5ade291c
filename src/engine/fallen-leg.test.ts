import { describe, expect, it } from 'vitest';

import { aDesk, planned, shownAs } from '../../test/support/desk-rig.ts';
import { type Intent } from './intent.ts';
import { fallenLeg, isFallen } from './fallen-leg.ts';

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
