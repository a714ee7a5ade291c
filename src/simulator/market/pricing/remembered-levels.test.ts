import { expect, it } from 'vitest';

import { rememberedLevels } from './remembered-levels.ts';

const closing = (closePaise: number) => {
  const bar = { startMs: 0, openPaise: 1, highPaise: 1, lowPaise: 1, closePaise };
  return { bars: [bar] };
};
const days = [closing(100_00), { bars: [] }, closing(121_00), closing(100_00)];

it('is the close before where nothing is kept of a move', () => {
  const [none, first, empty, risen] = rememberedLevels(days, 0).map((level) => level);
  expect(none).toBeNull();
  expect([first, empty, risen].map((level) => Math.round(level ?? 0))).toEqual([
    100_00, 100_00, 121_00,
  ]);
});

it('forgets of a day what is not kept, in ratios', () => {
  const level = rememberedLevels(days, 0.5)[3] ?? 0;
  // Half of the way from 100 to 121, as the index multiplies: 110.
  expect(Math.round(level)).toBe(110_00);
});
