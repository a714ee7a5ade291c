import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { backtest } from '../../src/backtest/backtest.ts';
import { type BacktestDay } from '../../src/results/backtest-result.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, valueOf } from '../support/simulated-day.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-limit-days-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

let files = 0;

/** One backtested day of a strategy, over an index that moves by a percentage from the open to the close. */
async function dayOf(date: string, percent: number, yaml: string): Promise<BacktestDay> {
  files += 1;
  const name = join(directory, `nifty-${String(files)}`);
  const bars = barLines(date).map((line, minute) => {
    const [stamp = ''] = line.split(',');
    const level = (22_400 * (1 + (percent * minute) / 37_500)).toFixed(2);
    return [stamp, level, level, level, level].join(',');
  });
  writeFileSync(`${name}.csv`, indexCsv(bars));
  writeFileSync(`${name}.yaml`, `name: s\nschemaVersion: 1\nunderlying: NIFTY\n${yaml}`);
  const strategies = await loadAll([`${name}.yaml`]);
  const { days } = valueOf(await backtest({ prices: { files: [`${name}.csv`] }, strategies }));
  const [day] = days;
  if (day === undefined) expect.fail('No day was run');
  return day;
}

const BUYER = 'entry: 10:00\nexit: 15:10\nlegs: { ce: { side: buy, type: CE, strike: ATM } }\n';

describe('a day on which a limit worked', () => {
  it.each(['dayLoss', 'weekLoss', 'drawdown'])('is no day with problems: %s', async (limit) => {
    const day = await dayOf('2024-03-04', -1, `${BUYER}protections: { ${limit}: 500 rupees }\n`);
    expect(day.notes?.map(({ kind, code }) => [kind, code])).toEqual([
      ['limit', 'entries-locked'],
      ['limit', 'square-off-started'],
    ]);
    expect(day).toMatchObject({ status: 'ok', trades: 1 });
    expect(day.reason).toBeUndefined();
  });
});

describe('a rule that enters again on a day that a limit has locked', () => {
  it('is refused, and the day is no day with problems', async () => {
    const again = '{ when: { every: 30m, from: 10:00, to: 14:30 }, then: [{ enter: all }] }';
    const rules = `rules: [${again}]\n`;
    const yaml = `exit: 15:10\nlegs: { ce: { side: buy, type: CE, strike: ATM } }\n${rules}`;
    const day = await dayOf('2024-03-04', -1, `${yaml}protections: { dayLoss: 500 rupees }\n`);
    expect(day.notes?.map(({ code }) => code)).toContain('refused');
    expect(new Set(day.notes?.map(({ kind }) => kind))).toEqual(new Set(['limit']));
    expect(day.status).toBe('ok');
  });
});

describe('a bought option that no one bids for at its expiry', () => {
  it('is no problem of the day once it has expired worthless', async () => {
    const yaml = 'entry: 10:00\nexit: 15:10\nlegs: { ce: { side: buy, type: CE, strike: OTM8 } }\n';
    const day = await dayOf('2024-03-07', -1, yaml);
    expect(day.notes?.map(({ kind, code }) => [kind, code])).toEqual([
      ['warning', 'not-flat'],
      ['warning', 'held-at-close'],
      ['warning', 'not-squared-off-at-close'],
    ]);
    expect(day.status).toBe('ok');
  });
});
