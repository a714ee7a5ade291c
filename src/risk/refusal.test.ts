import { expect, it } from 'vitest';
import { isAboutAddedRisk, isForWantOfData, type Refusal, type RiskRule } from './refusal.ts';

function refused(rule: RiskRule): Refusal {
  return { rule, what: 'Something', found: 'this', allowed: 'that' };
}

it.each<RiskRule>([
  'unverified-day',
  'entries-ended',
  'halted',
  'locked',
  'unknown-orders',
  'working-entries',
  'lots',
  'open-premium',
  'duplicate',
])('a hedge passes a refusal by %s', (rule) => {
  expect(isAboutAddedRisk(refused(rule))).toBe(true);
});

it.each<RiskRule>(['lot', 'tick', 'no-quote', 'stale-orders', 'paused-leg', 'price-distance'])(
  'a hedge does not pass a refusal by %s',
  (rule) => {
    expect(isAboutAddedRisk(refused(rule))).toBe(false);
  },
);

it.each<[RiskRule, boolean]>([
  ['stale-orders', true],
  ['no-quote', true],
  ['stale-quote', true],
  ['halted', false],
  ['lots', false],
])('%s may be lifted by a poll: %s', (rule, isLifted) => {
  expect(isForWantOfData(refused(rule))).toBe(isLifted);
});
