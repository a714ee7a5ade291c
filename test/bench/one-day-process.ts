import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { barLines, barLinesAfter, indexCsv } from '../support/index-csv.ts';
import { shipped } from '../support/simulated-day.ts';
import { type BenchRatio, median } from './bench-ratio.ts';
import { buildBeside } from './build-beside.ts';

const ROUNDS = 9;
const YEAR_ROUNDS = 3;
const YEAR_DAYS = 246;

/**
 * `sauda --help`, and `sauda backtest` of one day and of a year, as processes of the built package, against a Node
 * process that does nothing.
 *
 * @throws {RangeError} when the program did not end well
 */
export async function oneDayProcessBench(): Promise<readonly BenchRatio[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-bench-'));
  try {
    const program = await buildBeside(directory);
    const prices = join(directory, 'nifty.csv');
    const empty = join(directory, 'empty.mjs');
    writeFileSync(prices, indexCsv(barLines('2024-01-02')));
    writeFileSync(empty, '');
    const ratios: number[] = [];
    const helps: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const emptyMs = processMs([empty]);
      const strategy = shipped('short-straddle.yaml');
      ratios.push(processMs([program, 'backtest', strategy, '--prices', prices]) / emptyMs);
      helps.push(processMs([program, '--help']) / emptyMs);
    }
    writeFileSync(prices, indexCsv(barLinesAfter('2024-01-01', YEAR_DAYS)));
    const years: number[] = [];
    const yearsWithBand: number[] = [];
    for (let round = 0; round < YEAR_ROUNDS; round += 1) {
      const emptyMs = processMs([empty]);
      const asked = [program, 'backtest', shipped('short-straddle.ts'), '--prices', prices];
      years.push(processMs([...asked, '--no-iv-band']) / emptyMs);
      yearsWithBand.push(processMs(asked) / emptyMs);
    }
    const against = 'the built package as a process, against an empty Node process';
    // The first round fills the file cache and that of compiled code.
    const [one, help] = [median(ratios.slice(1)), median(helps.slice(1))];
    const year = 'sauda backtest of a year of the straddle';
    return [
      { name: `sauda --help, ${against}`, ratio: help, must: 3, aim: 2 },
      { name: `sauda backtest of one day, ${against}`, ratio: one, must: 5, aim: 3 },
      {
        name: `${year}, run once, --no-iv-band, ${against}`,
        ratio: median(years),
        must: 25,
        aim: 15,
      },
      {
        name: `${year}, run three times, with the band of volatility, ${against}`,
        ratio: median(yearsWithBand),
        must: 75,
        aim: 45,
      },
    ];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function processMs(args: readonly string[]): number {
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const tookMs = performance.now() - startMs;
  if (status !== 0) throw new RangeError(`Ended with ${String(status)}: ${stderr}`);
  return tookMs;
}
