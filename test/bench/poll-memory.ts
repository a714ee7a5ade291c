import { OrdersPollReader } from '../../src/adapters/platform/orders/poll-reader.ts';
import { createOrderReader } from '../../src/adapters/platform/orders/read-order.ts';
import { sampleRecord } from '../../src/adapters/platform/orders/testing/sample-record.ts';
import { Engine } from '../../src/engine/engine.ts';
import { loadProfile } from '../../src/settings/profile.ts';
import { aCalendar, aRun, at } from '../support/engine-rig.ts';
import { type BenchRatio } from './bench-ratio.ts';

const ORDERS = 200;
const POLLS = 10_000;
const SETTLED_AFTER = 2_000;

/**
 * Heap after 10,000 polls against the heap after 2,000: the reader of the polls and the engine that folds them, with one
 * record in a hundred changed by every poll.
 *
 * @throws {RangeError} without `--expose-gc`
 */
export function pollMemoryBench(): readonly BenchRatio[] {
  const { gc } = globalThis;
  if (gc === undefined) throw new RangeError('Run node with --expose-gc');
  const reader = new OrdersPollReader(createOrderReader(loadProfile('openbroker')));
  const engine = new Engine({
    mode: 'paper',
    account: 'default',
    brokerId: 'broker',
    calendar: aCalendar(),
  });
  let atMs = at('09:15');
  engine.step({ kind: 'run-started', atMs, run: aRun() });
  const versions = Array.from({ length: ORDERS }, () => 0);
  const heapBytes: number[] = [];
  for (let poll = 1; poll <= POLLS; poll += 1) {
    const changed = poll % ORDERS;
    versions[changed] = (versions[changed] ?? 0) + 1;
    const records = versions.map((version, index) => sampleRecord({ index, version }));
    const read = reader.read(Buffer.from(JSON.stringify(records)));
    if (!read.ok) throw new RangeError(read.error);
    atMs += 1_000;
    engine.step({
      kind: 'poll-ended',
      atMs,
      startedAtMs: atMs,
      subject: 'orders',
      outcome: { kind: 'accepted', value: read.value },
    });
    if (poll !== SETTLED_AFTER && poll !== POLLS) continue;
    gc();
    heapBytes.push(process.memoryUsage().heapUsed);
  }
  const [settled = NaN, last = NaN] = heapBytes;
  return [
    {
      name: 'heap after 10,000 polls, against after 2,000',
      ratio: last / settled,
      must: 1.05,
      aim: 1.01,
    },
  ];
}
