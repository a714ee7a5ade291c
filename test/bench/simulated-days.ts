import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { backtest } from '../../src/runtime/backtest/backtest.ts';
import { drill } from '../../src/runtime/drill/drill.ts';
import { drillStrategies } from '../../src/runtime/drill/drill-strategies.ts';
import { loadMarketKnowledge } from '../../src/runtime/market-knowledge.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';
import { type BenchRatio, median } from './bench-ratio.ts';

const BACKTEST_DAYS = 120;
const DRILL_DAYS = 60;
const BACKTEST_PASSES = 6;
/** So many until the code is as fast as in a long soak. */
const DRILL_DAYS_BEFORE = 180;

/** CPU of one simulated day, once the code is warm: of a drill with faults, and of a backtest. */
export async function simulatedDaysBench(): Promise<readonly BenchRatio[]> {
  return [
    {
      name: `ms of CPU for a drill day with faults, polls of 1 s, mean of ${String(DRILL_DAYS)}`,
      ratio: await drillDayMs(),
      must: 60,
      aim: 30,
    },
    {
      name: `ms of CPU for a backtest day of the short straddle (375 bars, modelled premiums, stops), mean of ${String(BACKTEST_DAYS)}`,
      ratio: await backtestDayMs(),
      must: 4,
      aim: 1.5,
    },
  ];
}

async function drillDayMs(): Promise<number> {
  const strategiesOf = valueOf(await drillStrategies());
  const options = {
    knowledge: loadMarketKnowledge(),
    strategiesOf,
    mode: 'live',
    drillMode: 'safety',
    faults: null,
    isShrinking: false,
  } as const;
  await drill({ ...options, from: 201, to: 200 + DRILL_DAYS_BEFORE });
  const to = 100 + DRILL_DAYS;
  return (await cpuMs(() => drill({ ...options, from: 101, to }))) / DRILL_DAYS;
}

async function backtestDayMs(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-bench-'));
  try {
    const { calendar } = loadMarketKnowledge();
    const lines: string[] = [];
    for (let date = '2024-01-01', day = 0; day < BACKTEST_DAYS; day += 1) {
      date = calendar.nextTradingDay(date);
      lines.push(...barLines(date));
    }
    const pricesPath = join(directory, 'nifty.csv');
    writeFileSync(pricesPath, indexCsv(lines));
    const strategies = await loadAll([shipped('short-straddle.ts')]);
    const options = { strategies, prices: { files: [pricesPath] } };
    const passesMs: number[] = [];
    for (let pass = 0; pass < BACKTEST_PASSES; pass += 1) {
      passesMs.push(await cpuMs(async () => valueOf(await backtest(options))));
    }
    // The first pass warms the compiler up.
    return median(passesMs.slice(1)) / BACKTEST_DAYS;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
