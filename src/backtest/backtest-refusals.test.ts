import { expect, it } from 'vitest';

import { readText } from '../../test/support/price-texts.ts';
import { loadMarketKnowledge } from '../settings/market/market-knowledge.ts';
import { noDays } from './backtest-refusals.ts';

const { calendar } = loadMarketKnowledge();

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
  const { error } = noDays(await readText(monthFirst(dates)), [], { calendar });
  expect(error).toMatchObject([{ file: 'nifty.csv' }]);
  expect(error[0]?.message).toContain(
    'No day to run in "nifty.csv": Dates look written with the month first',
  );
});

it('names the next trading day where the data has none of those asked for', async () => {
  const prices = await readText(monthFirst(['2024-03-28', '2024-04-01']));
  const { error } = noDays(prices, [], { calendar, from: '2024-03-30', to: '2024-03-31' });
  expect(error).toMatchObject([
    {
      message: 'No day to run in "nifty.csv": no trading day from 2024-03-30 to 2024-03-31',
      next: 'The next trading day is 2024-04-01',
    },
  ]);
});

it('names the first row that cannot be read where nothing says more', async () => {
  const { error } = noDays(await readText('timestamp,open,high,low,close\nx,1,1,1,1'), [], {
    calendar,
  });
  expect(error[0]?.message).toContain('Time cannot be read');
});
