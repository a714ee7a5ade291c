import { expect, it } from 'vitest';

import { ACTIVE } from '../orders/halt-and-lock.ts';
import { DEFAULT_RUN_POLICIES } from './run-policies.ts';

it('a run without policies has those that are documented', () => {
  expect(DEFAULT_RUN_POLICIES).toEqual({
    foreignOrders: 'adopt',
    absentEntries: 'hold',
    duplicates: 'alert',
    lostCover: 'close-shorts',
    quarantine: 'square-off',
    carryOvernight: 'confirm',
    stage: 'full',
    protections: {
      dayLossPaiseMax: null,
      weekLossPaiseMax: null,
      drawdownPaiseMax: null,
      losingStreakMax: null,
      cooldownMs: 0,
      openPremiumPaiseMax: null,
      then: {
        dayLoss: 'flatten',
        weekLoss: 'flatten',
        drawdown: 'flatten',
        losingStreak: 'lock',
        openPremium: 'lock',
      },
    },
  });
});

it('an account starts active', () => {
  expect(ACTIVE).toEqual({ state: 'active', sinceMs: 0, reason: '', by: 'start' });
});
