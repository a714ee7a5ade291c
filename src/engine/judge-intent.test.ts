import { describe, expect, it } from 'vitest';

import { aDesk, held, planned, quoted } from '../../test/support/desk-rig.ts';
import { aLeg } from '../../test/support/engine-rig.ts';
import { describeRefusal } from '../risk/refusal.ts';
import { type Desk } from './desk.ts';
import { type Intent } from './intent.ts';
import { judgeIntent } from './judge-intent.ts';

const EXIT = aLeg({ role: 'exit', side: 'buy' });

function lookedDesk(): Desk {
  const desk = aDesk();
  Object.assign(desk.polls.state('orders'), { lastGoodAtMs: desk.nowMs });
  return desk;
}

function refusalOf(desk: Desk, intent: Intent): string {
  const verdict = judgeIntent(desk, intent);
  return verdict.kind === 'refused' ? describeRefusal(verdict.refusal) : verdict.kind;
}

describe('an entry', () => {
  it('without quotes waits for them, and is then refused with why there are none', () => {
    const desk = lookedDesk();
    const intent = planned(desk);
    desk.polls.state('quotes').failure = 'timeout: no answer';
    desk.polls.state('orders').failure = null;
    expect(judgeIntent(desk, intent)).toEqual({ kind: 'waiting' });
    desk.nowMs += desk.limits.dataWaitMs;
    desk.polls.state('orders').lastGoodAtMs = desk.nowMs;
    expect(refusalOf(desk, intent)).toContain('timeout: no answer');
  });

  it('of a held run waits for the operator', () => {
    const desk = lookedDesk();
    quoted(desk, 10_000);
    const intent = planned(desk);
    desk.runs.get(intent.runId).state = 'held';
    expect(judgeIntent(desk, intent)).toEqual({ kind: 'waiting' });
  });
});

describe('an exit without any quote', () => {
  it('is priced from the last fill of its leg', () => {
    const desk = lookedDesk();
    held(desk, -75, { pricePaise: 20_000 });
    const verdict = judgeIntent(desk, planned(desk, EXIT));
    const approved = verdict.kind === 'ready' ? verdict.approved : null;
    const limit = approved?.terms.kind === 'limit' ? approved.terms.pricePaise : 0;
    expect(limit).toBeGreaterThanOrEqual(20_000);
    expect(limit).toBeLessThan(25_000);
  });
});
