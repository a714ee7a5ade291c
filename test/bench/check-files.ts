import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { invariant } from '../../src/base/invariant.ts';
import { planStrategy } from '../../src/loading/plan/plan-strategy.ts';
import { runTrial } from '../../src/loading/trial/run-trial.ts';
import { type BenchRatio } from './bench-ratio.ts';
import { cpuMs } from './cpu-ms.ts';

const DATE = '2026-10-30';
const FILES = 200;
const SHIPPED = [
  'afternoon-straddle',
  'iron-condor',
  'opening-range-breakout',
  'short-straddle',
] as const;

/** `sauda check` of 200 YAML files once it has started: reading, trying and planning each. Seconds of CPU. */
export async function checkFilesBench(): Promise<readonly BenchRatio[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-bench-'));
  try {
    const paths = Array.from({ length: FILES }, (_, number) => writeFile(directory, number));
    // The tables of the market are read at the start.
    await check(paths[0] ?? '');
    const ms = await cpuMs(async () => {
      for (const path of paths) await check(path);
    });
    const name = `s of CPU to check ${String(FILES)} YAML files`;
    return [{ name, ratio: ms / 1_000, must: 2, aim: 1 }];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function writeFile(directory: string, number: number): string {
  const shipped = SHIPPED[number % SHIPPED.length] ?? '';
  const text = readFileSync(new URL(`../../strategies/${shipped}.yaml`, import.meta.url), 'utf8');
  const path = join(directory, `${shipped}-${String(number)}.yaml`);
  writeFileSync(path, text.replace(/^name: .*/m, `name: s${String(number)}`));
  return path;
}

async function check(path: string): Promise<void> {
  const answer = await runTrial({ path, given: {}, date: DATE, mode: 'paper', calendar: null });
  invariant(answer.kind === 'tried', `Cannot check ${path}`);
  planStrategy(answer.outline, { engine: {}, calendar: null, date: DATE });
}
