import { expect, it } from 'vitest';

import { aDesk, leftDesk } from '../../test/support/desk-rig.ts';
import { noticesOf } from '../../test/support/engine-rig.ts';
import { takeClockDoubt } from './take-clock-doubt.ts';

it('a clock that was set back halts the account, which says so once', () => {
  const desk = aDesk();
  takeClockDoubt(desk, 2_500);
  expect(desk.halt).toMatchObject({ state: 'reducing', by: 'clock' });
  expect(noticesOf(leftDesk(desk))).toHaveLength(1);
});

it('a clock that was set back while the account is halted is critical all the same', () => {
  const desk = aDesk();
  desk.halt = { state: 'halted', sinceMs: 0, reason: 'lunch', by: 'operator' };
  takeClockDoubt(desk, 2_500);
  expect(noticesOf(leftDesk(desk), 'critical')).toEqual([
    expect.stringMatching(/^The time is in doubt: the machine's clock is 2\.5 s behind/),
  ]);
  expect(desk.halt.by).toBe('operator');
});
