import { describe, expect, it } from 'vitest';

import { aDesk, held, planned, quoted } from '../../../test/support/desk-rig.ts';
import { aLeg } from '../../../test/support/engine-rig.ts';
import { describeRefusal } from '../../risk/refusal.ts';
import { type Desk } from '../desk.ts';
import { type Intent } from '../intents/intent.ts';
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

describe('an exit after the process was away', () => {
  /** Bought when it was dear; the quote of then is 20 minutes old. */
  function awayDesk(): Desk {
    const desk = lookedDesk();
    quoted(desk, 20_000);
    held(desk, -75, { pricePaise: 20_000 });
    desk.nowMs += 20 * 60_000;
    desk.awayUntilMs = desk.nowMs;
    desk.nowMs += 300;
    desk.polls.forget();
    desk.polls.state('orders').lastReadAtMs = desk.awayUntilMs;
    return desk;
  }

  function limitOf(desk: Desk, intent: Intent): number | string {
    const verdict = judgeIntent(desk, intent);
    if (verdict.kind !== 'ready') return verdict.kind;
    return verdict.approved.terms.kind === 'limit' ? verdict.approved.terms.pricePaise : 'stop';
  }

  it('waits for the first quotes and is priced by them', () => {
    const desk = awayDesk();
    const exit = planned(desk, EXIT);
    expect(limitOf(desk, exit)).toBe('waiting');
    expect(desk.wakesAtMs).toContain((desk.awayUntilMs ?? 0) + 3_000);
    quoted(desk, 5_000);
    expect(limitOf(desk, exit)).toBeLessThan(6_000);
  });

  it.each<[string, (desk: Desk) => unknown]>([
    [
      'the first quotes do not name it',
      (desk) => (desk.polls.state('quotes').lastReadAtMs = desk.nowMs),
    ],
    ['the first poll of quotes fails', (desk) => (desk.polls.state('quotes').failure = 'timeout')],
    ['3 s passed', (desk) => (desk.nowMs = (desk.awayUntilMs ?? 0) + 3_000)],
  ])('is priced by the last one known when %s', (_, happen) => {
    const desk = awayDesk();
    const exit = planned(desk, EXIT);
    happen(desk);
    expect(limitOf(desk, exit)).toBeGreaterThan(20_000);
  });

  it('leaves at once as a stop: it brings its own price', () => {
    const desk = awayDesk();
    const terms = { kind: 'stop', triggerPricePaise: 25_000, limitPricePaise: 26_000 } as const;
    const stop = planned(desk, { ...EXIT, role: 'stop', terms });
    expect(judgeIntent(desk, stop).kind).toBe('ready');
  });
});
