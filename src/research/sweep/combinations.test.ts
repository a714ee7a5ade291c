import fc from 'fast-check';
import { expect, it } from 'vitest';

import { type SweptParam } from '../../results/sweep/sweep-result.ts';
import { combinationAt, countCombinations, drawCombinations } from './choose-variants.ts';

const STOPS: SweptParam = { name: 'stop', values: [10, 20] };
const ENTRIES: SweptParam = { name: 'entry', values: ['09:20', '09:30', '09:40'] };

it('goes through every combination, the last parameter fastest', () => {
  const params = [STOPS, ENTRIES];
  const all = Array.from({ length: countCombinations(params) }, (_, index) =>
    combinationAt(params, index),
  );
  expect(all).toEqual([
    { stop: 10, entry: '09:20' },
    { stop: 10, entry: '09:30' },
    { stop: 10, entry: '09:40' },
    { stop: 20, entry: '09:20' },
    { stop: 20, entry: '09:30' },
    { stop: 20, entry: '09:40' },
  ]);
});

const draw = fc.record({
  combinations: fc.integer({ min: 1, max: 300 }),
  count: fc.integer({ min: 1, max: 300 }),
  seed: fc.string({ maxLength: 8 }),
});

it('draws as many as wanted, none twice, none that is not there', () => {
  fc.assert(
    fc.property(draw, ({ combinations, count, seed }) => {
      const drawn = drawCombinations({ combinations, count, seed });
      expect(drawn).toHaveLength(Math.min(count, combinations));
      expect(new Set(drawn).size).toBe(drawn.length);
      expect(drawn).toEqual(drawn.toSorted((one, two) => one - two));
      expect(drawn.every((place) => place >= 0 && place < combinations)).toBe(true);
    }),
  );
});

it('a larger draw holds the smaller one', () => {
  fc.assert(
    fc.property(draw, ({ combinations, count, seed }) => {
      const small = drawCombinations({ combinations, count, seed });
      const large = new Set(drawCombinations({ combinations, count: count + 5, seed }));
      expect(small.every((place) => large.has(place))).toBe(true);
    }),
  );
});

it('draws from more combinations than anyone could list', () => {
  const drawn = drawCombinations({ combinations: 2 ** 32, count: 100, seed: 'a' });
  expect(new Set(drawn).size).toBe(100);
  expect(Math.max(...drawn)).toBeGreaterThan(2 ** 31);
});
