import { expect, it } from 'vitest';

import { DateOrder } from './date-order.ts';

function whyOf(dates: readonly string[], unreadable: readonly string[] = []): string | null {
  const order = new DateOrder();
  dates.forEach((date) => {
    order.note(date);
  });
  unreadable.forEach((stamp) => {
    order.noteUnreadable(stamp);
  });
  return order.whyMonthFirst();
}

it('dates that jump by months look written with the month first', () => {
  // 3, 4, 5 and 8 January.
  const dates = ['2024-03-01', '2024-03-01', '2024-04-01', '2024-05-01', '2024-08-01'];
  expect(whyOf(dates)).toContain('2024-03-01 and then 2024-04-01');
});

it('so do dates whose second number is no month', () => {
  const stamps = Array.from({ length: 40 }, () => '04/16/2024 09:15');
  expect(whyOf([], stamps)).toContain('40 rows such as "04/16/2024"');
});

it.each([
  ['days that follow each other', ['2024-01-03', '2024-01-04', '2024-01-05', '2024-01-08'], 0],
  ['a day above 12', ['2024-03-01', '2024-04-01', '2024-05-01', '2024-05-13'], 40],
  ['first days of months', ['2024-01-01', '2024-02-01'], 0],
  ['slips of the pen', ['2024-01-03', '2024-01-04', '2024-01-05'], 3],
])('%s do not', (_what, dates, slips) => {
  const stamps = Array.from({ length: slips }, () => '04/16/2024 09:15');
  expect(whyOf(dates, stamps)).toBeNull();
});
