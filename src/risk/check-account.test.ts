import { describe, expect, it } from 'vitest';

import { at } from '../../test/support/engine-rig.ts';
import { ACTIVE, type Lock, lockEnds } from '../model/orders/halt-and-lock.ts';
import { instantAt } from '../model/time/ist.ts';
import { type AccountFacts, checkAccount, checkPermission } from './check-account.ts';
import { DEFAULT_RISK_LIMITS, type RiskLimits } from './risk-limits.ts';

const LIMITS = {
  ...DEFAULT_RISK_LIMITS,
  unknownOrdersMax: 2,
  workingEntriesMax: 3,
  lotsPerRunMax: 4,
  lotsMax: 6,
};
const FACTS: AccountFacts = {
  halt: ACTIVE,
  locks: [],
  vetoes: [],
  lotsOfRun: 4,
  lotsOfAccount: 6,
  premiums: [],
  workingEntries: 3,
  unknownOrders: 1,
};

function aLock(over: Partial<Lock> = {}): Lock {
  return {
    runId: null,
    protection: 'day-loss',
    reason: 'too much lost',
    sinceMs: 0,
    untilMs: null,
    ...over,
  };
}

function judged(over: Partial<AccountFacts>, limits: Partial<RiskLimits> = {}): string | null {
  const refusal = checkAccount({ ...FACTS, ...over }, { ...LIMITS, ...limits });
  return refusal === null ? null : `${refusal.rule}: ${refusal.found} of ${refusal.allowed}`;
}

describe('an account at its limits', () => {
  it('may still enter', () => {
    expect(judged({})).toBeNull();
  });

  it.each<[string, Partial<AccountFacts>]>([
    ['unknown-orders: 2 of entries while fewer than 2 are', { unknownOrders: 2 }],
    ['working-entries: 4 of 3', { workingEntries: 4 }],
    ['lots: 5 of 4', { lotsOfRun: 5 }],
    ['lots: 7 of 6', { lotsOfAccount: 7 }],
    ['working-entries: NaN of 3', { workingEntries: NaN }],
  ])('is refused by %s', (words, over) => {
    expect(judged(over)).toBe(words);
  });

  it.each<[Partial<AccountFacts>, Partial<RiskLimits>]>([
    [{ unknownOrders: 99 }, { unknownOrdersMax: null }],
    [{ workingEntries: 99 }, { workingEntriesMax: null }],
    [{ lotsOfRun: 99 }, { lotsPerRunMax: null }],
    [{ lotsOfAccount: 99 }, { lotsMax: null }],
  ])('has no limit where none is set: %j', (over, limits) => {
    expect(judged(over, limits)).toBeNull();
  });

  it('is judged by its halt first', () => {
    const halt = { ...ACTIVE, state: 'halted', reason: 'bad day' } as const;
    expect(judged({ halt, workingEntries: 99 })).toContain('halted: an order that adds risk (bad');
  });
});

describe('the open premium', () => {
  const of = (paise: number, paiseMax: number) =>
    ({ of: 'run', paise, paiseMax, key: 'k' }) as const;

  it('may reach its limit, not pass it', () => {
    expect(judged({ premiums: [of(1_000, 1_000)] })).toBeNull();
    expect(judged({ premiums: [of(1_001, 1_000)] })).toBe('open-premium: ₹10.01 of ₹10.00');
    expect(judged({ premiums: [of(NaN, 1_000)] })).toContain('open-premium');
  });

  it('is refused by the first limit that it passes', () => {
    const premiums = [of(1, 1_000), of(300, 200), of(900, 100)];
    expect(judged({ premiums })).toBe('open-premium: ₹3.00 of ₹2.00');
  });
});

describe('a lock', () => {
  it.each([
    [null, 'The account is locked: too much lost'],
    ['a@1', 'The run is locked: too much lost'],
  ])('of run %s says whom it locks', (runId, what) => {
    const locks = [aLock({ runId })];
    expect(checkPermission({ halt: ACTIVE, locks, vetoes: [] })).toMatchObject({
      rule: 'locked',
      what,
    });
  });

  it.each<[string, Partial<Lock>]>([
    ['from 10:30:00 on', { protection: 'operator', untilMs: at('10:30') }],
    ['when the operator resumes', { protection: 'operator' }],
    ['when less is open', { protection: 'open-premium' }],
    [
      'on Monday 2026-11-23',
      { protection: 'week-loss', untilMs: instantAt('2026-11-23', '00:00') },
    ],
    ['on the next day', { protection: 'day-loss' }],
  ])('ends %s: %j', (words, over) => {
    expect(lockEnds(aLock(over))).toBe(words);
    const refusal = checkPermission({ halt: ACTIVE, locks: [aLock(over)], vetoes: [] });
    expect(refusal?.allowed).toBe(`exits and square-offs; entries again ${words}`);
  });
});

it('a veto says whose it is, what was found and what to do; halts and locks come first', () => {
  const [found, next] = ['the clock is 2.1 s ahead', 'Set the clock'];
  const veto = { by: 'preflight', code: 'clock', runId: null, found, next } as const;
  const facts = { halt: ACTIVE, locks: [], vetoes: [veto] };
  expect(checkPermission(facts)).toEqual({
    rule: 'vetoed',
    what: 'Entries are kept back by preflight (clock: the clock is 2.1 s ahead)',
    found: 'an order that adds risk',
    allowed: 'exits and square-offs. Set the clock',
  });
  expect(checkPermission({ ...facts, locks: [aLock()] })?.rule).toBe('locked');
});
