import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { keepCompiled } from '../../src/apps/cli/keep-compiled.ts';
import { sweep } from '../../src/research/sweep/sweep.ts';
import { barLinesAfter, indexCsv } from '../support/index-csv.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';
import { type BenchRatio, median } from './bench-ratio.ts';
import { cpuMs } from './cpu-ms.ts';

/** A year: what a thread costs to get warm is paid once, by each. */
const DAYS = 250;
const STOPS = Array.from({ length: 24 }, (_, step) => String(10 + 2 * step));
/** Of the sweep whose CPU is measured. */
const DAYS_SWEPT = 156;
const ROUNDS = 3;
/** The work of one thread; less would measure how threads start. */
const WORK_MS_MIN = 1_000;

/** How many times faster two threads are than one, over the same variants, and how many of these a CPU second runs; nothing is kept. */
export async function sweepBench(): Promise<readonly BenchRatio[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-bench-'));
  try {
    const path = join(directory, 'nifty.csv');
    const fewer = join(directory, 'nifty-fewer.csv');
    writeFileSync(path, indexCsv(barLinesAfter('2024-01-01', DAYS)));
    writeFileSync(fewer, indexCsv(barLinesAfter('2024-01-01', DAYS_SWEPT)));
    // As the command line does.
    process.env['XDG_CACHE_HOME'] = directory;
    keepCompiled(process.env);
    const [strategy] = await loadAll([shipped('short-straddle.ts')]);
    if (strategy === undefined) throw new TypeError('The strategy was loaded');
    const elapsedMs = async (workers: number, prices = path): Promise<number> => {
      const startedMs = performance.now();
      valueOf(
        await sweep({
          strategy,
          params: [{ name: 'stopPercent', atoms: STOPS }],
          method: { kind: 'grid' },
          split: { kind: 'none' },
          rank: 'sharpe',
          seed: 'bench',
          backtest: { prices: { files: [prices] }, seed: 'bench' },
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
    const sweptS = (await cpuMs(() => elapsedMs(2, fewer))) / 1_000;
    const work = `${(leastMs / 1_000).toFixed(1)} s of work`;
    const enough = leastMs >= WORK_MS_MIN ? '' : ', too little to tell';
    const name = `a sweep on 2 threads against one, ${work}${enough}, median of ${String(ROUNDS)}`;
    const points = STOPS.length / sweptS;
    const swept = `${String(STOPS.length)} points x ${String(DAYS_SWEPT)} days on 2 threads`;
    return [
      { name, ratio: median(ratios), must: 1.7, aim: 1.9 },
      { name: `points of a sweep per CPU second, ${swept}`, ratio: points, must: 3, aim: 6 },
    ];
  } finally {
    rmSync(directory, { recursive: true });
  }
}
