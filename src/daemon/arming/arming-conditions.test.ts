import { describe, expect, it } from 'vitest';

import { instantAt } from '../../model/time/ist.ts';
import { type ArmingFacts, missingForLive } from './arming-conditions.ts';

const DATE = '2026-10-30';
const STRATEGY = { name: 'straddle', sourceHash: 's', paramsHash: 'p', brokerId: 'own' };

function facts(over: Partial<ArmingFacts> = {}): ArmingFacts {
  return {
    nowMs: instantAt(DATE, '10:00'),
    account: 'main',
    date: DATE,
    isVerified: true,
    arming: anArming(),
    strategies: [{ ...STRATEGY, runId: `straddle@${DATE}/live`, cleanDays: 3 }],
    paperDays: 3,
    isPolled: true,
    wantsOperator: [],
    ...over,
  };
}

function anArming(over: Partial<NonNullable<ArmingFacts['arming']>> = {}): ArmingFacts['arming'] {
  return {
    schemaVersion: 1,
    account: 'main',
    date: DATE,
    untilMs: instantAt(DATE, '15:30'),
    strategies: [STRATEGY],
    isWithoutPromotion: false,
    reason: 'as planned',
    by: 'trader',
    atMs: instantAt(DATE, '09:00'),
    ...over,
  };
}

describe('entries of a live account', () => {
  it('may leave when nothing is missing', () => {
    expect(missingForLive(facts())).toEqual([]);
  });

  it.each<readonly [string, Partial<ArmingFacts>, string]>([
    ['not-armed', { arming: null }, 'the account is not armed'],
    ['not-armed', { arming: anArming({ account: 'other' }) }, 'of account "other"'],
    ['not-armed', { arming: anArming({ date: '2026-10-29' }) }, 'was for 2026-10-29'],
    ['not-armed', { nowMs: instantAt(DATE, '15:30') }, 'ended at 15:30:00 IST'],
    ['calendar', { isVerified: false }, 'does not cover today'],
    ['not-reconciled', { isPolled: false }, 'were not polled yet'],
    ['wants-operator', { wantsOperator: ['entry sl1'] }, 'waiting for the operator: entry sl1'],
  ])('need: %s, %j', (code, over, found) => {
    const [veto, ...others] = missingForLive(facts(over));
    expect(others).toEqual([]);
    expect(veto).toMatchObject({ by: 'arming', code, runId: null });
    expect(veto?.found).toContain(found);
    expect(veto?.next).not.toBe('');
  });

  it.each(['sourceHash', 'paramsHash', 'name'])(
    'need the very strategy that was armed: its %s',
    (key) => {
      const arming = anArming({ strategies: [{ ...STRATEGY, [key]: 'other' }] });
      expect(missingForLive(facts({ arming }))).toMatchObject([
        { code: 'strategy-changed', runId: `straddle@${DATE}/live` },
      ]);
    },
  );

  it('need the broker that was armed', () => {
    const arming = anArming({ strategies: [{ ...STRATEGY, brokerId: 'second' }] });
    expect(missingForLive(facts({ arming }))).toMatchObject([
      {
        code: 'broker-changed',
        runId: `straddle@${DATE}/live`,
        found: 'strategy "straddle" was armed for broker second, and trades through own',
      },
    ]);
  });

  it('need paper days, unless --without-promotion was typed', () => {
    const strategies = [{ ...STRATEGY, runId: 'r', cleanDays: 2 }];
    const [veto] = missingForLive(facts({ strategies }));
    expect(veto).toMatchObject({ code: 'not-promoted', runId: 'r' });
    expect(veto?.found).toContain('has 2 clean paper days');
    const arming = anArming({ isWithoutPromotion: true });
    expect(missingForLive(facts({ strategies, arming }))).toEqual([]);
  });
});
