import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BenchRatio, median } from './bench-ratio.ts';
import { type MeasuredPasses } from './measure-passes.ts';
import { PASSES } from './walked-bars.ts';

/** Of the floor, which is short. */
const ROUNDS = 3;

/**
 * A hundred thousand minute bars, a cross of moving averages and 20 timers: the engine with its fills and its log of orders,
 * against the bare loop. Each in processes of its own, for the memory.
 *
 * @throws {RangeError} when the two did not decide alike
 */
export function millionBarsBench(): readonly BenchRatio[] {
  const { bare, engine } = measureBoth();
  const bareMs = median(bare.map(({ passMs }) => passMs));
  const bareBytes = median(bare.map(({ peakBytes }) => peakBytes));
  const [{ crosses } = { crosses: NaN }] = bare;
  if (engine.crosses !== crosses || engine.fills === 0) {
    throw new RangeError(`${String(engine.crosses)} crosses where there are ${String(crosses)}`);
  }
  const times = `${(engine.passMs / 1_000).toFixed(2)} s, ${String(engine.fills)} fills`;
  return [
    {
      name: `bare RxJS loop / backtest of a cross of averages on 100,000 minute bars (${times})`,
      ratio: bareMs / engine.passMs,
      must: 0.08,
      aim: 0.3,
    },
    {
      name: 'peak memory of that backtest, against the bare loop',
      ratio: engine.peakBytes / bareBytes,
      must: 2,
      aim: 1.2,
    },
  ];
}

/** Compiled code is kept from one process to the next, as the command line keeps it. */
function measureBoth(): {
  readonly bare: readonly MeasuredPasses[];
  readonly engine: MeasuredPasses;
} {
  const compiled = mkdtempSync(join(tmpdir(), 'sauda-bench-'));
  const measure = (which: 'bare' | 'engine', passes = PASSES): MeasuredPasses => {
    const program = join(import.meta.dirname, `${which}-process.ts`);
    const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
    const args = [program, String(passes)];
    return JSON.parse(
      execFileSync(process.execPath, args, { encoding: 'utf8', env }),
    ) as MeasuredPasses;
  };
  try {
    measure('bare', 0);
    measure('engine', 0);
    return {
      bare: Array.from({ length: ROUNDS }, () => measure('bare')),
      engine: measure('engine'),
    };
  } finally {
    rmSync(compiled, { recursive: true });
  }
}
