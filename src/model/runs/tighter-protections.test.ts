import { expect, it } from 'vitest';

import { DEFAULT_CONSEQUENCES, NO_PROTECTIONS } from './run-policies.ts';
import { tighterProtections } from './tighter-protections.ts';

const FILE = {
  ...NO_PROTECTIONS,
  dayLossPaiseMax: 500_000,
  losingStreakMax: 3,
  cooldownMs: 60_000,
};

it('takes the lower of each limit, whoever says it', () => {
  const configured = { ...NO_PROTECTIONS, dayLossPaiseMax: 900_000, drawdownPaiseMax: 100_000 };
  const both = { dayLossPaiseMax: 500_000, drawdownPaiseMax: 100_000, losingStreakMax: 3 };
  expect(tighterProtections(FILE, configured)).toMatchObject(both);
  expect(tighterProtections(configured, FILE)).toMatchObject(both);
  expect(tighterProtections(FILE, { ...FILE, losingStreakMax: 1 }).losingStreakMax).toBe(1);
});

it('takes the lower limit of the week, beside one of a journal that knew of none', () => {
  const { dayLossPaiseMax, drawdownPaiseMax, losingStreakMax } = FILE;
  const { cooldownMs, openPremiumPaiseMax } = FILE;
  const older = {
    ...{ dayLossPaiseMax, drawdownPaiseMax, losingStreakMax },
    ...{ cooldownMs, openPremiumPaiseMax },
  };
  const configured = { ...NO_PROTECTIONS, weekLossPaiseMax: 900_000 };
  expect(tighterProtections(older, configured).weekLossPaiseMax).toBe(900_000);
  const own = { ...FILE, weekLossPaiseMax: 500_000 };
  expect(tighterProtections(own, configured).weekLossPaiseMax).toBe(500_000);
  expect(tighterProtections(configured, own).weekLossPaiseMax).toBe(500_000);
});

it('leaves what one alone says as it is', () => {
  expect(tighterProtections(FILE, NO_PROTECTIONS)).toEqual(FILE);
  expect(tighterProtections(NO_PROTECTIONS, FILE)).toEqual(FILE);
});

it('locks for the longer time, and a streak without a cooldown until the day ends', () => {
  expect(tighterProtections(FILE, { ...FILE, cooldownMs: 90_000 }).cooldownMs).toBe(90_000);
  expect(tighterProtections(FILE, { ...FILE, cooldownMs: 0 }).cooldownMs).toBe(0);
});

it('takes a cooldown after each loss for a streak of one, beside a longer streak', () => {
  const eachLoss = { ...NO_PROTECTIONS, cooldownMs: 1_800_000 };
  const both = { losingStreakMax: 1, cooldownMs: 1_800_000 };
  expect(tighterProtections(eachLoss, FILE)).toMatchObject(both);
  expect(tighterProtections(FILE, eachLoss)).toMatchObject(both);
  const forTheDay = { ...FILE, cooldownMs: 0 };
  const locked = { losingStreakMax: 1, cooldownMs: 0 };
  expect(tighterProtections(eachLoss, forTheDay)).toMatchObject(locked);
});

it('closes everything where one of those that set the limit does', () => {
  const locking = { ...DEFAULT_CONSEQUENCES, dayLoss: 'lock' } as const;
  const locked = { ...FILE, then: locking };
  expect(tighterProtections(FILE, locked).then?.dayLoss).toBe('flatten');
  expect(tighterProtections(locked, locked).then?.dayLoss).toBe('lock');
  const without = { ...NO_PROTECTIONS, dayLossPaiseMax: null };
  expect(tighterProtections(locked, without).then?.dayLoss).toBe('lock');
});
