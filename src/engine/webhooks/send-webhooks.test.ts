import { describe, expect, it } from 'vitest';

import { aDesk, deskOptions, leftDesk } from '../../../test/support/desk-rig.ts';
import { attemptsOf, refusalsOf, RUN } from '../../../test/support/engine-rig.ts';
import { type Command } from '../../model/orders/command.ts';
import { type Desk } from '../desk.ts';
import { type EngineLimits } from '../engine-limits.ts';
import { askWebhook, sendWebhooks } from './send-webhooks.ts';

type Start = Extract<Command, { kind: 'startPosition' }>;

const REF = { runId: RUN, commandIndex: 1 };

function start(position: string, over: Partial<Start> = {}): Start {
  const of = { alertName: position, exitTime: null, ticker: 'NIFTY', legs: [{}] };
  return { kind: 'startPosition', position, ...of, ...over };
}

function liveDesk(limits: Partial<EngineLimits> = {}): Desk {
  return { ...aDesk({ limits }), options: { ...deskOptions(limits), mode: 'live' } };
}

function sent(desk: Desk): readonly string[] {
  return attemptsOf(leftDesk(desk)).map(({ kind }) => kind);
}

describe('a position start', () => {
  it('leaves at once, and counts as an entry', () => {
    const desk = liveDesk();
    const free = desk.budget.free(desk.nowMs, 'entry');
    askWebhook(desk, start('a'), REF);
    expect(sent(desk)).toEqual(['start-position']);
    expect(desk.budget.free(desk.nowMs, 'entry')).toBe(free - 1);
    expect(desk.webhooks.size).toBe(0);
  });

  it('waits for its share of the budget, and asks to be woken for it', () => {
    const desk = liveDesk({ ordersPerMinuteMax: 1 });
    askWebhook(desk, start('a'), REF);
    askWebhook(desk, start('b'), REF);
    expect(sent(desk)).toEqual(['start-position']);
    expect([desk.webhooks.size, desk.wakesAtMs]).toEqual([1, [desk.nowMs + 60_000]]);
    desk.nowMs += 60_000;
    for (const [attemptId] of desk.attempts.closeAll()) {
      desk.budget.end(attemptId, desk.nowMs - 1_000, 'answered');
    }
    sendWebhooks(desk);
    expect(sent(desk)).toEqual(['start-position']);
  });

  it('waits while the program ends', () => {
    const desk = liveDesk();
    desk.isWindingDown = true;
    askWebhook(desk, start('a'), REF);
    expect(sent(desk)).toEqual([]);
    expect(desk.webhooks.size).toBe(1);
  });

  it('of a run that is over or held is refused', () => {
    const desk = liveDesk();
    desk.runs.get(RUN).state = 'held';
    askWebhook(desk, start('a'), REF);
    const effects = leftDesk(desk);
    expect(attemptsOf(effects)).toEqual([]);
    expect(desk.webhooks.size).toBe(0);
    expect(effects).toMatchObject([
      { kind: 'notice', notice: { code: 'refused', facts: { why: { kind: 'not-sent' } } } },
    ]);
  });

  it('with an exit time that is none is refused', () => {
    const desk = liveDesk();
    askWebhook(desk, start('a', { exitTime: '25:00' }), REF);
    expect(refusalsOf(leftDesk(desk))).toEqual([
      'Exit time of position "a": found "25:00", allowed HH:MM or HH:MM:SS',
    ]);
  });
});

it('a text signal counts as an entry', () => {
  const desk = liveDesk({ ordersPerMinuteMax: 1 });
  const trades = [{ ticker: 'NIFTY1!', side: 'buy', quantity: 1 }] as const;
  const signal = { kind: 'signal', trades, signalTag: 'a'.repeat(24), brokerIds: ['b'] } as const;
  askWebhook(desk, signal, REF);
  expect(sent(desk)).toEqual(['signal']);
  expect(desk.budget.free(desk.nowMs + 30_000, 'entry')).toBe(0);
  expect(desk.signals.all()).toMatchObject([{ runId: RUN, commandIndex: 1, state: 'sending' }]);
});
