import { describe, expect, it } from 'vitest';

import { aDay, at } from '../../../test/support/engine-rig.ts';
import { DEFAULT_ENGINE_LIMITS } from '../engine-limits.ts';
import { type Cadence, type CadenceFacts, contractsCadence, ordersCadence } from './cadence.ts';

/** Two sessions with an hour between them. */
const DAY = aDay({
  sessions: [
    { startMs: at('09:15'), endMs: at('12:00') },
    { startMs: at('13:00'), endMs: at('15:40') },
  ],
});
const CLOSE_MS = at('15:40');
const IDLE = {
  lastStartedAtMs: null,
  lastReadAtMs: null,
  isFailing: false,
  notBeforeMs: -Infinity,
} as const;

function facts(
  time: string,
  over: Partial<CadenceFacts['poll']> = {},
  day: CadenceFacts['day'] = DAY,
): CadenceFacts {
  return { nowMs: at(time), day, limits: DEFAULT_ENGINE_LIMITS, poll: { ...IDLE, ...over } };
}

function orders(over: CadenceFacts, isWorking = false): Cadence | null {
  return ordersCadence(over, isWorking);
}

describe('polls of the orders', () => {
  it('begin ahead of the first session', () => {
    expect(orders(facts('08:30'))?.dueMs).toBe(at('09:00'));
  });

  it('are frequent while something works', () => {
    const poll = { lastStartedAtMs: at('10:00') };
    expect(orders(facts('10:00', poll), true)?.dueMs).toBe(at('10:00:01'));
    expect(orders(facts('10:00', poll), false)?.dueMs).toBe(at('10:00:05'));
  });

  it('go on between sessions', () => {
    expect(orders(facts('12:30'))?.dueMs).toBe(at('12:30'));
  });

  it('wait until a poll can leave', () => {
    expect(orders(facts('10:00', { notBeforeMs: at('10:00:30') }))?.dueMs).toBe(at('10:00:30'));
  });

  it('end only with a look that began 15 s after the close, however late', () => {
    const early = facts('17:00', { lastReadAtMs: CLOSE_MS + 14_999 });
    expect(orders(early)).toMatchObject({ dueMs: at('17:00'), endMs: Infinity });
    expect(orders(facts('15:41', { lastReadAtMs: CLOSE_MS + 15_000 }))).toBeNull();
  });

  it('go on for half an hour after the close while something works', () => {
    const poll = { lastReadAtMs: CLOSE_MS + 15_000 };
    expect(orders(facts('16:09:59', poll), true)?.endMs).toBe(at('16:10'));
    expect(orders(facts('16:10', poll), true)).toBeNull();
  });

  it('are none on a closed day, or without a session', () => {
    expect(orders(facts('10:00', {}, { ...DAY, isTradingDay: false }))).toBeNull();
    expect(orders(facts('10:00', {}, { ...DAY, sessions: [] }))).toBeNull();
  });
});

describe('polls of contracts', () => {
  it('begin with the trading window or ahead of the first session, whichever is earlier', () => {
    expect(contractsCadence(facts('08:00'))?.dueMs).toBe(at('08:15'));
    expect(contractsCadence(facts('08:00', {}, { ...DAY, window: null }))?.dueMs).toBe(at('09:00'));
  });

  it('are seldom, and frequent after a failure', () => {
    const lastStartedAtMs = at('10:00');
    expect(contractsCadence(facts('10:00', { lastStartedAtMs }))?.dueMs).toBe(at('10:30'));
    const failing = facts('10:00', { lastStartedAtMs, isFailing: true });
    expect(contractsCadence(failing)?.dueMs).toBe(at('10:00:10'));
  });

  it('end with the last session', () => {
    expect(contractsCadence(facts('15:39:59'))?.endMs).toBe(CLOSE_MS);
    expect(contractsCadence(facts('15:40'))).toBeNull();
    expect(contractsCadence(facts('10:00', {}, { ...DAY, isTradingDay: false }))).toBeNull();
  });
});
