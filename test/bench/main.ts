import { fork } from 'node:child_process';

import { NURSERY } from '../support/nursery.ts';
import { backtestDaysBench } from './backtest-days.ts';
import { type BenchRatio, isWithin } from './bench-ratio.ts';
import { checkFilesBench } from './check-files.ts';
import { crashToTradingBench, standbyToTradingBench } from './crash-to-trading.ts';
import { daemonDesksBench } from './daemon-desks.ts';
import { decisionToBytesBench } from './decision-to-bytes.ts';
import { drillDaysBench } from './drill-days.ts';
import { journalSizeBench } from './journal-size.ts';
import { keyedDispatchBench } from './keyed-dispatch.ts';
import { liveStrategiesBench } from './live-strategies.ts';
import { marketBench } from './market.ts';
import { millionBarsBench } from './million-bars.ts';
import { oneDayProcessBench } from './one-day-process.ts';
import { ordersPollBench } from './orders-poll.ts';
import { pollMemoryBench } from './poll-memory.ts';
import { replayBench } from './replay.ts';
import { sweepBench } from './sweep.ts';
import { intentToBytesBench } from './intent-to-bytes.ts';
import { tracedDaysBench } from './traced-days.ts';
import { virtualTimersBench } from './virtual-timers.ts';

type Bench = () => readonly BenchRatio[] | Promise<readonly BenchRatio[]>;

const BENCHES: Readonly<Record<string, Bench>> = {
  'orders-poll': ordersPollBench,
  'decision-to-bytes': decisionToBytesBench,
  'keyed-dispatch': keyedDispatchBench,
  market: marketBench,
  'poll-memory': pollMemoryBench,
  'intent-to-bytes': intentToBytesBench,
  'drill-days': drillDaysBench,
  'backtest-days': backtestDaysBench,
  'traced-days': tracedDaysBench,
  'journal-size': journalSizeBench,
  replay: replayBench,
  'million-bars': millionBarsBench,
  'virtual-timers': virtualTimersBench,
  'one-day-process': oneDayProcessBench,
  sweep: sweepBench,
  'live-strategies': liveStrategiesBench,
  'daemon-desks': daemonDesksBench,
  'crash-to-trading': crashToTradingBench,
  'standby-to-trading': standbyToTradingBench,
  'check-files': checkFilesBench,
};

/** What the processes of some run with. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = { 'drill-days': [NURSERY] };

/**
 * Prints every figure beside its bounds: a ratio, or what its name begins with; ends with 1 when one that must hold does not. Each bench runs in a process of
 * its own, so that none is measured on code that another one has made the compiler doubt. `npm run bench -- NAME` runs one.
 */
const [name, isChild] = process.argv.slice(2);
if (name !== undefined && isChild === 'child') {
  const measured = await BENCHES[name]?.();
  process.send?.(measured, () => process.exit(0));
} else if (name !== undefined && !Object.hasOwn(BENCHES, name)) {
  process.stderr.write(`No bench "${name}"; there are ${Object.keys(BENCHES).join(', ')}\n`);
  process.exitCode = 2;
} else {
  process.stdout.write(`${'ratio'.padStart(8)}${'must'.padStart(8)}${'aim'.padStart(8)}  what\n`);
  const startedMs = performance.now();
  let missed = 0;
  for (const each of name === undefined ? Object.keys(BENCHES) : [name]) missed += await run(each);
  process.stdout.write(`${seconds(startedMs)} in all\n`);
  process.exitCode = missed === 0 ? 0 : 1;
}

/** Runs one bench and prints what it came to; gives how many of its ratios are out of bounds. */
async function run(bench: string): Promise<number> {
  const startedMs = performance.now();
  const { measured, ended } = await childOf(bench);
  if (measured === null) {
    process.stdout.write(`${''.padStart(24)}  ${bench} ended with ${ended}: MISSED\n`);
    return 1;
  }
  for (const ratio of measured) show(ratio);
  process.stdout.write(`${''.padStart(24)}  ${bench} took ${seconds(startedMs)}\n`);
  return measured.filter((ratio) => !isWithin(ratio, ratio.must)).length;
}

/**
 * What a bench's process says it measured. It is told by a message, so that nothing that the code under test prints, or
 * Node, can be taken for it; what is printed there goes to stderr.
 */
function childOf(
  bench: string,
): Promise<{ readonly measured: readonly BenchRatio[] | null; readonly ended: string }> {
  return new Promise((resolve) => {
    let measured: readonly BenchRatio[] | null = null;
    fork(import.meta.filename, [bench, 'child'], {
      execArgv: ['--expose-gc', ...(ARGUMENTS[bench] ?? [])],
      stdio: ['ignore', 2, 2, 'ipc'],
      serialization: 'advanced',
    })
      .on('message', (message) => {
        measured = message as readonly BenchRatio[];
      })
      .on('exit', (code, signal) => {
        resolve({ measured, ended: signal ?? `code ${String(code)}` });
      });
  });
}

/** Prints one ratio beside its bounds. */
function show(measured: BenchRatio): void {
  const { must, aim } = measured;
  const bound = aim < must ? '<=' : '>=';
  const verdict = isWithin(measured, aim) ? 'aim' : isWithin(measured, must) ? 'must' : 'MISSED';
  const cells = [measured.ratio.toFixed(3), `${bound}${String(must)}`, `${bound}${String(aim)}`];
  const row = cells.map((cell) => cell.padStart(8)).join('');
  process.stdout.write(`${row}  ${measured.name}: ${verdict}\n`);
}

function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1_000).toFixed(0)} s`;
}
