import { expect, it } from 'vitest';

import { AT_MS } from '../../../../test/support/day-view.ts';
import { standbyLines } from './standby-lines.ts';

const HEARD = { pid: 4_242, followedToMs: AT_MS, silentMs: 100 };

it.each([
  ['level', ['standby PID 4242: level with this process, takes over if it dies']],
  ['behind', ['standby PID 4242: follows the day, not level yet: it is at 10:15:00 IST']],
  ['waiting', ['standby PID 4242: follows no day, so a takeover recovers it from the journal']],
  [
    'gone',
    [
      'standby PID 4242: gone, silent for 42 s: nothing takes over if this process dies',
      '  next  start it again, with --standby',
    ],
  ],
] as const)('says of a standby how far it is: %s', (state, lines) => {
  const silentMs = state === 'gone' ? 42_100 : 100;
  expect(standbyLines([{ ...HEARD, state, silentMs }])).toEqual(lines);
});

it('says nothing where none ever stood by, and no time where none was read', () => {
  expect(standbyLines([])).toEqual([]);
  const [line] = standbyLines([{ ...HEARD, state: 'behind', followedToMs: null }]);
  expect(line).toBe('standby PID 4242: follows the day, not level yet');
});
