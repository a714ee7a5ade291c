import { performance } from 'node:perf_hooks';
import { OrdersPollReader } from '../../src/adapters/platform/orders/poll-reader.ts';
import { createOrderReader } from '../../src/adapters/platform/orders/read-order.ts';
import { sampleRecord } from '../../src/adapters/platform/orders/testing/sample-record.ts';
import { loadProfile } from '../../src/settings/profile.ts';
import { type BenchRatio, median } from './bench-ratio.ts';

const SIZES = [20, 500, 5_000];
const CASES = [
  { name: 'unchanged', must: 0.15, aim: 0.05, changes: () => 0 },
  {
    name: 'up to 1 % changed',
    must: 1.3,
    aim: 0.25,
    changes: (size: number) => Math.max(1, Math.floor(size / 100)),
  },
  { name: 'all changed', must: 1.5, aim: 1.2, changes: (size: number) => size },
];

/** Reading a poll of today's orders against `JSON.parse` of the same body, as medians of alternating rounds. */
export function ordersPollBench(): readonly BenchRatio[] {
  return SIZES.flatMap((size) =>
    CASES.map(({ name, must, aim, changes }) => ({
      name: `poll of ${String(size)} orders, ${name}`,
      ratio: measure(size, changes(size)),
      must,
      aim,
    })),
  );
}

function measure(size: number, changed: number): number {
  const rounds = Math.max(60, Math.min(4_000, Math.floor(200_000 / size)));
  const bodies = bodiesOf(size, changed);
  const texts = bodies.map((body) => body.toString('utf8'));
  const reader = new OrdersPollReader(createOrderReader(loadProfile('openbroker')));
  const readMs: number[] = [];
  const parseMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const index = round % bodies.length;
    readMs.push(elapsedMs(() => reader.read(bodies.at(index) ?? Buffer.of())));
    parseMs.push(elapsedMs(() => JSON.parse(texts.at(index) ?? '')));
  }
  const warm = Math.floor(rounds / 5);
  return median(readMs.slice(warm)) / median(parseMs.slice(warm));
}

/** Successive polls that differ in `changed` of their records; copies, so that no two are the same memory. */
function bodiesOf(size: number, changed: number): readonly Buffer[] {
  const versions = Array.from({ length: size }, () => 0);
  return Array.from({ length: 16 }, (_, poll) => {
    for (let index = 0; index < changed; index += 1) {
      const at = (index * Math.floor(size / changed) + poll * 7) % size;
      versions[at] = (versions[at] ?? 0) + 1;
    }
    return Buffer.from(
      JSON.stringify(versions.map((version, index) => sampleRecord({ index, version }))),
    );
  });
}

function elapsedMs(work: () => unknown): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}
