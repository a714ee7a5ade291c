import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { backtest } from '../../src/backtest/backtest.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';
import { type BenchRatio, median } from './bench-ratio.ts';
import { cpuMs } from './cpu-ms.ts';

const DAYS = 120;
const PASSES = 6;

/** CPU of one day of a backtest, once the code is warm. */
export async function backtestDaysBench(): Promise<readonly BenchRatio[]> {
  const name = `ms of CPU for a backtest day of the short straddle (375 bars, modelled premiums, stops), mean of ${String(DAYS)}`;
  return [{ name, ratio: await backtestDayMs(), must: 4, aim: 1.5 }];
}

async function backtestDayMs(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-bench-'));
  try {
    const { calendar } = loadMarketKnowledge();
    const lines: string[] = [];
    for (let date = '2024-01-01', day = 0; day < DAYS; day += 1) {
      date = calendar.nextTradingDay(date);
      lines.push(...barLines(date));
    }
    const pricesPath = join(directory, 'nifty.csv');
    writeFileSync(pricesPath, indexCsv(lines));
    const strategies = await loadAll([shipped('short-straddle.ts')]);
    const options = { strategies, prices: { files: [pricesPath] } };
    const passesMs: number[] = [];
    for (let pass = 0; pass < PASSES; pass += 1) {
      passesMs.push(await cpuMs(async () => valueOf(await backtest(options))));
    }
    // The first pass warms the compiler up.
    return median(passesMs.slice(1)) / DAYS;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
