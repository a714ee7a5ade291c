import { describe, expect, it } from 'vitest';

import { nearestWord } from './nearest-word.ts';

describe('nearestWord', () => {
  it.each([
    ['abcdef', 'abcdxy', 'abcdxy'],
    ['abcdef', 'abcxyz', null],
    ['ab', 'ax', 'ax'],
    ['ab', 'xy', null],
  ])('takes %s for %s only within a third of its length: %s', (found, allowed, nearest) => {
    expect(nearestWord(found, [allowed])).toBe(nearest);
  });

  it('takes the nearest, the first of equals, without regard to case, and a swap as one slip', () => {
    expect(nearestWord('STOPPRECENT', ['stopPoints', 'stopPercent'])).toBe('stopPercent');
    expect(nearestWord('cat', ['bat', 'hat'])).toBe('bat');
    expect(nearestWord('trial', ['trail'], 1)).toBe('trail');
  });
});
