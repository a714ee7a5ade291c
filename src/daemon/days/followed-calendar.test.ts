import { expect, it } from 'vitest';

import { instantAt } from '../../model/time/ist.ts';
import { type Settings } from '../../settings/settings.ts';
import { FollowedCalendar } from './followed-calendar.ts';

const SATURDAY = '2026-10-31';
const friday = (time: string): number => instantAt('2026-10-30', time);

it('takes a late circular in within the hour, and keeps what it knows where the next is broken', () => {
  let additions: Settings['calendar'] = null;
  const calendar = new FollowedCalendar(() => additions);
  const trades = (time: string): boolean => calendar.at(friday(time)).day(SATURDAY).isTradingDay;
  expect(trades('16:00')).toBe(false);
  const session = { date: SATURDAY, name: 'Late', kind: 'full' };
  additions = { specialSessions: [{ ...session, sessions: [{ from: '09:15', to: '12:30' }] }] };
  expect(trades('16:59')).toBe(false);
  expect(trades('17:01')).toBe(true);
  additions = { specialSessions: 'none' };
  expect(trades('18:02')).toBe(true);
});
