import { expect, it } from 'vitest';

import { readText } from '../../test/support/price-texts.ts';
import { noDays } from './backtest-refusals.ts';

function monthFirst(dates: readonly string[]): string {
  const rows = dates.flatMap((date) =>
    Array.from(
      { length: 30 },
      (_, minute) => `${date} 09:${String(15 + minute)},22000,22002,21999,22001`,
    ),
  );
  return ['timestamp,open,high,low,close', ...rows].join('\n');
}

it.each([
  ['no date can be read', ['01/15/2024', '01/16/2024', '01/17/2024']],
  // 4, 5 and 15 January; the first two are read as 1 April and 1 May.
  ['a few are read as others', ['01/04/2024', '01/05/2024', '01/15/2024']],
])('names the month that comes first where %s', async (_what, dates) => {
  const { error } = noDays(await readText(monthFirst(dates)), [], '2024-01-01');
  expect(error).toMatchObject([{ file: 'nifty.csv' }]);
  expect(error[0]?.message).toContain(
    'No day to run in "nifty.csv": Dates look written with the month first',
  );
});

it('names the first row that cannot be read where nothing says more', async () => {
  const { error } = noDays(
    await readText('timestamp,open,high,low,close\nx,1,1,1,1'),
    [],
    '2024-01-01',
  );
  expect(error[0]?.message).toContain('Time cannot be read');
});
