import { expect, it } from 'vitest';

import { mondayOf } from './week-so-far.ts';

it.each([
  ['a Monday', '2026-11-23', '2026-11-23'],
  ['a Saturday with a session', '2026-11-28', '2026-11-23'],
  ['a Sunday', '2026-11-29', '2026-11-23'],
  ['a week over New Year', '2027-01-01', '2026-12-28'],
  ['a leap day', '2024-02-29', '2024-02-26'],
])('the week of %s begins on its Monday', (_, date, monday) => {
  expect(mondayOf(date)).toBe(monday);
});
