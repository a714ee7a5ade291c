import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ignoreElements, merge } from 'rxjs';
import { afterAll, describe, expect, it } from 'vitest';

import { backtest, type BacktestOptions } from '../../src/backtest/backtest.ts';
import { defineStrategy } from '../../src/index.ts';
import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { barLines, indexCsv, minuteOf } from '../support/index-csv.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-backtest-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

function priceFile(name: string, lines: readonly string[]): string {
  const path = join(directory, name);
  writeFileSync(path, indexCsv(lines));
  return path;
}

async function run(path: string, options: Partial<BacktestOptions> = {}): Promise<BacktestResult> {
  const strategies = await loadAll([shipped('short-straddle.yaml')]);
  return valueOf(await backtest({ strategies, prices: { files: [path] }, ...options }));
}

async function refusalOf(
  options: Partial<BacktestOptions> & Pick<BacktestOptions, 'prices'>,
): Promise<string> {
  const strategies = await loadAll([shipped('short-straddle.yaml')]);
  const result = await backtest({ strategies, ...options });
  return result.ok ? 'not refused' : (result.error[0]?.message ?? '');
}

describe('a backtest over a file with every kind of odd day', async () => {
  const gap = barLines('2024-03-01').filter(
    (line) => minuteOf(line) < '11:00' || minuteOf(line) > '11:09',
  );
  const malformed = barLines('2024-03-05').map((line, row) =>
    row === 100 ? line.replace(/,/, ',x') : line,
  );
  const overtime = barLines('2024-03-06').flatMap((line) =>
    minuteOf(line) === '15:29' ? [line, line.replace('T15:29', 'T16:05')] : [line],
  );
  const holiday = barLines('2024-03-07').map((line) => line.replace('2024-03-07', '2024-03-08'));
  const path = priceFile('nifty-odd.csv', [
    ...barLines('2024-02-29'),
    ...gap,
    ...barLines('2024-03-02'),
    ...malformed,
    ...overtime,
    ...barLines('2024-03-07'),
    ...holiday,
    ...barLines('2024-03-11'),
  ]);
  const result = await run(path);
  const day = (date: string): BacktestResult['days'][number] | undefined =>
    result.days.find((candidate) => candidate.date === date);

  it('reports every date from first to last that is a trading day or has rows', () => {
    expect(result.days.map(({ date }) => date.slice(5))).toEqual([
      '02-29',
      '03-01',
      '03-02',
      '03-04',
      '03-05',
      '03-06',
      '03-07',
      '03-08',
      '03-11',
    ]);
  });

  it.each([
    ['2024-02-29', 'ok', undefined],
    [
      '2024-03-01',
      'ran-with-problems',
      /10 minutes without a row: found none from 11:00:00 to 11:10:00/,
    ],
    ['2024-03-04', 'missing', /no row/],
    ['2024-03-05', 'ran-with-problems', /line \d+: /],
    ['2024-03-06', 'ran-with-problems', /outside the sessions: found 1 row from 16:05:00/],
    ['2024-03-07', 'ok', undefined],
    ['2024-03-08', 'skipped', /Market was closed/],
  ])('gives %s the status %s', (date, status, reason) => {
    expect(day(date)?.status).toBe(status);
    expect(day(date)?.reason ?? '').toMatch(reason ?? /^$/);
    const codes = day(date)?.notes?.map(({ code }) => code) ?? [];
    expect(codes.includes('prices-doubtful')).toBe(status === 'ran-with-problems');
  });

  it('trades a split Saturday and is flat before its last session ends', () => {
    expect(day('2024-03-02')).toMatchObject({ bars: 105, trades: 2 });
    expect(day('2024-03-02')?.reason ?? '').not.toMatch(/Left open/);
  });

  it('does not trade where there is no data', () => {
    expect(day('2024-03-04')).toMatchObject({ orders: 0, trades: 0, netPaise: 0 });
    expect(day('2024-03-08')).toMatchObject({ orders: 0, trades: 0, netPaise: 0 });
  });

  it('adds the days up', () => {
    const sum = (of: (day: BacktestResult['days'][number]) => number): number =>
      result.days.reduce((total, one) => total + of(one), 0);
    expect(result.totals).toMatchObject({
      days: 9,
      daysRun: 7,
      daysSkipped: 2,
      trades: sum(({ trades }) => trades),
      netPaise: sum(({ grossPaise, costsPaise }) => grossPaise - costsPaise),
    });
    expect(result.totals.trades).toBe(14);
  });

  it('says what was assumed', () => {
    expect(result.assumptions.join('\n')).toMatch(/Black-76/);
    expect(result.assumptions.join('\n')).toMatch(
      /one that had seen more fills at the worst of the minute/,
    );
    expect(result.assumptions.join('\n')).toMatch(
      /fills at its own limit once the other side’s best price has gone beyond it/,
    );
  });
});

