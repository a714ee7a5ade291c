import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { problem, type Problem } from '../../base/problem.ts';
import { type IstDate } from '../../model/time/ist.ts';

/** Memory that code may use, bytes. */
interface HeapUse {
  readonly usedBytes: number;
  readonly limitBytes: number;
}

/** Beyond it the rest is for making and writing the result; Node would end the process during a day. */
const FULL_SHARE = 0.85;
const MIB = 1024 * 1024;
/** Node counts them in its limit, but what a strategy keeps does not stay where they are. */
const YOUNG_BYTES = 96 * MIB;

interface HeapWatch {
  readonly signal: AbortSignal;
  readonly look: (next: IstDate) => void;
  /** The problem of a heap that was nearly full; null when it was not. */
  readonly trouble: () => Problem | null;
}

/** Watches while strategies run over days. What it measures can be replaced. */
export function createHeapWatch(
  { signal, strategies }: { readonly signal: AbortSignal; readonly strategies: readonly string[] },
  heapNow: () => HeapUse = heapInUse,
): HeapWatch {
  const full = new AbortController();
  let trouble: Problem | null = null;
  return {
    signal: AbortSignal.any([signal, full.signal]),
    look: (next) => {
      if (trouble !== null) return;
      const { usedBytes, limitBytes } = heapNow();
      if (usedBytes < FULL_SHARE * limitBytes) return;
      const [used, limit, twice] = [usedBytes, limitBytes, 2 * limitBytes].map((bytes) =>
        String(Math.round(bytes / MIB)),
      );
      trouble = problem(`Memory is nearly used up: ended before ${next}`, {
        found: `${String(used)} of ${String(limit)} MB, while ${strategies.join(', ')} ran`,
        next: `Look for what a strategy keeps from day to day, or name fewer days, or set NODE_OPTIONS=--max-old-space-size=${String(twice)}`,
      });
      full.abort();
    },
    trouble: () => trouble,
  };
}

/** What is nearly full of garbage is not full, so that is collected first. */
function heapInUse(): HeapUse {
  const heap = measured();
  if (heap.usedBytes < FULL_SHARE * heap.limitBytes) return heap;
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return measured();
}

function measured(): HeapUse {
  const { used_heap_size: usedBytes, heap_size_limit: limit } = getHeapStatistics();
  return { usedBytes, limitBytes: limit - YOUNG_BYTES };
}
