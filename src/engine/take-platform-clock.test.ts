import { describe, expect, it } from 'vitest';

import { aDesk, leftDesk } from '../../test/support/desk-rig.ts';
import { noticesOf } from '../../test/support/engine-rig.ts';
import { type Halt } from '../model/halt.ts';
import { takePlatformClock } from './take-platform-clock.ts';

const HALTED: Halt = { state: 'halted', sinceMs: 0, reason: 'lunch', by: 'operator' };

describe('a clock that differs from the platform', () => {
  it.each([1, 90_000])('by %i ms ahead takes no new risk, and says so once', (aheadMs) => {
    const desk = aDesk();
    takePlatformClock(desk, aheadMs);
    expect(desk.halt).toMatchObject({ state: 'reducing', by: 'clock' });
    expect(desk.halt.reason).toContain("ahead of the platform's");
    expect(noticesOf(leftDesk(desk))).toHaveLength(1);
  });

  it('ahead is critical though the account is halted already', () => {
    const desk = Object.assign(aDesk(), { halt: HALTED });
    takePlatformClock(desk, 90_000);
    const [told] = noticesOf(leftDesk(desk), 'critical');
    expect(told).toContain('comes too early by as much');
    expect(told).toContain('leave it down for 90.0 s');
  });

  it('behind is critical, and the account goes on', () => {
    const desk = aDesk();
    takePlatformClock(desk, -90_000);
    expect(desk.halt.state).toBe('active');
    const [told] = noticesOf(leftDesk(desk), 'critical');
    expect(told).toContain("90.0 s behind the platform's");
    expect(told).toContain('comes too late by as much');
    expect(told).not.toContain('leave it down');
  });
});

describe('a clock that agrees again', () => {
  it.each<[string, Partial<Halt>]>([
    ['the operator resumed', { by: 'clock', state: 'active' }],
    ['something else halts', {}],
  ])('is information where %s', (_, over) => {
    const desk = Object.assign(aDesk(), { halt: { ...HALTED, ...over } });
    takePlatformClock(desk, 0);
    expect(noticesOf(leftDesk(desk), 'info')).toEqual([
      "The clock of this day agrees with the platform's again",
    ]);
  });

  it('is a warning, with the way back, while the account is halted for it', () => {
    const halt: Halt = { ...HALTED, by: 'clock', state: 'reducing' };
    const desk = Object.assign(aDesk(), { halt });
    takePlatformClock(desk, 0);
    expect(noticesOf(leftDesk(desk), 'warning')).toEqual([
      expect.stringContaining('; entries again after:'),
    ]);
  });
});
