import { describe, expect, it } from 'vitest';

import { MINUTE_MS } from '../../model/time/ist.ts';
import { nextTryMs, type RefusedDay } from './next-try.ts';

const LOST_AT_MS = 460 * MINUTE_MS;

/** When a day is tried, minutes after it first was, until it begins no more. */
function triesAfter(over: Partial<RefusedDay>): readonly number[] {
  const tries: number[] = [];
  let nowMs = 0;
  for (let refusedLogins = 1; ; refusedLogins += 1) {
    const about = { kind: 'authentication', nowMs, refusedLogins, isOpen: false } as const;
    const nextMs = nextTryMs({ ...about, lostAtMs: LOST_AT_MS, ...over });
    if (nextMs === null) return tries;
    tries.push(nextMs / MINUTE_MS);
    nowMs = nextMs;
  }
}

describe('a login that the platform refuses', () => {
  it('is tried three times, so that the account is not locked', () => {
    expect(triesAfter({})).toEqual([15, 75]);
  });

  it('is tried sooner where the last close is near, and no more often', () => {
    expect(triesAfter({ lostAtMs: 20 * MINUTE_MS })).toEqual([10, 15]);
    expect(triesAfter({ lostAtMs: MINUTE_MS })).toEqual([]);
  });

  it('is tried until the last close where positions may be open, never three times in ten minutes', () => {
    const tries = triesAfter({ isOpen: true });
    expect(tries.slice(0, 4)).toEqual([15, 75, 105, 135]);
    expect(tries.at(-1)).toBe(435);
    const gaps = tries.map((minute, index) => minute - (tries[index - 1] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(15);
  });
});

it('an outage is tried each minute, whether or not anything is open', () => {
  expect(triesAfter({ kind: 'platform-unavailable' }).length).toBe(459);
  expect(triesAfter({ kind: 'outside-window', isOpen: true })).toEqual([]);
});
