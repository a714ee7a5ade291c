import { expect, it } from 'vitest';

import { aVariantRun, failingRun } from '../../results/testing/a-tried-sweep.ts';
import { halvingRounds, survivors } from './halving.ts';
import { daysOfTask } from './variant-task.ts';

it('halves the variants and doubles the days, until the last round has all days', () => {
  const rounds = halvingRounds(27, 70);
  expect(rounds.map(({ variants, first }) => [variants, first?.fraction ?? null])).toEqual([
    [27, 16],
    [14, 8],
    [7, 4],
    [4, 2],
    [2, null],
  ]);
});

it.each([
  [1, [1]],
  [2, [2, 1]],
  [3, [3, 2]],
  [5, [5, 3, 2]],
])('begins %i variants in rounds of %j', (variants, left) => {
  expect(halvingRounds(variants, null).map((round) => round.variants)).toEqual(left);
});

it('drops nobody by a day that only judges', () => {
  const days = 100;
  const dropping = halvingRounds(64, 70).filter(({ first }) => first !== null);
  expect(dropping.map((round) => daysOfTask(round, days))).toEqual([5, 8, 17, 35]);
  expect(daysOfTask({ first: { inSamplePercent: 70, fraction: 4 } }, days)).toBe(17);
  expect(daysOfTask({ first: null }, days)).toBe(100);
});

it('never runs fewer than five days, nor more than choose', () => {
  expect(daysOfTask({ first: { inSamplePercent: 70, fraction: 16 } }, 40)).toBe(5);
  expect(daysOfTask({ first: { inSamplePercent: 50, fraction: 16 } }, 6)).toBe(3);
});

it('keeps the best by Sharpe ratio, whatever the order in which they ended', () => {
  const ran = [
    { index: 4, run: aVariantRun([100, 110, 105]) },
    { index: 1, run: aVariantRun([-5, 5, 1]) },
    { index: 3, run: aVariantRun([10, 9, 11]) },
    { index: 0, run: aVariantRun([0, 0, 0]) },
  ];
  expect(survivors(ran, 2)).toEqual([3, 4]);
  expect(survivors(ran.toReversed(), 2)).toEqual([3, 4]);
  expect(survivors(ran, 9)).toEqual([0, 1, 3, 4]);
});

it('lets nobody go on who failed on any day, however good its other days', () => {
  const ran = [
    { index: 0, run: failingRun(aVariantRun([100, 110, 105]), 1) },
    { index: 1, run: aVariantRun([-5, 5, 1]) },
    { index: 2, run: failingRun(aVariantRun([0, 0, 0]), 3) },
  ];
  expect(survivors(ran, 2)).toEqual([1]);
  expect(survivors(ran.slice(0, 1), 1)).toEqual([]);
});
