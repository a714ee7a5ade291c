import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { type BenchRatio, isWithin } from './bench-ratio.ts';
import { decisionToBytesBench } from './decision-to-bytes.ts';
import { keyedDispatchBench } from './keyed-dispatch.ts';
import { marketBench } from './market.ts';
import { millionBarsBench } from './million-bars.ts';
import { oneDayProcessBench } from './one-day-process.ts';
import { ordersPollBench } from './orders-poll.ts';
import { pollMemoryBench } from './poll-memory.ts';
import { replayBench } from './replay.ts';
import { simulatedDaysBench } from './simulated-days.ts';
import { sweepBench } from './sweep.ts';
import { intentToBytesBench } from './intent-to-bytes.ts';
import { virtualTimersBench } from './virtual-timers.ts';

type Bench = () => readonly BenchRatio[] | Promise<readonly BenchRatio[]>;

const BENCHES: Readonly<Record<string, Bench>> = {
  'orders-poll': ordersPollBench,
  'decision-to-bytes': decisionToBytesBench,
  'keyed-dispatch': keyedDispatchBench,
  market: marketBench,
  'poll-memory': pollMemoryBench,
  'intent-to-bytes': intentToBytesBench,
  'simulated-days': simulatedDaysBench,
  replay: replayBench,
  'million-bars': millionBarsBench,
  'virtual-timers': virtualTimersBench,
  'one-day-process': oneDayProcessBench,
  sweep: sweepBench,
};

/**
 * Prints every figure beside its bounds: a ratio, or what its name begins with; ends with 1 when one that must hold does not. Each bench runs in a process of
 * its own, so that none is measured on code that another one has made the compiler doubt. `npm run bench -- NAME` runs one.
 */
const [name, isChild] = process.argv.slice(2);
if (name !== undefined && isChild === 'child') {
  process.stdout.write(JSON.stringify(await BENCHES[name]?.()));
  process.exit(0);
}
let missed = 0;
process.stdout.write(`${'ratio'.padStart(8)}${'must'.padStart(8)}${'aim'.padStart(8)}  what\n`);
for (const each of name === undefined ? Object.keys(BENCHES) : [name]) {
  const file = fileURLToPath(import.meta.url);
  const args = ['--expose-gc', file, each, 'child'];
  const printed = execFileSync(process.execPath, args, { encoding: 'utf8' });
  for (const measured of JSON.parse(printed) as readonly BenchRatio[]) missed += show(measured);
}
process.exit(missed === 0 ? 0 : 1);

/** Prints one ratio; 1 when it is out of bounds. */
function show(measured: BenchRatio): number {
  const { must, aim } = measured;
  const bound = aim < must ? '<=' : '>=';
  const verdict = isWithin(measured, aim) ? 'aim' : isWithin(measured, must) ? 'must' : 'MISSED';
  const cells = [measured.ratio.toFixed(3), `${bound}${String(must)}`, `${bound}${String(aim)}`];
  const row = cells.map((cell) => cell.padStart(8)).join('');
  process.stdout.write(`${row}  ${measured.name}: ${verdict}\n`);
  return verdict === 'MISSED' ? 1 : 0;
}
