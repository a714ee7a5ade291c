import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

import { buildProgram } from '../support/build.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { shipped } from '../support/simulated-day.ts';
import { type BenchRatio, median } from './bench-ratio.ts';

const ROUNDS = 9;
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/**
 * `sauda backtest` of the built package on one day, from the start of its process to the end, against a Node process that
 * does nothing.
 *
 * @throws {RangeError} when the program did not end well
 */
export async function oneDayProcessBench(): Promise<readonly BenchRatio[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-bench-'));
  try {
    const built = join(directory, 'sauda');
    await buildProgram(built);
    symlinkSync(MODULES, join(directory, 'node_modules'));
    const program = join(built, 'src/apps/cli/main.js');
    const prices = join(directory, 'nifty.csv');
    const empty = join(directory, 'empty.mjs');
    writeFileSync(prices, indexCsv(barLines('2024-01-02')));
    writeFileSync(empty, '');
    const ratios: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const emptyMs = processMs([empty]);
      const strategy = shipped('short-straddle.yaml');
      ratios.push(processMs([program, 'backtest', strategy, '--prices', prices]) / emptyMs);
    }
    const name =
      'sauda backtest of one day, the built package as a process, against an empty Node process';
    // The first round fills the file cache and that of compiled code.
    return [{ name, ratio: median(ratios.slice(1)), must: 8, aim: 6 }];
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
