import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { keepCompiled } from '../../src/apps/cli/keep-compiled.ts';
import { sweep } from '../../src/research/sweep/sweep.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';
import { type BenchRatio, median } from './bench-ratio.ts';

/** A year: what a thread costs to get warm is paid once, by each. */
const DAYS = 250;
const STOPS = Array.from({ length: 24 }, (_, step) => String(10 + 2 * step));
const ROUNDS = 3;
/** The work of one thread; less would measure how threads start. */
const WORK_MS_MIN = 1_000;

/** How many times faster two threads are than one, over the same variants; nothing is kept. */
export async function sweepBench(): Promise<readonly BenchRatio[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-bench-'));
  try {
    const path = join(directory, 'nifty.csv');
    writeFileSync(path, indexCsv(daysOfPrices()));
    // As the command line does.
    process.env['XDG_CACHE_HOME'] = directory;
    keepCompiled(process.env);
    const [strategy] = await loadAll([shipped('short-straddle.ts')]);
    if (strategy === undefined) throw new TypeError('The strategy was loaded');
    const elapsedMs = async (workers: number): Promise<number> => {
      const startedMs = performance.now();
      valueOf(
        await sweep({
          strategy,
          params: [{ name: 'stopPercent', atoms: STOPS }],
          method: { kind: 'grid' },
          split: { kind: 'none' },
          rank: 'sharpe',
          seed: 'bench',
          backtest: { prices: { files: [path] }, seed: 'bench' },
          workers,
          cacheDirectory: null,
        }),
      );
      return performance.now() - startedMs;
    };
    // The first one compiles.
    await elapsedMs(2);
    const ratios: number[] = [];
    let leastMs = Infinity;
    for (let round = 0; round < ROUNDS; round += 1) {
      const oneMs = await elapsedMs(1);
      leastMs = Math.min(leastMs, oneMs);
      ratios.push(oneMs / (await elapsedMs(2)));
    }
    const work = `${(leastMs / 1_000).toFixed(1)} s of work`;
    const enough = leastMs >= WORK_MS_MIN ? '' : ', too little to tell';
    const name = `a sweep on 2 threads against one, ${work}${enough}, median of ${String(ROUNDS)}`;
    return [{ name, ratio: median(ratios), must: 1.7, aim: 1.9 }];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function daysOfPrices(): readonly string[] {
  const { calendar } = loadMarketKnowledge();
  const lines: string[] = [];
  for (let date = '2024-01-01', day = 0; day < DAYS; day += 1) {
    date = calendar.nextTradingDay(date);
    lines.push(...barLines(date));
  }
  return lines;
}
