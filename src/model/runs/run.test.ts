import { expect, it } from 'vitest';

import { runMeant, runName, runNames } from './run.ts';

it('the name of a run is its id up to the last @', () => {
  expect(runName('straddle#2@2026-11-20/live')).toBe('straddle#2');
  expect(runName('a@b@2026-11-20/paper')).toBe('a@b');
});

it('runs of one strategy are numbered from the second on, each strategy for itself', () => {
  expect(runNames(['fly', 'straddle', 'fly', 'fly', 'straddle'])).toEqual([
    'fly',
    'straddle',
    'fly#2',
    'fly#3',
    'straddle#2',
  ]);
});

it.each([
  ['fly@2026-11-20/live', 'fly@2026-11-20/live'],
  ['condor', 'condor@2026-11-20/live'],
  ['fly', undefined],
  ['fly#2', 'fly#2@2026-11-20/live'],
  ['fl', undefined],
  ['fly@2026-11-19/live', undefined],
  ['old', undefined],
])('people leave out date and mode: %s is %s', (asked, meant) => {
  const known = ['fly@2026-11-20/live', 'fly#2@2026-11-20/live', 'condor@2026-11-20/live'];
  const twice = ['old@2026-11-19/live', 'old@2026-11-20/live'];
  expect(runMeant(asked, [...known, ...twice])).toBe(meant);
});
