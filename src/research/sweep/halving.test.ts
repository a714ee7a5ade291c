import { expect, it } from 'vitest';

import { aVariantRun, failingRun } from '../../../test/support/results/a-sweep.ts';
import { halvingRounds, survivors } from './halving.ts';
import { daysOfTask } from './variant-task.ts';

it('halves the variants and doubles the days, until the last round has all days', () => {
  const rounds = halvingRounds(27, { days: 200, inSamplePercent: 70 });
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
  expect(
    halvingRounds(variants, { days: 200, inSamplePercent: null }).map((round) => round.variants),
  ).toEqual(left);
});

it('drops nobody by a day that only judges', () => {
  const days = 100;
  const rounds = halvingRounds(64, { days, inSamplePercent: 70 });
  const dropping = rounds.filter(({ first }) => first !== null);
  expect(dropping.map((round) => daysOfTask(round, days))).toEqual([8, 17, 35]);
  expect(daysOfTask({ first: { inSamplePercent: 70, fraction: 4 } }, days)).toBe(17);
  expect(daysOfTask({ first: null }, days)).toBe(100);
});

it.each([
  // Choosing days, variants: how many variants run over how many days.
  [22, 21, ['21/5', '11/11', '6/22']],
  [10, 21, ['21/5', '11/10']],
  [9, 21, ['21/9']],
  [1, 21, ['21/1']],
  [0, 21, ['21/0']],
  [250, 3, ['3/125', '2/250']],
  [79, 40, ['40/9', '20/19', '10/39', '5/79']],
  [80, 40, ['40/5', '20/10', '10/20', '5/40', '3/80']],
  [800, 40, ['40/50', '20/100', '10/200', '5/400', '3/800']],
])('with %i days and %i variants runs %j', (days, variants, expected) => {
  const rounds = halvingRounds(variants, { days, inSamplePercent: null });
  const run = rounds.map((round) => `${String(round.variants)}/${String(daysOfTask(round, days))}`);
  expect(run).toEqual(expected);
});

it('gives the first round at least five days and each next one twice as many', () => {
  for (let days = 1; days <= 300; days += 1) {
    const choosing = Math.floor((days * 70) / 100);
    const rounds = halvingRounds(1_000, { days, inSamplePercent: 70 });
    const counts = [
      ...rounds.filter(({ first }) => first !== null).map((round) => daysOfTask(round, days)),
      choosing,
    ];
    expect(counts[0]).toBeGreaterThanOrEqual(Math.min(5, choosing));
    counts.slice(1).forEach((count, place) => {
      expect(count).toBeGreaterThanOrEqual(2 * (counts[place] ?? 0));
    });
  }
});

it('keeps the best by Sharpe ratio, whatever the order in which they ended', () => {
  const ran = [
    { index: 4, run: aVariantRun([100, 110, 105]) },
    { index: 1, run: aVariantRun([-5, 5, 1]) },
    { index: 3, run: aVariantRun([10, 9, 11]) },
    { index: 0, run: aVariantRun([0, 0, 0]) },
  ];
  expect(survivors(ran, { count: 2, rank: 'sharpe' })).toEqual([3, 4]);
  expect(survivors(ran.toReversed(), { count: 2, rank: 'sharpe' })).toEqual([3, 4]);
  expect(survivors(ran, { count: 9, rank: 'sharpe' })).toEqual([0, 1, 3, 4]);
});

it('lets nobody go on who failed on any day, however good its other days', () => {
  const ran = [
    { index: 0, run: failingRun(aVariantRun([100, 110, 105]), 1) },
    { index: 1, run: aVariantRun([-5, 5, 1]) },
    { index: 2, run: failingRun(aVariantRun([0, 0, 0]), 3) },
  ];
  expect(survivors(ran, { count: 2, rank: 'sharpe' })).toEqual([1]);
  expect(survivors(ran.slice(0, 1), { count: 1, rank: 'sharpe' })).toEqual([]);
});

it('keeps the best by the rank that is asked for', () => {
  const ran = [
    { index: 0, run: aVariantRun([10, 9, 11]) },
    { index: 1, run: aVariantRun([5_000, -1_000, 4_000]) },
  ];
  expect(survivors(ran, { count: 1, rank: 'sharpe' })).toEqual([0]);
  expect(survivors(ran, { count: 1, rank: 'net' })).toEqual([1]);
  expect(survivors(ran, { count: 1, rank: 'drawdown' })).toEqual([0]);
});

it('drops none for want of a loss: on a few days the best often have none', () => {
  const ran = [
    { index: 0, run: aVariantRun([5_000, -1_000, 4_000]) },
    { index: 1, run: aVariantRun([10, 9, 11]) },
    { index: 2, run: aVariantRun([0, 0, 0]) },
  ];
  for (const rank of ['sortino', 'calmar', 'profit-factor'] as const) {
    expect(survivors(ran, { count: 1, rank })).toEqual([1]);
    expect(survivors(ran, { count: 2, rank })).toEqual([0, 1]);
  }
});
