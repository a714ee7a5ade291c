import { expect, it } from 'vitest';

import { aSummary, positionView } from '../../../test/support/day-view.ts';
import { type DaySummary } from '../../day/day-summary.ts';
import { exitOf, exitOfDays } from './exit-of-day.ts';

const RUN = 'straddle@2026-11-20/live';

/** What a day can end with, the most urgent first. */
const PARTS: readonly (readonly [string, Partial<DaySummary>])[] = [
  ['unprotected', { unprotected: [{}] as never }],
  ['unknown-position', { unknownPositions: [{}] as never }],
  ['unresolved-orders', { unresolved: [{}] as never }],
  ['not-flat', { open: [{}] as never }],
  ['halted', { halt: { state: 'reducing', reason: 'r' } }],
  ['risk-limit', { locks: ['account: loss'] }],
  ['did-not-run', { didNotRun: [{ runId: RUN, name: 'straddle', why: 'w' }] }],
  [
    'configuration',
    {
      strategies: [{ runId: RUN, name: 'straddle', state: 'failed', note: '', pnlPaise: 0 }],
    },
  ],
];
const day = { isEndedEarly: false };

it('is none after a day that ended as it should', () => {
  expect(exitOf(aSummary(), day)).toBeNull();
});

it.each(PARTS)('is %s where that is what is left', (name, parts) => {
  expect(exitOf(aSummary(parts), day)).toBe(name);
});

it('is the most urgent where much is left', () => {
  for (const [index, [name]] of PARTS.entries()) {
    const parts = Object.assign({}, ...PARTS.slice(index).map(([, part]) => part)) as object;
    expect(exitOf(aSummary(parts), day)).toBe(name);
  }
});

it('is 7 for positions that an early end leaves, carried ones too', () => {
  const positions = [positionView()];
  expect(exitOf(aSummary({ positions }), { isEndedEarly: true })).toBe('unresolved-orders');
  expect(exitOf(aSummary({ positions }), day)).toBeNull();
});

it('of days is that of a day cut short, or that a day was lost, unless it was stopped', () => {
  const lost = { endedEarly: null, lostDays: 1 };
  expect(exitOfDays(lost, { isStopped: false })).toBe('day-lost');
  expect(exitOfDays(lost, { isStopped: true })).toBeNull();
  expect(exitOfDays({ ...lost, lostDays: 0 }, { isStopped: false })).toBeNull();
  const halted = aSummary({ halt: { state: 'reducing', reason: 'r' } });
  const cut = { endedEarly: halted, lostDays: 1 };
  expect(exitOfDays(cut, { isStopped: true })).toBe('halted');
});
