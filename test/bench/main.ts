import { type BenchRatio, isWithin } from './bench-ratio.ts';
import { decisionToBytesBench } from './decision-to-bytes.ts';
import { keyedDispatchBench } from './keyed-dispatch.ts';
import { marketBench } from './market.ts';
import { ordersPollBench } from './orders-poll.ts';
import { pollMemoryBench } from './poll-memory.ts';

/** Prints every ratio beside its bounds; ends with 1 when one that must hold does not. */
const BENCHES: readonly (() => readonly BenchRatio[] | Promise<readonly BenchRatio[]>)[] = [
  ordersPollBench,
  decisionToBytesBench,
  keyedDispatchBench,
  marketBench,
  pollMemoryBench,
];

let missed = 0;
process.stdout.write(`${'ratio'.padStart(8)}${'must'.padStart(8)}${'aim'.padStart(8)}  what\n`);
for (const bench of BENCHES) {
  for (const measured of await bench()) {
    const { name, ratio, must, aim } = measured;
    const bound = aim < must ? '<=' : '>=';
    const verdict = isWithin(measured, aim) ? 'aim' : isWithin(measured, must) ? 'must' : 'MISSED';
    if (verdict === 'MISSED') missed += 1;
    const cells = [ratio.toFixed(3), `${bound}${String(must)}`, `${bound}${String(aim)}`];
    const row = cells.map((cell) => cell.padStart(8)).join('');
    process.stdout.write(`${row}  ${name}: ${verdict}\n`);
  }
}
process.exit(missed === 0 ? 0 : 1);
