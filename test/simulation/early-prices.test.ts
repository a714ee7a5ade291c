import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { backtest, type BacktestOptions } from '../../src/backtest/backtest.ts';
import { formatProblem } from '../../src/base/problem.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-early-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** A sound day, moved to another date. */
const movedTo = (date: string): readonly string[] =>
  barLines('2024-03-05').map((line) => line.replace('2024-03-05', date));

/** Before the tables begin: a trading day, Christmas, another. */
const early = ['2018-12-24', '2018-12-25', '2018-12-26'].flatMap(movedTo);
/** One of the first that they have, the day on which a weekly contract expires. */
const FIRST = '2019-01-03';

async function run(
  lines: readonly string[],
  options: Partial<BacktestOptions> = {},
): ReturnType<typeof backtest> {
  const path = join(directory, 'nifty.csv');
  writeFileSync(path, indexCsv(lines));
  const strategies = await loadAll([shipped('short-straddle.yaml')]);
  return backtest({ strategies, prices: { files: [path] }, ...options });
}

describe('prices from before the tables begin', () => {
  it('are left out with the reason, and the days after them run', async () => {
    const { days, problemCounts } = valueOf(await run([...early, ...movedTo(FIRST)]));
    const told = days.filter(({ date }) => date < '2019-01-01' || date === FIRST);
    const skipped = (date: string): object => ({
      date,
      status: 'skipped',
      trades: 0,
      reason: `Date is too early: found ${date}, allowed 2019-01-01 or later: before it the calendar is not known`,
    });
    expect(told).toMatchObject([
      skipped('2018-12-24'),
      skipped('2018-12-25'),
      skipped('2018-12-26'),
      { date: FIRST, status: 'ok', trades: 2 },
    ]);
    expect(days.filter(({ date }) => date < '2019-01-01')).toHaveLength(3);
    expect(problemCounts).toMatchObject({ 'too-early': 1 });
  });

  it('are refused where nothing is left, with the dates and what to do', async () => {
    const refused = await run(early);
    const said = refused.ok ? '' : refused.error.map(formatProblem).join('\n');
    expect(said).toContain('the data holds 2018-12-24 to 2018-12-26');
    expect(said).toContain('2019-01-01 or later: before it the calendar is not known');
    expect(said).toContain('Give prices from 2019-01-01 on');
  });

  it('are refused too where only they are asked for', async () => {
    const refused = await run([...early, ...movedTo(FIRST)], { to: '2018-12-31' });
    const said = refused.ok ? '' : refused.error.map(formatProblem).join('\n');
    expect(said).toContain('Say --from 2019-01-01 or later');
  });
});

describe('prices of an index from before its first contracts', () => {
  const path = join(directory, 'finnifty.yaml');
  const prices = join(directory, 'finnifty.csv');
  const text = readFileSync(shipped('short-straddle.yaml'), 'utf8');
  writeFileSync(path, text.replace('underlying: NIFTY', 'underlying: FINNIFTY'));

  async function ran(...dates: readonly string[]): ReturnType<typeof backtest> {
    writeFileSync(prices, indexCsv(dates.flatMap(movedTo)));
    return backtest({ strategies: await loadAll([path]), prices: { files: [prices] } });
  }

  it('are left out with the reason, and count in no figure', async () => {
    const { days, totals } = valueOf(await ran('2021-01-08', '2021-01-11'));
    expect(days).toMatchObject([
      {
        date: '2021-01-08',
        status: 'skipped',
        reason: 'No contract of FINNIFTY is listed yet on this day',
      },
      { date: '2021-01-11', status: 'ok', trades: 2 },
    ]);
    expect(totals.daysRun).toBe(1);
  });

  it('are refused where nothing is left', async () => {
    const refused = await ran('2021-01-08');
    const said = refused.ok ? '' : refused.error.map(formatProblem).join('\n');
    expect(said).toContain('all dates are without prices or contracts, or closed');
    expect(said).toContain('No contract of FINNIFTY is listed yet');
  });
});
