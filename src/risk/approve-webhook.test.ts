import { describe, expect, it } from 'vitest';

import { aDay, at } from '../../test/support/engine-rig.ts';
import { ACTIVE, type Lock } from '../model/orders/halt-and-lock.ts';
import { approveWebhook, type WebhookCommand, type WebhookFacts } from './approve-webhook.ts';

const NO_LEGS = {
  kind: 'startPosition',
  position: 'morning',
  alertName: 'morning',
  exitTime: null,
  ticker: 'NIFTY',
  legs: [],
} as const;

const START = { ...NO_LEGS, legs: [{}] };
const SIGNAL = {
  kind: 'signal',
  trades: [{ ticker: 'NIFTY1!', side: 'buy', quantity: 1 }],
  signalTag: 'one',
  brokerIds: ['b1'],
} as const;
const LOCK: Lock = { runId: null, protection: 'cooldown', reason: '', sinceMs: 0, untilMs: 1 };

function ruleOf(command: WebhookCommand, over: Partial<WebhookFacts> = {}): string | null {
  const verdict = approveWebhook(command, facts(over));
  return verdict.ok ? null : verdict.error.rule;
}

function facts(over: Partial<WebhookFacts>): WebhookFacts {
  return {
    nowMs: at('10:00'),
    mode: 'live',
    day: aDay(),
    halt: ACTIVE,
    locks: [],
    vetoes: [],
    positions: new Set(),
    stage: 'full',
    ...over,
  };
}

it.each<[string, Partial<WebhookFacts>, string]>([
  ['before the window', { nowMs: at('08:14') }, 'from 08:15:00 to before 15:29:00'],
  ['at its end', { nowMs: at('15:29') }, 'from 08:15:00 to before 15:29:00'],
  ['on a day without one', { day: aDay({ window: null }) }, 'trading days only'],
])('a start %s is refused, with what is allowed', (_, over, allowed) => {
  expect(approveWebhook(START, facts(over))).toMatchObject({
    ok: false,
    error: { rule: 'outside-window', allowed: expect.stringContaining(allowed) as string },
  });
});

describe('a position start and a text signal', () => {
  it.each<[string | null, Partial<WebhookFacts>]>([
    [null, {}],
    ['halted', { halt: { ...ACTIVE, state: 'reducing' } }],
    ['locked', { locks: [LOCK] }],
    ['unverified-day', { day: aDay({ isVerified: false }) }],
  ])('are both judged %s with %j', (rule, over) => {
    expect(ruleOf(START, over)).toBe(rule);
    expect(ruleOf(SIGNAL, over)).toBe(rule);
  });

  it('are approved as they were asked for', () => {
    expect(approveWebhook(START, facts({}))).toEqual({ ok: true, value: START });
  });
});

describe('a position start', () => {
  it('may be made in paper on a day whose hours are not verified', () => {
    expect(ruleOf(START, { mode: 'paper', day: aDay({ isVerified: false }) })).toBeNull();
  });

  it.each([
    ['08:15:00', null],
    ['15:28:59', null],
  ])('at %s, within the window, is judged %s', (clock, rule) => {
    expect(ruleOf(START, { nowMs: at(clock) })).toBe(rule);
  });

  it('takes a name once a run', () => {
    expect(ruleOf(START, { positions: new Set(['morning']) })).toBe('position-name');
    expect(ruleOf(START, { positions: new Set(['evening']) })).toBeNull();
  });

  it.each([
    [0, 'position-legs'],
    [1, null],
    [10, null],
    [11, 'position-legs'],
  ])('with %i legs is judged %s', (count, rule) => {
    const legs = Array.from({ length: count }, () => ({}));
    expect(ruleOf({ ...NO_LEGS, legs })).toBe(rule);
  });
});

describe('a text signal', () => {
  it('always trades live, so paper never sends one', () => {
    expect(ruleOf(SIGNAL, { mode: 'paper' })).toBe('mode');
  });

  it('waits for a trading day', () => {
    expect(ruleOf(SIGNAL, { day: aDay({ isTradingDay: false }) })).toBe('closed-day');
  });

  it.each<[string | null, string, number]>([
    [null, 'NIFTY', 1],
    [null, 'M&M-A_1', 2],
    ['signal', 'nifty', 1],
    ['signal', '', 1],
    ['signal', 'NIFTY', 0],
    ['signal', 'NIFTY', -1],
    ['signal', 'NIFTY', 1.5],
    ['signal', 'NIFTY', NaN],
  ])('is judged %s by its ticker "%s" and quantity %d, alone or second', (rule, ...drawn) => {
    const [ticker, quantity] = drawn;
    const trade = { ...SIGNAL.trades[0], ticker, quantity };
    expect(ruleOf({ ...SIGNAL, trades: [trade] })).toBe(rule);
    expect(ruleOf({ ...SIGNAL, trades: [...SIGNAL.trades, trade] })).toBe(rule);
  });

  it('has a trade and a broker', () => {
    expect(ruleOf({ ...SIGNAL, trades: [] })).toBe('signal');
    expect(ruleOf({ ...SIGNAL, brokerIds: [] })).toBe('signal');
    expect(ruleOf({ ...SIGNAL, brokerIds: ['b1', 'b2'] })).toBeNull();
  });
});

describe('the stage of a run', () => {
  const signalOf = (quantity: number): WebhookCommand => ({
    ...SIGNAL,
    trades: [{ ticker: 'INFY', side: 'buy', quantity }],
  });

  it('lets a one-lot run send signals of one, and nothing whose size is not known', () => {
    expect(ruleOf(signalOf(1), { stage: 'one-lot' })).toBeNull();
    expect(ruleOf(signalOf(2), { stage: 'one-lot' })).toBe('stage');
    expect(ruleOf(START, { stage: 'one-lot' })).toBe('stage');
  });

  it('lets a shadow run send neither', () => {
    expect(ruleOf(signalOf(1), { stage: 'shadow' })).toBe('stage');
    expect(ruleOf(START, { stage: 'shadow' })).toBe('stage');
  });
});
