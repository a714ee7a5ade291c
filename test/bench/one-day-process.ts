import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';

import { barLines, indexCsv } from '../support/index-csv.ts';
import { shipped } from '../support/simulated-day.ts';
import { type BenchRatio, median } from './bench-ratio.ts';

const ROUNDS = 9;
const PROGRAM = resolve(import.meta.dirname, '../../src/apps/cli/main.ts');

/**
 * `sauda backtest` on one day, from the start of its process to the end, against a Node process that does nothing.
 *
 * @throws {RangeError} when the program did not end well
 */
export function oneDayProcessBench(): readonly BenchRatio[] {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-bench-'));
  try {
    const prices = join(directory, 'nifty.csv');
    const empty = join(directory, 'empty.mjs');
    writeFileSync(prices, indexCsv(barLines('2024-01-02')));
    writeFileSync(empty, '');
    const ratios: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const emptyMs = processMs([empty]);
      const strategy = shipped('short-straddle.yaml');
      ratios.push(processMs([PROGRAM, 'backtest', strategy, '--prices', prices]) / emptyMs);
    }
    const name = 'sauda backtest of one day, whole process, against an empty Node process';
    // The first round fills the file cache.
    return [{ name, ratio: median(ratios.slice(1)), must: 8, aim: 6 }];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function processMs(args: readonly string[]): number {
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new RangeError(`Ended with ${String(status)}: ${stderr}`);
  return performance.now() - startMs;
}