describe('a backtest', () => {
  const path = priceFile('nifty.csv', [...barLines('2024-03-05'), ...barLines('2024-03-06')]);

  it('gives the same result and the same command log, byte for byte, when run again', async () => {
    const [first, second] = [join(directory, 'a.log'), join(directory, 'b.log')];
    const results = [await run(path, { logPath: first }), await run(path, { logPath: second })];
    expect(results[1]).toEqual(results[0]);
    expect(readFileSync(first, 'utf8').split('\n').length).toBeGreaterThan(6);
    expect(readFileSync(second)).toEqual(readFileSync(first));
  });

  it('emits the same commands for the YAML straddle and the TypeScript one', async () => {
    const yaml = await run(path);
    const typescript = await run(path, {
      strategies: await loadAll([shipped('short-straddle.ts')]),
    });
    expect(typescript.days).toEqual(yaml.days);
  });

  it('takes a part of the file', async () => {
    const part = await run(path, { from: '2024-03-06', to: '2024-03-31' });
    expect(part.days.map(({ date }) => date)).toEqual(['2024-03-06']);
  });

  it('counts the problems of the dates that are asked for', async () => {
    const holed = [...barLines('2024-03-05').slice(1), ...barLines('2024-03-06')];
    const file = priceFile('nifty-holed.csv', holed);
    expect((await run(file, { to: '2024-03-05' })).problemCounts).toEqual({ gap: 1 });
    const sound = await run(file, { from: '2024-03-06' });
    expect(sound).toMatchObject({ problemCounts: {}, problems: [] });
  });

  it('returns what is done when it is ended', async () => {
    const ending = new AbortController();
    const part = await run(path, {
      signal: ending.signal,
      onProgress: ({ done }) => {
        if (done === 1) ending.abort();
      },
    });
    expect(part.days).toHaveLength(1);
    expect(part.assumptions[0]).toBe('Stopped early: 1 day not run');
  });

  it('tells what the data holds when no day of it is asked for', async () => {
    const refused = await refusalOf({ prices: { files: [path] }, from: '2026-01-01' });
    expect(refused).toMatch(/: the data holds 2024-03-05 to 2024-03-06$/);
  });

  it('refuses a first day after the last', async () => {
    const refused = await refusalOf({
      prices: { files: [path] },
      from: '2024-03-06',
      to: '2024-03-05',
    });
    expect(refused).toBe('The first day, 2024-03-06, comes after the last, 2024-03-05');
  });

  it('warns once a day of a strategy that watches what nobody knows', async () => {
    const hopeful = defineStrategy({
      name: 'hopeful',
      run: ({ chain }) =>
        merge(chain('NIFTTY'), chain('NIFTTY', { quotedStrikes: 2 })).pipe(ignoreElements()),
    });
    const { days } = await run(path, { strategies: await loadAll([hopeful]) });
    const reason = 'Nothing is known of "NIFTTY" (did you mean "NIFTY"?): known are NIFTY';
    expect(days).toMatchObject([{ reason }, { reason }]);
  });

  it.each(['short-straddle.yaml', 'short-straddle.ts'])(
    'refuses the prices of another underlying before any day: %s',
    async (file) => {
      const strategies = await loadAll([shipped(file)]);
      const message = await refusalOf({
        prices: { files: [priceFile('x.csv', barLines('2024-03-05'))], underlying: 'BANKNIFTY' },
        strategies,
      });
      expect(message).toMatch(/trades NIFTY, and the prices are those of BANKNIFTY$/);
    },
  );

  it.each([
    ['empty-nifty.csv', [], /only a header/],
    ['words-nifty.csv', ['not,a,row'], /./],
  ])('explains a file without a day: %s', async (name, lines, message) => {
    expect(await refusalOf({ prices: { files: [priceFile(name, lines)] } })).toMatch(message);
  });
});
